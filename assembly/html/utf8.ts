/** UTF-8 (RFC 3629). The parser assumes checked input. The check skips ASCII by vectors; most pages have few other characters. */

/** Length of the non-ASCII character at an address; 0 if it is malformed, as are surrogates and overlong forms. Reads up to four bytes. */
function characterBytes(at: usize): u32 {
  const first = <u32>load<u8>(at);
  const second = <u32>load<u8>(at, 1);
  if (first < 0xc2) return 0;
  if (first < 0xe0) return second >> 6 == 2 ? 2 : 0;
  if (<u32>load<u8>(at, 2) >> 6 != 2) return 0;
  if (first < 0xf0) {
    const low: u32 = first == 0xe0 ? 0xa0 : 0x80;
    const high: u32 = first == 0xed ? 0x9f : 0xbf;
    return second >= low && second <= high ? 3 : 0;
  }
  if (first > 0xf4 || <u32>load<u8>(at, 3) >> 6 != 2) return 0;
  const low: u32 = first == 0xf0 ? 0x90 : 0x80;
  const high: u32 = first == 0xf4 ? 0x8f : 0xbf;
  return second >= low && second <= high ? 4 : 0;
}

/** True for UTF-8. Reads up to sixteen bytes beyond the input. */
export function isUtf8(start: usize, length: usize): bool {
  const end = start + length;
  let at = start;
  while (at < end) {
    const high = i8x16.bitmask(v128.load(at));
    if (!high) {
      at += 16;
      continue;
    }
    at += ctz(high);
    // Non-ASCII characters come in runs, so a whole run is read before the next vector.
    while (at < end && load<u8>(at) >= 0x80) {
      const bytes = characterBytes(at);
      if (!bytes || at + bytes > end) return false;
      at += bytes;
    }
  }
  return true;
}

/** Writes a code point as UTF-8; returns the address after it. */
export function writeCodePoint(to: usize, code: u32): usize {
  if (code < 0x80) {
    store<u8>(to, code);
    return to + 1;
  }
  if (code < 0x800) {
    store<u8>(to, 0xc0 | (code >> 6));
    store<u8>(to, 0x80 | (code & 0x3f), 1);
    return to + 2;
  }
  if (code < 0x10000) {
    store<u8>(to, 0xe0 | (code >> 12));
    store<u8>(to, 0x80 | ((code >> 6) & 0x3f), 1);
    store<u8>(to, 0x80 | (code & 0x3f), 2);
    return to + 3;
  }
  store<u8>(to, 0xf0 | (code >> 18));
  store<u8>(to, 0x80 | ((code >> 12) & 0x3f), 1);
  store<u8>(to, 0x80 | ((code >> 6) & 0x3f), 2);
  store<u8>(to, 0x80 | (code & 0x3f), 3);
  return to + 4;
}
