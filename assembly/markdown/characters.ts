/** Characters with a meaning in Markdown, and classes of those next to delimiters of emphasis (CommonMark, flanking delimiter runs). */
import { spaceAt, wideSpacesAt } from '../page/text';

export const SPACE: u32 = 0;
export const PUNCTUATION: u32 = 1;
export const WORD: u32 = 2;

/** Skips white space, including non-ASCII. */
export function skipBlank(at: usize, end: usize): usize {
  for (let gap = at < end ? spaceAt(at) : 0; gap; gap = at < end ? spaceAt(at) : 0) at += gap;
  return at;
}

export function classOfByte(byte: u32): u32 {
  if (byte <= 0x20) return SPACE;
  return byte - 0x30 < 10 || (byte | 0x20) - 0x61 < 26 || byte == 0x7f ? WORD : PUNCTUATION;
}

// Ranges of characters outside ASCII: the first character of each, and its class. Class 3: punctuation for only some renderers, which
// differs from the classes above. Other characters count as letters, although some alphabets contain punctuation.
const STARTS = memory.data<u32>([
  0x80, 0xa0, 0xa1, 0xaa, 0xab, 0xb5, 0xb6, 0xba, 0xbb, 0xc0, 0xd7, 0xd8, 0xf7, 0xf8, 0x37e, 0x37f, 0x387, 0x388, 0x55a,
  0x560, 0x589, 0x58b, 0x5be, 0x5bf, 0x5c0, 0x5c1, 0x5c3, 0x5c4, 0x5f3, 0x5f5, 0x606, 0x610, 0x61b, 0x620, 0x66a, 0x66e,
  0x6d4, 0x6d5, 0x700, 0x70e, 0x964, 0x966, 0x970, 0x971, 0xe3f, 0xe40, 0xf04, 0xf40, 0x104a, 0x1050, 0x1360, 0x1369,
  0x17d4, 0x17dc, 0x1800, 0x180b, 0x2000, 0x200b, 0x2010, 0x2028, 0x202a, 0x202f, 0x2030, 0x205f, 0x2060, 0x2c00,
  0x2e00, 0x3000, 0x3001, 0x3020, 0x3040, 0x30fb, 0x30fc, 0xfe10, 0xfe70, 0xfeff, 0xff00, 0xff10, 0xff1a, 0xff21,
  0xff3b, 0xff41, 0xff5b, 0xff66, 0xffe0, 0x10000, 0x1f000, 0x20000, 0xffffffff,
]);
const CLASSES = memory.data<u8>([
  3, 0, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3,
  2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 0, 2, 1, 0, 2, 0, 3, 0, 3, 2, 3, 0, 1, 3, 2, 3, 2, 3, 2, 0, 1, 2,
  1, 2, 1, 2, 1, 2, 3, 2, 3, 2, 2,
]);

function classOfCode(code: u32): u32 {
  let index: usize = 0;
  while (load<u32>(STARTS + ((index + 1) << 2)) <= code) index++;
  return load<u8>(CLASSES + index);
}

/** The character that starts at `at`; reads four bytes. */
export function codeAt(at: usize): u32 {
  const byte = <u32>load<u8>(at);
  if (byte < 0x80) return byte;
  if (byte < 0xe0) return ((byte & 31) << 6) | (load<u8>(at, 1) & 63);
  const second = <u32>load<u8>(at, 1) & 63;
  const third = <u32>load<u8>(at, 2) & 63;
  if (byte < 0xf0) return ((byte & 15) << 12) | (second << 6) | third;
  return ((byte & 7) << 18) | (second << 12) | (third << 6) | (load<u8>(at, 3) & 63);
}

export function bytesOfCode(code: u32): u32 {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/** Class of the character that starts at `at`; reads four bytes. */
export function classAt(at: usize): u32 {
  const code = codeAt(at);
  return code < 0x80 ? classOfByte(code) : classOfCode(code);
}

/** Class of the character before `at`; SPACE if `at` is `start`. */
export function classBefore(at: usize, start: usize): u32 {
  if (at <= start) return SPACE;
  let first = at - 1;
  while (first > start && (load<u8>(first) & 0xc0) == 0x80) first--;
  return classAt(first);
}

// Bytes that need care: white space except single spaces, and characters with a meaning in Markdown. Two tables find those of
// ASCII. The first has, for each low half of a byte, the bits of the high halves with which the byte needs care; the second has
// the bit of each high half.
//
//   high half   bit   bytes
//   0             1   TAB LF VT FF CR
//   2             2   & *
//   3             4   <
//   5             8   [ \ ] _
//   6            16   `
//   7            32   { | ~
const LOW_TABLE: v128 = i8x16(16, 0, 0, 0, 0, 0, 2, 0, 0, 1, 3, 41, 45, 9, 32, 8);
const HIGH_TABLE: v128 = i8x16(1, 0, 2, 4, 0, 8, 16, 32, 0, 0, 0, 0, 0, 0, 0, 0);

/** Bit i: byte i of the text at `at` needs care. */
// @ts-ignore: decorator
@inline
export function needsCare(at: usize, bytes: v128): u32 {
  const low = v128.swizzle(LOW_TABLE, v128.and(bytes, i8x16.splat(15)));
  const high = v128.swizzle(HIGH_TABLE, i8x16.shr_u(bytes, 4));
  const blank = i8x16.splat(0x20);
  const spaces = v128.and(i8x16.eq(bytes, blank), i8x16.le_u(v128.load(at, 1), blank));
  let found = i8x16.bitmask(v128.or(i8x16.ne(v128.and(low, high), i8x16.splat(0)), spaces));
  if (i8x16.bitmask(bytes)) found |= wideSpacesAt(at);
  return found;
}

/** True if the character at `at`, which is not white space, has a meaning in Markdown. */
export function isSign(at: usize): bool {
  return load<u8>(at) < 0x80 && (needsCare(at, v128.load(at)) & 1) != 0;
}
