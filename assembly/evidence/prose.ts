/**
 * Counts of words, ends of sentences, commas and digits of a text, sixteen bytes at a time.
 * A character of the scripts that write no spaces counts as half a word.
 */
import { inRange } from '../html/scan';
import { Ends, Measure } from '../layout';

export let words: u32 = 0;
export let stops: u32 = 0;
export let commas: u32 = 0;
export let digits: u32 = 0;
/** The kind of the text's end: one of the `ENDS_…` codes. */
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

/** Measures a text of `length` > 0 bytes in UTF-8; reads the padding after them too. */
export function readProse(start: usize, length: u32): void {
  const end = start + length;
  let halves: u32 = 0;
  let before: u32 = 1;
  words = 0;
  stops = 0;
  commas = 0;
  digits = 0;
  for (let at = start; at < end; at += 16) {
    const bytes = v128.load(at);
    const left = <u32>(end - at);
    const all: u32 = left >= 16 ? 0xffff : (1 << left) - 1;
    const spaces = spaceLanes(bytes);
    words += popcnt<u32>(~spaces & ((spaces << 1) | before) & all);
    before = (spaces >> 15) & 1;
    const marks = i8x16.bitmask(v128.or(equal(bytes, 0x2e), v128.or(equal(bytes, 0x21), equal(bytes, 0x3f))));
    // A mark ends a sentence if white space or the end of the text follows.
    const breaks = left > 16 ? spaceLanes(v128.load(at, 1)) : spaceLanes(v128.load(at, 1)) | ((<u32>1) << (left - 1));
    stops += popcnt<u32>(marks & breaks & all);
    commas += popcnt<u32>(i8x16.bitmask(v128.or(equal(bytes, 0x2c), equal(bytes, 0x3b))) & all);
    digits += popcnt<u32>(i8x16.bitmask(inRange(bytes, 0x30, 10)) & all);
    if (i8x16.bitmask(bytes) & all) {
      halves += wideMarks(at, bytes, all);
    }
  }
  words += halves >> 1;
  ends = endOf(start, end);
}

/** Counts the marks of East Asian texts; returns the number of characters of scripts without spaces. */
function wideMarks(at: usize, bytes: v128, all: u32): u32 {
  const second = v128.load(at, 1);
  const third = v128.load(at, 2);
  const ideographic = lanes(bytes, 0xe3) & lanes(second, 0x80) & all;
  const full = lanes(bytes, 0xef) & lanes(second, 0xbc) & all;
  stops +=
    popcnt<u32>(ideographic & lanes(third, 0x82)) + popcnt<u32>(full & (lanes(third, 0x81) | lanes(third, 0x9f)));
  commas +=
    popcnt<u32>(ideographic & lanes(third, 0x81)) + popcnt<u32>(full & (lanes(third, 0x8c) | lanes(third, 0x9b)));
  const leads = i8x16.bitmask(inRange(bytes, 0xe3, 11));
  return popcnt<u32>(leads & all);
}

function endOf(start: usize, end: usize): u32 {
  while (end > start && load<u8>(end - 1) <= 0x20) --end;
  // Closing quotes and brackets may follow the mark.
  while (end > start && (load<u8>(end - 1) == 0x22 || load<u8>(end - 1) == 0x27 || load<u8>(end - 1) == 0x29)) --end;
  if (end == start) return Ends.OPEN;
  const last = <u32>load<u8>(end - 1);
  if (last == 0x3a) return Ends.COLON;
  if (last == 0x2e || last == 0x21 || last == 0x3f) return Ends.SENTENCE;
  if (end - start < 3) return Ends.OPEN;
  const wide = ((<u32>load<u8>(end - 3)) << 16) | ((<u32>load<u8>(end - 2)) << 8) | last;
  return wide == 0xe38082 || wide == 0xefbc81 || wide == 0xefbc9f ? Ends.SENTENCE : Ends.OPEN;
}

/** Minimum number of words of prose, which also has the end of a sentence. */
const PROSE_WORDS: u32 = 6;

/** Whether the own text of a block is prose. */
export function isProse(measure: usize): bool {
  return load<u32>(measure, Measure.WORDS) >= PROSE_WORDS && load<u32>(measure, Measure.STOPS) != 0;
}
