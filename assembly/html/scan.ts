/**
 * Scanning, sixteen bytes at a time. Vector loads read up to sixteen bytes beyond `end`. `findMarkup` has no `end`: it relies on the
 * sixteen NUL bytes that the parser writes after the source.
 *
 * If the bytes of a set have different low halves (the low four bits), one table look-up tests a byte: its low half selects the only member
 * that may equal it, and one comparison decides.
 */

/**
 * Lanes whose byte is one of the `count` values from `first` on. The range is moved to the lowest signed bytes, because signed comparisons
 * take one instruction, unsigned ones four.
 */
export function inRange(bytes: v128, first: i32, count: i32): v128 {
  return i8x16.lt_s(i8x16.sub(bytes, i8x16.splat(<i8>(first + 128))), i8x16.splat(<i8>(count - 128)));
}

/** Bytes at which a run of characters ends or needs decoding: `&`, `<` and NUL. */
const MARKUP_SET: v128 = i8x16(0, -1, -1, -1, -1, -1, 0x26, -1, -1, -1, -1, -1, 0x3c, -1, -1, 0);
/** ASCII whitespace: TAB, LF, FF, CR, SPACE. */
const SPACE_SET: v128 = i8x16(0x20, -1, -1, -1, -1, -1, -1, -1, -1, 0x09, 0x0a, -1, 0x0c, 0x0d, -1, 0);

/** Lanes with a byte of a set. */
export function inSet(set: v128, bytes: v128): v128 {
  return i8x16.eq(v128.swizzle(set, v128.and(bytes, i8x16.splat(0x0f))), bytes);
}

/** The next `&`, `<` or NUL. */
// @ts-ignore: decorator
@inline
export function findMarkup(at: usize): usize {
  let found = i8x16.bitmask(inSet(MARKUP_SET, v128.load(at)));
  while (!found) {
    at += 16;
    found = i8x16.bitmask(inSet(MARKUP_SET, v128.load(at)));
  }
  return at + ctz(found);
}

/** The first byte that is not ASCII whitespace, or `end`. */
export function skipSpace(at: usize, end: usize): usize {
  while (at < end) {
    const other = i8x16.bitmask(inSet(SPACE_SET, v128.load(at))) ^ 0xffff;
    if (other) return min(at + ctz(other), end);
    at += 16;
  }
  return end;
}

export function findSpace(at: usize, end: usize): usize {
  while (at < end) {
    const found = i8x16.bitmask(inSet(SPACE_SET, v128.load(at)));
    if (found) return min(at + ctz(found), end);
    at += 16;
  }
  return end;
}

export function trimEnd(at: usize, end: usize): usize {
  while (end > at && isSpace(load<u8>(end - 1))) end--;
  return end;
}

export function findDigit(at: usize, end: usize): usize {
  while (at < end) {
    const found = i8x16.bitmask(inRange(v128.load(at), 0x30, 10));
    if (found) return min(at + ctz(found), end);
    at += 16;
  }
  return end;
}

/** The first `byte`, or `end`. */
export function findByte(byte: i8, at: usize, end: usize): usize {
  while (at < end) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(byte)));
    if (found) return min(at + ctz(found), end);
    at += 16;
  }
  return end;
}

/** The first of three bytes, or `end`. */
export function findAny(first: i8, second: i8, third: i8, at: usize, end: usize): usize {
  while (at < end) {
    const bytes = v128.load(at);
    const found = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(bytes, i8x16.splat(first)), i8x16.eq(bytes, i8x16.splat(second))),
        i8x16.eq(bytes, i8x16.splat(third)),
      ),
    );
    if (found) return min(at + ctz(found), end);
    at += 16;
  }
  return end;
}

/** The first place of four small letters in memory order, ignoring case; or `end`. */
export function findFour(letters: u32, at: usize, end: usize): usize {
  const lower = i8x16.splat(0x20);
  for (; at < end; at += 16) {
    const first = i8x16.eq(v128.or(v128.load(at), lower), i8x16.splat(<i8>letters));
    const second = i8x16.eq(v128.or(v128.load(at, 1), lower), i8x16.splat(<i8>(letters >> 8)));
    for (let found = i8x16.bitmask(v128.and(first, second)); found; found &= found - 1)
      if ((load<u32>(at + ctz(found)) | 0x20202020) == letters) return min(at + ctz(found), end);
  }
  return end;
}

export function findDashes(at: usize, end: usize): usize {
  while (at < end) {
    const dash = i8x16.splat(0x2d);
    const found = i8x16.bitmask(v128.and(i8x16.eq(v128.load(at), dash), i8x16.eq(v128.load(at, 1), dash)));
    if (found) return min(at + ctz(found), end);
    at += 16;
  }
  return end;
}

/** Lanes that may end a tag name. Control characters are included, although only whitespace ends names. */
export function nameEnds(bytes: v128): i32 {
  return i8x16.bitmask(
    v128.or(
      i8x16.le_u(bytes, i8x16.splat(0x20)),
      v128.or(i8x16.eq(bytes, i8x16.splat(0x2f)), i8x16.eq(bytes, i8x16.splat(0x3e))),
    ),
  );
}

/** Lanes that may end an attribute name; control characters as in `nameEnds`. */
export function attributeNameEnds(bytes: v128): i32 {
  return i8x16.bitmask(
    v128.or(
      v128.or(i8x16.le_u(bytes, i8x16.splat(0x20)), i8x16.eq(bytes, i8x16.splat(0x3d))),
      v128.or(i8x16.eq(bytes, i8x16.splat(0x2f)), i8x16.eq(bytes, i8x16.splat(0x3e))),
    ),
  );
}

/** Lanes that may end an unquoted attribute value; control characters as in `nameEnds`. */
export function unquotedEnds(bytes: v128): i32 {
  return i8x16.bitmask(v128.or(i8x16.le_u(bytes, i8x16.splat(0x20)), i8x16.eq(bytes, i8x16.splat(0x3e))));
}

/** A to Z in lower case, other bytes unchanged. */
export function lowerCase(bytes: v128): v128 {
  const capitals = inRange(bytes, 0x41, 26);
  return v128.or(bytes, v128.and(capitals, i8x16.splat(0x20)));
}

export function isSpace(byte: u32): bool {
  return byte <= 0x20 && ((<u64>0x100003600 >> <u64>byte) & 1) != 0;
}

export function toLower(byte: u32): u32 {
  return byte - 0x41 < 26 ? byte | 0x20 : byte;
}

export function isLetter(byte: u32): bool {
  return (byte | 0x20) - 0x61 < 26;
}

export function isDigit(byte: u32): bool {
  return byte - 0x30 < 10;
}

export function areEqual(one: usize, other: usize, length: usize): bool {
  for (let index: usize = 0; index < length; index++)
    if (load<u8>(one + index) != load<u8>(other + index)) return false;
  return true;
}

/** True if bytes are equal, ignoring the case of A to Z. */
export function sameIgnoringCase(one: usize, other: usize, length: u32): bool {
  while (length >= 16) {
    if (i8x16.bitmask(i8x16.eq(lowerCase(v128.load(one)), lowerCase(v128.load(other)))) != 0xffff) return false;
    one += 16;
    other += 16;
    length -= 16;
  }
  const same = i8x16.bitmask(i8x16.eq(lowerCase(v128.load(one)), lowerCase(v128.load(other))));
  return (~same & ((1 << length) - 1)) == 0;
}

/** True if two names in the source are the same tag name; NUL equals U+FFFD. */
export function sameName(one: usize, oneLength: u32, other: usize, otherLength: u32): bool {
  // A fast test: names mostly differ in their first letter, which is ASCII.
  if ((load<u8>(one) ^ load<u8>(other)) & 0xdf) return false;
  if (oneLength == otherLength && sameIgnoringCase(one, other, oneLength)) return true;
  const oneEnd = one + oneLength;
  const otherEnd = other + otherLength;
  while (one < oneEnd && other < otherEnd) {
    const first = <u32>load<u8>(one);
    const second = <u32>load<u8>(other);
    const firstReplaced = first == 0 || (first == 0xef && load<u16>(one, 1) == 0xbdbf);
    const secondReplaced = second == 0 || (second == 0xef && load<u16>(other, 1) == 0xbdbf);
    if (firstReplaced != secondReplaced) return false;
    if (firstReplaced) {
      one += first ? 3 : 1;
      other += second ? 3 : 1;
      continue;
    }
    if (toLower(first) != toLower(second)) return false;
    ++one;
    ++other;
  }
  return one == oneEnd && other == otherEnd;
}

/** Copies in steps of sixteen bytes: it reads and writes up to fifteen bytes beyond `length`. */
export function copySteps(to: usize, from: usize, length: usize): void {
  for (let i: usize = 0; i < length; i += 16) v128.store(to + i, v128.load(from + i));
}

/** True if the bytes from `at` to `end` equal an ASCII literal in lower case, ignoring case. */
export function equalsLiteral(at: usize, end: usize, text: string): bool {
  return <i32>(end - at) == text.length && isLiteral(at, text);
}

/** True if an ASCII literal in lower case is at `at`, ignoring case. */
export function isLiteral(at: usize, text: string): bool {
  const from = changetype<usize>(text);
  const length = <usize>text.length;
  for (let i: usize = 0; i < length; i++) {
    if (toLower(load<u8>(at + i)) != <u32>load<u16>(from + (i << 1))) return false;
  }
  return true;
}

/** The first number between two addresses, or 0. */
export function numberBetween(at: usize, end: usize): u32 {
  let number: u32 = 0;
  for (at = findDigit(at, end); at < end && isDigit(load<u8>(at)); at++) number = number * 10 + load<u8>(at) - 0x30;
  return number;
}
