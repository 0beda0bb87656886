/**
 * Keeps a text that occurs twice only once. A carousel has copies of cards; a page may have a text for wide screens and again for narrow
 * ones. Intended repeats are kept: in one parent (the refrain of a song), at one position (the terms of each offer), in quotations, in
 * code, and in documentation, where instructions repeat steps.
 */
import { nodeAt } from '../html/nodes';
import { Segment } from '../page/records';
import { indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { contextAt } from '../evidence/model/contexts';
import { Tag } from '../html/names';
import { IN_FIGURE } from '../elements';
import { blockAt, blockCount, segmentAt } from '../page/arena';
import { GOLDEN, hashBytes } from '../page/hash';
import { cleanEnd, cleanStart, normalise } from '../page/text';
import { spend } from '../work';
import { Unit, blockAround, change, isMain, unitAt } from './unit-blocks';
import { isSurely } from './kind';
import { Kinds } from '../layout';

/** Minimum words of a repeat. A shorter text is dropped only next to a repeat. */
const WORDS_LEAST: u32 = 8;
/** Maximum levels from a block up to its quotation. */
const LEVELS: u32 = 4;
/** Maximum number of blocks that the search for the next block of main content visits. */
const NEAR: u32 = 16;

/** A hash of the texts of a block; 0 if memory is unavailable. */
function hashOf(index: u32): u64 {
  let hash: u64 = 1;
  let segment = blockAt(index).firstSegment;
  for (; segment != Segment.NONE; segment = segmentAt(segment).next) {
    const node = nodeAt(segmentAt(segment).node);
    if (!normalise(node.text, node.textLength)) return 0;
    hash = (hash ^ hashBytes(cleanStart, cleanEnd - cleanStart)) * GOLDEN;
  }
  return hash;
}

function areSame(one: u32, other: u32): bool {
  if (blockAt(one).length != blockAt(other).length) return false;
  const hash = hashOf(one);
  return hash != 0 && hash == hashOf(other);
}

/** True if a text in a figure equals the one before it: some figures have their caption before and after the picture. */
export function isSecondCaption(order: u32): bool {
  const index = indexOf(order);
  return order > 0 && (measureAt(index).traits & IN_FIGURE) != 0 && areSame(index, indexOf(order - 1));
}

function mayDropRepeat(index: u32): bool {
  return measureAt(index).tag != Tag.PRE && !blockAround(index, Tag.BLOCKQUOTE, LEVELS);
}

/** Order of the next block of main content in the direction `step`, 1 or -1; at least `rankedCount` if none is near. */
function nextMain(order: u32, step: i32): u32 {
  for (let steps: u32 = 0; steps < NEAR; ++steps) {
    order += step;
    if (order >= rankedCount || isMain(indexOf(order))) return order;
  }
  return rankedCount;
}

/**
 * Drops short texts next to a repeat, in one direction, while the same texts are next to the original: the title and the price of a card.
 */
function dropBeside(repeat: u32, first: u32, step: i32): u32 {
  let more: u32 = 0;
  let order = nextMain(repeat, step);
  let other = nextMain(first, step);
  while (order < rankedCount && other < rankedCount && order > first && other < repeat) {
    const index = indexOf(order);
    if (!mayDropRepeat(index) || !areSame(index, indexOf(other))) break;
    more += change(index, false, Unit.REPEAT);
    order = nextMain(order, step);
    other = nextMain(other, step);
  }
  return more;
}

function areSameAt(order: u32, other: u32): bool {
  return order < rankedCount && other < rankedCount && areSame(indexOf(order), indexOf(other));
}

/** True if equal texts are next to a repeat and its original. If not, they are terms of different items. */
function isBesideSame(repeat: u32, first: u32): bool {
  return areSameAt(nextMain(repeat, -1), nextMain(first, -1)) || areSameAt(nextMain(repeat, 1), nextMain(first, 1));
}

/** The earlier block with the text of a block, plus one. If there is none, returns 0, and later calls find this block. */
function firstWithText(index: u32): u32 {
  const key = hashOf(index);
  // Without memory no text is a repeat.
  if (!key) return 0;
  // The records of all blocks are also the buckets of the hash table.
  const bucket = unitAt(<u32>(key >>> 32) % blockCount);
  let other = bucket.lastInBucket;
  while (other && unitAt(other - 1).key != key) other = unitAt(other - 1).beforeInBucket;
  if (other) return other;
  const block = unitAt(index);
  block.key = key;
  block.beforeInBucket = bucket.lastInBucket;
  bucket.lastInBucket = index + 1;
  return 0;
}

/** Drops repeats from the main content. Returns the change of its length. */
export function dropRepeats(): u32 {
  if (isSurely(Kinds.DOCUMENTATION)) return 0;
  spend(<u64>rankedCount * LEVELS);
  let more: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    const measure = measureAt(index);
    if (!isMain(index)) continue;
    if (isSecondCaption(order)) more += change(index, false, Unit.REPEAT);
    if (measure.words < WORDS_LEAST || !isMain(index) || !mayDropRepeat(index)) continue;
    const other = firstWithText(index);
    if (!other) continue;
    spend(NEAR * 4);
    const earlier = measureAt(other - 1);
    if (measure.parent == earlier.parent) continue;
    const first = earlier.order;
    if (measure.position == earlier.position && !isBesideSame(order, first)) continue;
    // The earlier text is an entry of a table of contents: the heading is kept.
    if (contextAt(index).headed && !contextAt(other - 1).headed) {
      more += change(other - 1, false, Unit.REPEAT);
      continue;
    }
    more += change(index, false, Unit.REPEAT);
    more += dropBeside(order, first, -1);
    more += dropBeside(order, first, 1);
  }
  return more;
}
