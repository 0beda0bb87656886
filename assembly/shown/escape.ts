/** Text as the characters between the quotes of a JSON string (RFC 8259): as V8's JSON.stringify writes it. */

/** Maximum number of bytes for one byte of input. */
export const ESCAPE_MAX: usize = 6;

function hex(digit: u32): u8 {
  return <u8>(digit < 10 ? 0x30 + digit : 0x57 + digit);
}

/** Lanes that must not stand in a string as they are: controls, the quote and the backslash. */
function special(bytes: v128): i32 {
  return i8x16.bitmask(
    v128.or(
      i8x16.lt_u(bytes, i8x16.splat(0x20)),
      v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
    ),
  );
}

/**
 * Writes the bytes from `from` to `end` at `to`, escaped; where it ends. Reads and writes up to fifteen bytes more than
 * there are.
 */
export function escape(to: usize, from: usize, end: usize): usize {
  while (from < end) {
    const bytes = v128.load(from);
    v128.store(to, bytes);
    const left = end - from;
    const found = <usize>ctz(special(bytes) | 0x10000);
    const plain = found < left ? found : left;
    from += plain;
    to += plain;
    if (plain < 16 && from < end) to = escapeByte(to, load<u8>(from++));
  }
  return to;
}

function escapeByte(to: usize, byte: u32): usize {
  store<u8>(to, 0x5c);
  let letter: u32 = 0;
  if (byte == 0x22 || byte == 0x5c) letter = byte;
  else if (byte == 0x08) letter = 0x62;
  else if (byte == 0x09) letter = 0x74;
  else if (byte == 0x0a) letter = 0x6e;
  else if (byte == 0x0c) letter = 0x66;
  else if (byte == 0x0d) letter = 0x72;
  if (letter) {
    store<u8>(to, <u8>letter, 1);
    return to + 2;
  }
  store<u32>(to, 0x30303075, 1);
  store<u8>(to, hex(byte >> 4), 4);
  store<u8>(to, hex(byte & 15), 5);
  return to + 6;
}
