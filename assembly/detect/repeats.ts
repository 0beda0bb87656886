/**
 * Repeats: a text that a page has twice is main content once. A carousel has copies of cards; a page has one text for wide screens and one
 * for narrow ones. Some repeats stay, since they are on purpose: in one element (the refrain of a song), at one position (the terms of each
 * offer), in quotations, in code, and on pages of documentation, where instructions repeat their steps.
 */
import { nodeAt } from '../html/nodes';
import { Segment } from '../page/records';
import { Measure, indexOf, measureAt, rankedCount } from '../evidence/block/measures';
import { contextAt } from '../evidence/model/contexts';
import { Tag } from '../html/names';
import { blockAt, blockCount, segmentAt } from '../page/arena';
import { GOLDEN, hashBytes } from '../page/hash';
import { cleanEnd, cleanStart, normalise } from '../page/text';
import { spend } from '../work';
import { Unit, blockAround, change, isMain, unitAt } from './unit-blocks';
import { isSurely } from './kind';
import { Kinds } from '../layout';

/** Minimum number of words of a repeat: shorter texts may be said twice, unless they stand beside one. */
const WORDS_LEAST: u32 = 8;
/** Maximum number of levels from a block up to its quotation. */
const LEVELS: u32 = 4;
/** Maximum distance, in blocks, of the next block of main content beside another. */
const NEAR: u32 = 16;

// The first of the blocks that have one key: a hash table whose buckets are in the records of the blocks.

/** The first block with this key, and one; 0 if this block is the first. */
function firstAlike(index: u32, key: u64): u32 {
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

/** A hash of the texts of a block; 0 without memory for them. */
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

/** Whether a block of the main content may go if an earlier one has its text. */
function mayDropRepeat(index: u32): bool {
  return measureAt(index).tag != Tag.PRE && !blockAround(index, Tag.BLOCKQUOTE, LEVELS);
}

/** The next order of main content in a direction; not below `rankedCount` without one nearby. */
function nextMain(order: u32, step: i32): u32 {
  for (let steps: u32 = 0; steps < NEAR; ++steps) {
    order += step;
    if (order >= rankedCount || isMain(indexOf(order))) return order;
  }
  return rankedCount;
}

/**
 * Drops short texts beside a repeat, in one direction, as long as the same stand beside what it repeats: the title and the price of a
 * card. By how much that changes the length of the main content.
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

/** Whether the same stands beside a repeat as beside what it repeats: else other items have the same terms. */
function isBesideSame(repeat: u32, first: u32): bool {
  return areSameAt(nextMain(repeat, -1), nextMain(first, -1)) || areSameAt(nextMain(repeat, 1), nextMain(first, 1));
}

/** Whether a block is main content and long enough to be a repeat, or to have one. */
function mayHaveTwin(index: u32): bool {
  return isMain(index) && measureAt(index).words >= WORDS_LEAST;
}

/** What equal texts have in common, and few others: it takes no time to find out. */
function countsOf(measure: Measure): u64 {
  const lengths = (((<u64>measure.text) << 24) ^ measure.words) * GOLDEN;
  return (lengths ^ (((<u64>measure.digits) << 16) ^ measure.commas)) * GOLDEN;
}

/** Marks the blocks of which another may have the text; whether there are any. */
function findTwins(): bool {
  let found = false;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (!mayHaveTwin(index)) continue;
    const other = firstAlike(index, countsOf(measureAt(index)));
    if (!other) continue;
    unitAt(index).hasTwin = 1;
    unitAt(other - 1).hasTwin = 1;
    found = true;
  }
  return found;
}

/** Makes blocks whose text an earlier one has no main content; by how much that changes the length of the main content. */
export function dropRepeats(): u32 {
  spend(rankedCount);
  if (!findTwins()) return 0;
  spend(<u64>rankedCount * (LEVELS + NEAR * 4));
  for (let index: u32 = 0; index < blockCount; ++index) unitAt(index).lastInBucket = 0;
  let more: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (!unitAt(index).hasTwin || !mayHaveTwin(index) || !mayDropRepeat(index)) continue;
    const hash = hashOf(index);
    if (!hash) return more;
    const other = firstAlike(index, hash);
    if (!other) continue;
    const measure = measureAt(index);
    const earlier = measureAt(other - 1);
    if (measure.parent == earlier.parent) continue;
    const first = earlier.order;
    if (measure.position == earlier.position && !isBesideSame(order, first)) continue;
    // The kind takes long to find out.
    if (isSurely(Kinds.DOCUMENTATION)) return 0;
    // A table of contents has the headings of the page.
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
