/**
 * What a page says twice is main content once: cards that a carousel has as copies, a text for wide screens and one for narrow ones. Posts
 * are whole with what they quote, and instructions repeat their steps: pages of documentation keep them, and so does code.
 */
import { nodeAt } from '../html/nodes';
import { Block, Measure, Node, Segment, Unit } from '../layout';
import { tagOfBlock } from '../evidence/likeness';
import { rankedCount } from '../evidence/measure';
import { measureAt } from '../evidence/records';
import { Tag } from '../html/names';
import { blockCount, segments } from '../page/arena';
import { spaceAt } from '../page/text';
import { spend } from '../work';
import { change } from './change';
import { isDocumentation } from './kind';
import { blockAt, indexOf, isMain } from './ranked';

/** Shorter texts may be said twice, unless they stand beside a repeat. */
const WORDS_LEAST: u32 = 8;
/** Blocks of a quotation are at most this many levels below it. */
const LEVELS: u32 = 4;

/** A place in the text of a block: its segment, the next byte, and the end of the segment's text. */
const SEGMENT: usize = 0;
const NEXT: usize = 4;
const END: usize = 8;
const ONE = memory.data(12, 4);
const OTHER = memory.data(12, 4);

function begin(place: usize, index: u32): void {
  enter(place, load<u32>(blockAt(index), Block.FIRST_SEGMENT));
}

function enter(place: usize, segment: u32): void {
  store<u32>(place, segment, SEGMENT);
  if (segment == Segment.NONE) return;
  const node = nodeAt(load<u32>(segments + segment, Segment.NODE));
  const text = load<usize>(node, Node.TEXT);
  store<usize>(place, text, NEXT);
  store<usize>(place, text + load<u32>(node, Node.TEXT_LENGTH), END);
}

/** The next byte that is no white space; -1 at the end. */
function nextByte(place: usize): i32 {
  while (load<u32>(place, SEGMENT) != Segment.NONE) {
    const end = load<usize>(place, END);
    for (let at = load<usize>(place, NEXT); at < end; ) {
      const space = spaceAt(at);
      if (!space) {
        store<usize>(place, at + 1, NEXT);
        return load<u8>(at);
      }
      at += space;
    }
    enter(place, load<u32>(segments + load<u32>(place, SEGMENT), Segment.NEXT));
  }
  return -1;
}

/** Whether two blocks have the same text, white space aside. */
function areSame(one: u32, other: u32): bool {
  if (load<u32>(blockAt(one), Block.LENGTH) != load<u32>(blockAt(other), Block.LENGTH)) return false;
  begin(ONE, one);
  begin(OTHER, other);
  let byte: i32 = 0;
  while (byte >= 0) {
    spend(2);
    byte = nextByte(ONE);
    if (byte != nextByte(OTHER)) return false;
  }
  return true;
}

/** Whether a block of the main content may go if an earlier one has its text. */
function mayGo(index: u32): bool {
  if (tagOfBlock(index) == Tag.PRE) return false;
  for (let level: u32 = 0; index && level < LEVELS; ++level) {
    if (tagOfBlock(index) == Tag.BLOCKQUOTE) return false;
    index = load<u32>(measureAt(index), Measure.PARENT);
  }
  return true;
}

/** The next order of main content in a direction; not below `rankedCount` without one. */
function nextMain(order: u32, step: i32): u32 {
  do {
    spend(1);
    order += step;
  } while (order < rankedCount && !isMain(indexOf(order)));
  return order;
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
    if (!mayGo(index) || !areSame(index, indexOf(other))) break;
    more += change(index, false, Unit.REPEAT);
    order = nextMain(order, step);
    other = nextMain(other, step);
  }
  return more;
}

/** Makes blocks whose text an earlier one has no main content; by how much that changes the length of the main content. */
export function dropRepeats(): u32 {
  spend(<u64>rankedCount * LEVELS);
  for (let index: u32 = 0; index < blockCount; ++index) store<u64>(measureAt(index), 0, Measure.LAST_ALIKE);
  let more: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (!isMain(index) || load<u32>(measureAt(index), Measure.WORDS) < WORDS_LEAST || !mayGo(index)) continue;
    // Those with as many characters, the last one first.
    const last = measureAt(load<u32>(blockAt(index), Block.LENGTH) % blockCount) + Measure.LAST_ALIKE;
    let other = load<u32>(last);
    while (other && !areSame(index, other - 1)) other = load<u32>(measureAt(other - 1), Measure.ALIKE_BEFORE);
    if (!other) {
      store<u32>(measureAt(index), load<u32>(last), Measure.ALIKE_BEFORE);
      store<u32>(last, index + 1);
      continue;
    }
    // The kind takes long to find out.
    if (isDocumentation()) return 0;
    const first = load<u32>(measureAt(other - 1), Measure.ORDER);
    more += change(index, false, Unit.REPEAT);
    more += dropBeside(order, first, -1);
    more += dropBeside(order, first, 1);
  }
  return more;
}
