/**
 * Divides the title of a page into parts. The table counts them as occurrences: a part of many titles is the name of the site or a section.
 * Separators are signs with spaces around them, a colon with a space, a bar, and a hyphen or underscore next to an East Asian character.
 */
import { nodeAt } from '../html/nodes';
import { hashBytes, segmentKey } from './hash';
import { titleText } from './title';
import { cleanEnd, cleanStart, codePoints, hasJoiners, normalise, removeJoiners } from './text';

/** Maximum number of parts; the last part has the rest of the title. */
const PARTS_MAX: u32 = 8;
/** Distinguishes keys of parts from others. */
const TITLE_PART: u64 = 0x3c6ef372fe94f82b;

/** Start and end of each part. */
const PARTS = memory.data(8 * 8, 8);
export let partCount: u32 = 0;

export function partStart(index: u32): usize {
  return load<u32>(PARTS + ((<usize>index) << 3));
}

export function partEnd(index: u32): usize {
  return load<u32>(PARTS + ((<usize>index) << 3), 4);
}

/** True for ASCII signs that separate parts: all except `&`. */
function isSign(byte: u32): bool {
  return byte - 0x21 < 0x5e && byte - 0x30 > 9 && (byte | 0x20) - 0x61 > 25 && byte != 0x26;
}

/** Length of the separator at an address, or 0. */
function separatorAt(at: usize, start: usize, end: usize): usize {
  const byte = <u32>load<u8>(at);
  const next = at + 1 < end ? <u32>load<u8>(at, 1) : 0;
  if (byte == 0x7c) return 1;
  if (byte == 0x3a) return next == 0x20 ? 2 : 0;
  if (byte == 0xef) return at + 3 <= end && next == 0xbd && load<u8>(at, 2) == 0x9c ? 3 : 0;
  if (byte == 0x2d || byte == 0x5f) return next > 0xe2 || (at >= start + 3 && load<u8>(at - 3) > 0xe2) ? 1 : 0;
  if (byte != 0x20) return 0;
  let after = at + 1;
  if (next == 0xc2) after += 2;
  else if (next == 0xe2) after += 3;
  else while (after < end && after < at + 4 && isSign(load<u8>(after))) ++after;
  return after > at + 1 && after < end && load<u8>(after) == 0x20 ? after + 1 - at : 0;
}

function addPart(start: usize, end: usize): void {
  if (start < end && load<u8>(start) == 0x20) ++start;
  if (start < end && load<u8>(end - 1) == 0x20) --end;
  if (start >= end) return;
  store<u32>(PARTS + ((<usize>partCount) << 3), <u32>start);
  store<u32>(PARTS + ((<usize>partCount) << 3), <u32>end, 4);
  ++partCount;
}

/** Finds the parts, which are valid until the next text is normalised; false if memory is unavailable. */
export function divideTitle(): bool {
  partCount = 0;
  const text = titleText();
  if (!text) return true;
  if (!normalise(nodeAt(text).text, nodeAt(text).textLength)) return false;
  if (hasJoiners && removeJoiners(nodeAt(text))) return divideTitle();
  if (!codePoints) return true;
  let start = cleanStart;
  for (let at = start; at < cleanEnd && partCount + 1 < PARTS_MAX; ) {
    const length = separatorAt(at, cleanStart, cleanEnd);
    if (length) addPart(start, at);
    at += length ? length : 1;
    if (length) start = at;
  }
  addPart(start, cleanEnd);
  return true;
}

export function partKey(index: u32): u64 {
  return segmentKey(hashBytes(partStart(index), partEnd(index) - partStart(index)), TITLE_PART);
}
