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

/** Shorter texts may be said twice. */
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

/** Whether a block may go if an earlier one has its text. */
function mayGo(index: u32): bool {
  if (!isMain(index) || load<u32>(measureAt(index), Measure.WORDS) < WORDS_LEAST || tagOfBlock(index) == Tag.PRE) return false;
  for (let level: u32 = 0; index && level < LEVELS; ++level) {
    if (tagOfBlock(index) == Tag.BLOCKQUOTE) return false;
    index = load<u32>(measureAt(index), Measure.PARENT);
  }
  return true;
}

/** Makes blocks whose text an earlier one has no main content; by how much that changes the length of the main content. */
export function dropRepeats(): u32 {
  spend(<u64>rankedCount * LEVELS);
  for (let index: u32 = 0; index < blockCount; ++index) store<u64>(measureAt(index), 0, Measure.LAST_ALIKE);
  let more: u32 = 0;
  for (let order: u32 = 0; order < rankedCount; ++order) {
    const index = indexOf(order);
    if (!mayGo(index)) continue;
    // Those with as many characters, the last one first.
    const last = measureAt(load<u32>(blockAt(index), Block.LENGTH) % blockCount) + Measure.LAST_ALIKE;
    let other = load<u32>(last);
    while (other && !areSame(index, other - 1)) other = load<u32>(measureAt(other - 1), Measure.ALIKE_BEFORE);
    if (other) {
      // The kind takes long to find out.
      if (isDocumentation()) return 0;
      more += change(index, false, Unit.REPEAT);
    } else {
      store<u32>(measureAt(index), load<u32>(last), Measure.ALIKE_BEFORE);
      store<u32>(last, index + 1);
    }
  }
  return more;
}
