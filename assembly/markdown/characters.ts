/** What a character is to a delimiter of emphasis (CommonMark, flanking delimiter runs). */

export const SPACE: u32 = 0;
export const PUNCTUATION: u32 = 1;
export const WORD: u32 = 2;
/** Punctuation to some readers: symbols, and characters whose class is not looked up. */
export const UNSURE: u32 = 3;

/** Class of an ASCII character. */
// @ts-ignore: decorator
@inline
export function classOfByte(byte: u32): u32 {
  if (byte <= 0x20) return SPACE;
  return byte - 0x30 < 10 || (byte | 0x20) - 0x61 < 26 || byte == 0x7f ? WORD : PUNCTUATION;
}

/** Class of a character outside ASCII. */
function classOfCode(code: u32): u32 {
  if (code < 0xc0) return code == 0xaa || code == 0xb5 || code == 0xba ? WORD : code == 0xa0 ? SPACE : UNSURE;
  if (code < 0x2000) return code == 0xd7 || code == 0xf7 ? UNSURE : classOfScript(code);
  if (code < 0x200b) return SPACE;
  if (code < 0x2010) return WORD;
  // Dashes, quotation marks, bullets, the ellipsis.
  if (code < 0x2028) return PUNCTUATION;
  if (code < 0x2c00) return code - 0x2028 < 2 || code == 0x202f || code == 0x205f ? SPACE : UNSURE;
  if (code < 0x3040) return code < 0x2e00 ? WORD : code == 0x3000 ? SPACE : code < 0x3004 ? PUNCTUATION : UNSURE;
  if (code < 0xfe00) return code == 0x30fb ? UNSURE : WORD;
  if (code < 0x10000) return (code >= 0xfe10 && code < 0xfe70) || code >= 0xff00 ? fullWidth(code) : WORD;
  return code >= 0x1f000 && code < 0x20000 ? UNSURE : WORD;
}

/** Punctuation of alphabets; other characters below U+2000 are taken for letters. */
function classOfScript(code: u32): u32 {
  if (code < 0x37e) return WORD;
  if (code == 0x37e || code == 0x387 || (code >= 0x55a && code < 0x560) || code == 0x589 || code == 0x58a) return UNSURE;
  if (code == 0x5be || code == 0x5c0 || code == 0x5c3 || code == 0x5c6 || code == 0x5f3 || code == 0x5f4) return UNSURE;
  if (code >= 0x606 && code < 0x610) return UNSURE;
  if (code == 0x61b || code == 0x61e || code == 0x61f || (code >= 0x66a && code < 0x66e) || code == 0x6d4) return UNSURE;
  if (code >= 0x700 && code < 0x70e) return UNSURE;
  if (code == 0x964 || code == 0x965 || code == 0x970 || code == 0xdf4 || code == 0xe3f || code == 0xe4f) return UNSURE;
  if (code >= 0xf04 && code < 0xf40) return UNSURE;
  if (code >= 0x104a && code < 0x1050) return UNSURE;
  if (code == 0x10fb || (code >= 0x1360 && code < 0x1369) || code == 0x1400) return UNSURE;
  return (code >= 0x17d4 && code < 0x17dc) || (code >= 0x1800 && code < 0x180b) ? UNSURE : WORD;
}

function fullWidth(code: u32): u32 {
  if (code == 0xfeff) return SPACE;
  if (code < 0xff00) return UNSURE;
  if (code - 0xff10 < 10 || code - 0xff21 < 26 || code - 0xff41 < 26 || (code >= 0xff66 && code < 0xffe0)) return WORD;
  return UNSURE;
}

/** Class of the character that starts at `at`; reads four bytes. */
export function classAt(at: usize): u32 {
  const byte = <u32>load<u8>(at);
  if (byte < 0x80) return classOfByte(byte);
  if (byte < 0xe0) return classOfCode(((byte & 31) << 6) | (load<u8>(at, 1) & 63));
  const second = <u32>load<u8>(at, 1) & 63;
  const third = <u32>load<u8>(at, 2) & 63;
  if (byte < 0xf0) return classOfCode(((byte & 15) << 12) | (second << 6) | third);
  return classOfCode(((byte & 7) << 18) | (second << 12) | (third << 6) | (load<u8>(at, 3) & 63));
}

/** Class of the character that ends before `at`; SPACE where `at` is `start`. */
export function classBefore(at: usize, start: usize): u32 {
  if (at <= start) return SPACE;
  let first = at - 1;
  while (first > start && (load<u8>(first) & 0xc0) == 0x80) first--;
  return classAt(first);
}
