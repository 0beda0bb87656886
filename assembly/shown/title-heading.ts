/**
 * How like the title a heading is. A heading that stands in the title counts by its length; another h1 of content, by the longest part of
 * the title in it. Both are compared in lower case, without spaces, signs of ASCII and general punctuation.
 */
import { areEqual } from '../html/scan';
import { spend } from '../work';

/** Maximum bytes of a folded title or heading. */
const KEY_BYTES: usize = 512;
/** The parts of the title that are its own, folded, one after another. */
const TITLE = memory.data(512);
/** Where each part ends, four bytes each. */
const PART_ENDS = memory.data(8 * 4, 4);
/** A folded heading. */
const HEADING = memory.data(512);
/** Address of the end of the folded title. */
let titleEnd: usize = 0;
/** Number of parts. */
let partCount: u32 = 0;
/** Minimum bytes that say something. */
const LEAST: usize = 3;

// Results of `likeTitle` for headings without the title; headings with the title get more.
const IS_HEADING: u32 = 1;
const IS_FIRST: u32 = 2;
const IS_FIRST_OF_CONTENT: u32 = 3;
const IS_TITLE: u32 = 4;

/** Writes letters and digits of a text from `to` on, at most to `limit`; their end. */
function fold(from: usize, end: usize, to: usize, limit: usize): usize {
  for (; from < end && to < limit; ++from) {
    const byte = <u32>load<u8>(from);
    const small = byte | 0x20;
    if (byte == 0xe2 && load<u8>(from, 1) == 0x80) from += 2;
    else if (byte - 0x30 < 10 || byte > 0x7f) store<u8>(to++, byte);
    else if (small - 0x61 < 26) store<u8>(to++, small);
  }
  return to;
}

/** Whether some bytes, two at least, stand among others. */
function isIn(one: usize, oneEnd: usize, other: usize, otherEnd: usize): bool {
  const length = oneEnd - one;
  const first = load<u16>(one);
  for (; other + length <= otherEnd; ++other) {
    if (load<u16>(other) != first) continue;
    spend(length);
    if (areEqual(other, one, length)) return true;
  }
  return false;
}

/** Forgets the title of the last page. */
export function clearTitle(): void {
  titleEnd = TITLE;
  partCount = 0;
}

/** Adds a part of the title that is the page's own: no heading says the name of the site or of a section. */
export function addTitlePart(start: usize, end: usize): void {
  titleEnd = fold(start, end, titleEnd, TITLE + KEY_BYTES);
  store<u32>(PART_ENDS + ((<usize>partCount) << 2), <u32>titleEnd);
  ++partCount;
}

/** How well a heading says what the title says, more for better ones; `isFirst`: it is of the first level. */
export function likeTitle(start: usize, end: usize, isFirst: bool, isTemplate: bool): u32 {
  const headingEnd = fold(start, end, HEADING, HEADING + KEY_BYTES);
  const length = headingEnd - HEADING;
  const isOfContent = isFirst && !isTemplate && length != 0;
  const least = isOfContent ? IS_FIRST_OF_CONTENT : isFirst ? IS_FIRST : IS_HEADING;
  if (length < LEAST) return least;
  if (isIn(HEADING, headingEnd, TITLE, titleEnd)) return IS_TITLE + <u32>length;
  let best: usize = 0;
  for (let part: u32 = 0, from = TITLE; isOfContent && part < partCount; ++part) {
    const to = <usize>load<u32>(PART_ENDS + ((<usize>part) << 2));
    if (to - from >= LEAST && isIn(from, to, HEADING, headingEnd)) best = max(best, to - from);
    from = to;
  }
  return best ? IS_TITLE + <u32>best : least;
}
