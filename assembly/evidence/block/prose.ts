/**
 * Counts words, sentence ends, commas and digits of a text. A Chinese or Japanese character counts as half a word, a Thai character as a
 * fifth; a space ends a Thai clause.
 */
import { inRange } from '../../html/scan';
import { Ends, Measure } from './measures';

export let words: u32 = 0;
export let stops: u32 = 0;
export let commas: u32 = 0;
export let digits: u32 = 0;
/** One of `Ends`. */
export let ends: u32 = 0;

function equal(bytes: v128, byte: i32): v128 {
  return i8x16.eq(bytes, i8x16.splat(<i8>byte));
}

function lanes(bytes: v128, byte: i32): u32 {
  return i8x16.bitmask(equal(bytes, byte));
}

function spaceLanes(bytes: v128): u32 {
  return i8x16.bitmask(i8x16.le_u(bytes, i8x16.splat(0x20)));
}

/** Lanes of marks that end sentences: `next` is white space, a closing quotation mark or bracket. */
function breakLanes(next: v128): u32 {
  const ascii = v128.or(v128.or(equal(next, 0x22), equal(next, 0x27)), equal(next, 0x29));
  // Lead bytes of other quotation marks.
  const wide = v128.or(equal(next, 0xc2), equal(next, 0xe2));
  return spaceLanes(next) | i8x16.bitmask(v128.or(ascii, wide));
}

let fifths: u32 = 0;

/** Measures a text of `length` > 0 bytes in UTF-8; reads padding after it. */
export function readProse(start: usize, length: u32): void {
  const end = start + length;
  // Counts are local variables in the loop, which are faster than globals.
  let wordCount: u32 = 0;
  let stopCount: u32 = 0;
  let commaCount: u32 = 0;
  let digitCount: u32 = 0;
  let halves: u32 = 0;
  let before: u32 = 1;
  fifths = 0;
  stops = 0;
  commas = 0;
  for (let at = start; at < end; at += 16) {
    const bytes = v128.load(at);
    const left = <u32>(end - at);
    const all: u32 = left >= 16 ? 0xffff : (1 << left) - 1;
    const spaces = spaceLanes(bytes);
    wordCount += popcnt<u32>(~spaces & ((spaces << 1) | before) & all);
    const marks = i8x16.bitmask(v128.or(equal(bytes, 0x2e), v128.or(equal(bytes, 0x21), equal(bytes, 0x3f))));
    if (marks & all) {
      const breaks = breakLanes(v128.load(at, 1));
      stopCount += popcnt<u32>(marks & (left > 16 ? breaks : breaks | ((<u32>1) << (left - 1))) & all);
    }
    commaCount += popcnt<u32>(i8x16.bitmask(v128.or(equal(bytes, 0x2c), equal(bytes, 0x3b))) & all);
    digitCount += popcnt<u32>(i8x16.bitmask(inRange(bytes, 0x30, 10)) & all);
    if (i8x16.bitmask(bytes) & all) {
      halves += wideMarks(at, bytes, all, (spaces << 1) | (at == start ? 0 : before));
    }
    before = (spaces >> 15) & 1;
  }
  words = wordCount + (halves >> 1) + fifths / 5;
  stops += stopCount;
  commas += commaCount;
  digits = digitCount;
  ends = endOf(start, end);
}

/**
 * Adds the marks of other scripts to `stops` and `commas`; returns the number of Chinese and Japanese characters. `gaps`: lanes after white
 * space.
 */
function wideMarks(at: usize, bytes: v128, all: u32, gaps: u32): u32 {
  const second = v128.load(at, 1);
  const third = v128.load(at, 2);
  const ideographic = lanes(bytes, 0xe3) & lanes(second, 0x80) & all;
  const full = lanes(bytes, 0xef) & lanes(second, 0xbc) & all;
  const arabic = lanes(bytes, 0xd8) & all;
  const general = lanes(bytes, 0xe2) & lanes(second, 0x80) & all;
  const indic = lanes(bytes, 0xe0) & all;
  const urdu = lanes(bytes, 0xdb) & lanes(second, 0x94) & all;
  stops +=
    popcnt<u32>(ideographic & lanes(third, 0x82)) +
    popcnt<u32>(full & (lanes(third, 0x81) | lanes(third, 0x9f))) +
    popcnt<u32>(general & lanes(third, 0xa6)) +
    popcnt<u32>((arabic & lanes(second, 0x9f)) | (indic & lanes(second, 0xa5) & lanes(third, 0xa4)) | urdu);
  commas +=
    popcnt<u32>(ideographic & lanes(third, 0x81)) +
    popcnt<u32>(full & (lanes(third, 0x8c) | lanes(third, 0x9b))) +
    popcnt<u32>(arabic & (lanes(second, 0x8c) | lanes(second, 0x9b)));
  const thai = indic & (lanes(second, 0xb8) | lanes(second, 0xb9));
  fifths += popcnt<u32>(thai);
  // A space before Thai ends a clause.
  stops += popcnt<u32>(thai & gaps);
  const leads = i8x16.bitmask(inRange(bytes, 0xe3, 11));
  return popcnt<u32>(leads & all);
}

/** The last character of a text, as its bytes in one number. */
function lastBytes(start: usize, end: usize): u32 {
  const last = <u32>load<u8>(end - 1);
  if (last < 0x80) return last;
  const two = last | ((<u32>load<u8>(end - 2)) << 8);
  return end - start < 3 || (two & 0xc000) != 0x8000 ? two : two | ((<u32>load<u8>(end - 3)) << 16);
}

function endOf(start: usize, end: usize): u32 {
  while (end > start && load<u8>(end - 1) <= 0x20) --end;
  // Closing quotation marks and brackets may follow the mark.
  while (end > start) {
    const last = lastBytes(start, end);
    if (last == 0x22 || last == 0x27 || last == 0x29) --end;
    else if (last == 0xc2bb) end -= 2;
    else if (last - 0xe28098 < 8 || last == 0xe280ba || last == 0xe3808d || last == 0xe3808f || last == 0xefbc89)
      end -= 3;
    else break;
  }
  if (end == start) return Ends.OPEN;
  const last = lastBytes(start, end);
  if (last == 0x3a || last == 0xefbc9a) return Ends.COLON;
  return isStop(last) ? Ends.SENTENCE : Ends.OPEN;
}

/** True for sentence ends of ASCII, East Asian, Arabic, Urdu and Indic scripts, and the ellipsis. */
function isStop(last: u32): bool {
  if (last < 0x80) return last == 0x2e || last == 0x21 || last == 0x3f;
  return (
    last == 0xe280a6 ||
    last == 0xe38082 ||
    last == 0xefbc81 ||
    last == 0xefbc9f ||
    last == 0xd89f ||
    last == 0xdb94 ||
    last == 0xe0a5a4
  );
}

/** Minimum number of words of prose. */
const PROSE_WORDS: u32 = 6;

export function isProse(measure: Measure): bool {
  return measure.words >= PROSE_WORDS && measure.stops != 0;
}
