/**
 * Normalised text: every run of white space (ECMAScript's `\s`, including NBSP) becomes one space, and both ends are trimmed. Most texts
 * need only trimming. One pass of vectors finds these, and they are hashed in the source. Others are collapsed in scratch.
 */
import { Node } from '../html/nodes';
import { inRange } from '../html/scan';
import { reserveScratch, scratch } from './arena';
import { hashBytes } from './hash';

/** Start of the normalised text. */
export let cleanStart: usize = 0;
export let cleanEnd: usize = 0;
/** Length of the normalised text. */
export let codePoints: u32 = 0;
/** True if white space precedes the text. */
export let spaceBefore: bool = false;
/** True if white space follows the text. */
export let spaceAfter: bool = false;

function isAsciiSpace(byte: u32): bool {
  return byte == 0x20 || byte - 9 < 5;
}

/** Bytes of the white space at an address, or 0. Reads three bytes. */
export function spaceAt(at: usize): u32 {
  const byte = <u32>load<u8>(at);
  if (byte < 0x80) return isAsciiSpace(byte) ? 1 : 0;
  if (byte == 0xc2) return load<u8>(at, 1) == 0xa0 ? 2 : 0;
  if (byte < 0xe1 || byte > 0xef) return 0;
  const rest = ((<u32>load<u8>(at, 1)) << 8) | load<u8>(at, 2);
  if (byte == 0xe2) {
    if (rest >= 0x8080 && rest <= 0x808a) return 3;
    return rest == 0x80a8 || rest == 0x80a9 || rest == 0x80af || rest == 0x819f ? 3 : 0;
  }
  if (byte == 0xe3) return rest == 0x8080 ? 3 : 0;
  if (byte == 0xe1) return rest == 0x9a80 ? 3 : 0;
  return byte == 0xef && rest == 0xbbbf ? 3 : 0;
}

/** The address after the white space at an address. */
export function skipSpaces(at: usize, end: usize): usize {
  while (at < end) {
    const space = spaceAt(at);
    if (!space) break;
    at += space;
  }
  return at;
}

/** Lanes where non-ASCII white space starts. */
function wideSpaces(at: usize, bytes: v128): v128 {
  const second = v128.load(at, 1);
  const third = v128.load(at, 2);
  const second80 = i8x16.eq(second, i8x16.splat(<i8>0x80));
  const third80 = i8x16.eq(third, i8x16.splat(<i8>0x80));
  let found = v128.and(i8x16.eq(bytes, i8x16.splat(<i8>0xc2)), i8x16.eq(second, i8x16.splat(<i8>0xa0)));
  const general = v128.or(
    v128.or(i8x16.lt_u(third, i8x16.splat(<i8>0x8b)), i8x16.eq(third, i8x16.splat(<i8>0xaf))),
    v128.or(i8x16.eq(third, i8x16.splat(<i8>0xa8)), i8x16.eq(third, i8x16.splat(<i8>0xa9))),
  );
  const mathematical = v128.and(i8x16.eq(second, i8x16.splat(<i8>0x81)), i8x16.eq(third, i8x16.splat(<i8>0x9f)));
  found = v128.or(
    found,
    v128.and(i8x16.eq(bytes, i8x16.splat(<i8>0xe2)), v128.or(v128.and(second80, general), mathematical)),
  );
  found = v128.or(found, v128.and(i8x16.eq(bytes, i8x16.splat(<i8>0xe3)), v128.and(second80, third80)));
  found = v128.or(
    found,
    v128.and(i8x16.eq(bytes, i8x16.splat(<i8>0xe1)), v128.and(i8x16.eq(second, i8x16.splat(<i8>0x9a)), third80)),
  );
  return v128.or(
    found,
    v128.and(
      i8x16.eq(bytes, i8x16.splat(<i8>0xef)),
      v128.and(i8x16.eq(second, i8x16.splat(<i8>0xbb)), i8x16.eq(third, i8x16.splat(<i8>0xbf))),
    ),
  );
}

/** `wideSpaces` as bits. */
export function wideSpacesAt(at: usize): u32 {
  return i8x16.bitmask(wideSpaces(at, v128.load(at)));
}

function asciiSpaces(bytes: v128): u32 {
  const controls = inRange(bytes, 9, 5);
  return i8x16.bitmask(v128.or(controls, i8x16.eq(bytes, i8x16.splat(0x20))));
}

/** Lanes with a space that another space follows. */
// @ts-ignore: decorator
@inline
function doubleSpaces(at: usize, bytes: v128): v128 {
  return v128.and(i8x16.eq(bytes, i8x16.splat(0x20)), i8x16.eq(v128.load(at, 1), i8x16.splat(0x20)));
}

/** True if the text may have characters that `removeJoiners` removes. */
export let hasJoiners: bool = false;

/** Notes joiners in the bytes at `at`. */
function noteJoiners(at: usize): void {
  const bytes = v128.load(at);
  const second = v128.load(at, 1);
  const third = v128.load(at, 2);
  const space = v128.and(i8x16.eq(second, i8x16.splat(<i8>0x80)), i8x16.eq(third, i8x16.splat(<i8>0x8b)));
  const word = v128.and(i8x16.eq(second, i8x16.splat(<i8>0x81)), i8x16.eq(third, i8x16.splat(<i8>0xa0)));
  const hyphen = v128.and(i8x16.eq(bytes, i8x16.splat(<i8>0xc2)), i8x16.eq(second, i8x16.splat(<i8>0xad)));
  const joiners = v128.and(i8x16.eq(bytes, i8x16.splat(<i8>0xe2)), v128.or(space, word));
  if (v128.any_true(v128.or(hyphen, joiners))) hasJoiners = true;
}

/** Code points that start in the bytes at `at` whose bits are set. Notes joiners, whose first byte is C2 or E2. */
function countCodePoints(at: usize, mask: u32): u32 {
  const bytes = v128.load(at);
  if (i8x16.bitmask(bytes)) {
    const first = v128.or(i8x16.eq(bytes, i8x16.splat(<i8>0xc2)), i8x16.eq(bytes, i8x16.splat(<i8>0xe2)));
    if (v128.any_true(first)) noteJoiners(at);
  }
  return popcnt<u32>(mask & ~i8x16.bitmask(i8x16.lt_s(bytes, i8x16.splat(-64))));
}

/**
 * Copies a text that has no ASCII white space at its ends, and collapses white space. Returns the end of the copy; up to fifteen more bytes
 * are overwritten.
 */
export function collapseTo(first: usize, start: usize, end: usize): usize {
  let to = first;
  while (start < end) {
    // Runs that contain only single spaces are copied sixteen bytes at a time.
    const bytes = v128.load(start);
    v128.store(to, bytes);
    let stop = i8x16.bitmask(v128.or(inRange(bytes, 9, 5), doubleSpaces(start, bytes)));
    if (i8x16.bitmask(bytes)) stop |= i8x16.bitmask(wideSpaces(start, bytes));
    const run = <usize>ctz(stop | 0x10000);
    to += run;
    start += run;
    if (!stop || start >= end) continue;
    start += ctz(~asciiSpaces(v128.load(start)));
    for (let space = spaceAt(start); space && start < end; space = spaceAt(start)) start += space;
    start = min(start, end);
    const followsSpace = to > first && load<u8>(to - 1) == 0x20;
    if (to == first) spaceBefore = true;
    else if (start == end) {
      spaceAfter = true;
      to -= usize(followsSpace);
    } else if (!followsSpace) store<u8>(to++, 0x20);
  }
  // The last vector may reach beyond the end.
  return to - (start - end);
}

/** Collapses a text into scratch; false if memory is unavailable. */
function collapse(start: usize, end: usize): bool {
  if (!reserveScratch(end - start + 16)) return false;
  const to = collapseTo(scratch, start, end);
  cleanStart = scratch;
  cleanEnd = to;
  let count: u32 = 0;
  for (let at = scratch; at < to; at += 16) {
    const left = to - at;
    count += countCodePoints(at, left >= 16 ? 0xffff : (1 << (<u32>left)) - 1);
  }
  codePoints = count;
  return true;
}

/** `normalise` for texts of at most sixteen bytes, which most are. */
function normaliseShort(start: usize, length: usize): bool {
  const bytes = v128.load(start);
  const all = (1 << (<u32>length)) - 1;
  const spaces = asciiSpaces(bytes) & all;
  const others = spaces ^ all;
  if (!others) {
    codePoints = 0;
    return true;
  }
  const first = ctz(others);
  const last = 31 - clz(others);
  const inside = ((2 << last) - 1) & ~((1 << first) - 1);
  const plain = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(0x20)));
  let bad = spaces & (~plain | (spaces >> 1));
  cleanStart = start + first;
  cleanEnd = start + last + 1;
  spaceBefore = first != 0;
  spaceAfter = cleanEnd != start + length;
  if (i8x16.bitmask(bytes) & inside) {
    bad |= i8x16.bitmask(wideSpaces(start, bytes));
    codePoints = countCodePoints(start, inside);
  } else {
    codePoints = last + 1 - first;
  }
  return bad & inside ? collapse(cleanStart, cleanEnd) : true;
}

/**
 * Normalises a text: sets `cleanStart`, `cleanEnd`, `codePoints`, which may be 0, `spaceBefore` and `spaceAfter`. False if memory for a
 * copy is unavailable.
 */
export function normalise(start: usize, length: usize): bool {
  hasJoiners = false;
  if (length <= 16) return normaliseShort(start, length);
  let end = start + length;
  const first = start;
  for (;;) {
    const others = asciiSpaces(v128.load(start)) ^ 0xffff;
    if (others) {
      start += ctz(others);
      break;
    }
    start += 16;
    if (start >= end) break;
  }
  if (start >= end) {
    codePoints = 0;
    return true;
  }
  spaceBefore = start != first;
  const stop = end;
  while (isAsciiSpace(<u32>load<u8>(end - 1))) --end;
  spaceAfter = end != stop;
  let count: u32 = 0;
  for (let at = start; at < end; at += 16) {
    const bytes = v128.load(at);
    const left = end - at;
    const mask: u32 = left >= 16 ? 0xffff : (1 << (<u32>left)) - 1;
    let bad = v128.or(inRange(bytes, 9, 5), doubleSpaces(at, bytes));
    if (i8x16.bitmask(bytes) & mask) {
      bad = v128.or(bad, wideSpaces(at, bytes));
      count += countCodePoints(at, mask);
    } else {
      count += left >= 16 ? 16 : <u32>left;
    }
    if (i8x16.bitmask(bad) & mask) return collapse(start, end);
  }
  cleanStart = start;
  cleanEnd = end;
  codePoints = count;
  return true;
}

// @ts-ignore: decorator
@inline
export function cleanHash(): u64 {
  return hashBytes(cleanStart, cleanEnd - cleanStart);
}

/** Start of a text without leading ASCII white space. */
export function contentStart(start: usize, length: u32): usize {
  const end = start + length;
  while (start < end && isAsciiSpace(<u32>load<u8>(start))) ++start;
  return start;
}

/** End of a text without trailing ASCII white space. */
export function contentEnd(start: usize, length: u32): usize {
  let end = start + length;
  while (end > start && isAsciiSpace(<u32>load<u8>(end - 1))) --end;
  return end;
}

/**
 * Number of bytes of a joiner at an address: a soft hyphen, zero-width space or word joiner; otherwise 0. Also 0 for a zero-width space in
 * scripts that separate words by it.
 */
function joinerAt(at: usize, end: usize): u32 {
  if (load<u16>(at) == 0xadc2) return 2;
  const three = load<u32>(at) & 0xffffff;
  if (three == 0xa081e2) return 3;
  return three == 0x8b80e2 && (at + 3 >= end || <u32>load<u8>(at, 3) - 0xe0 > 1) ? 3 : 0;
}

/** True if a text has other characters than joiners and white space. */
function hasOthers(at: usize, end: usize): bool {
  for (let bytes: u32 = 0; at < end; at += bytes) {
    bytes = joinerAt(at, end);
    if (!bytes) bytes = spaceAt(at);
    if (!bytes) return true;
  }
  return false;
}

/**
 * Removes joiners (soft hyphens and similar) from a text, unless it contains nothing else, because segments are never empty. True if the
 * text has become shorter.
 */
export function removeJoiners(text: Node): bool {
  let to = text.text;
  const end = text.textEnd;
  if (!hasOthers(to, end)) return false;
  for (let at = to; at < end; ) {
    const bytes = joinerAt(at, end);
    at += bytes;
    if (!bytes) store<u8>(to++, load<u8>(at++));
  }
  const isShorter = to < end;
  if (isShorter) text.textLength = <u32>(to - text.text);
  return isShorter;
}
