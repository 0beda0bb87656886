/**
 * Letters of all scripts in lower case. Capitals of Latin, Greek and Cyrillic become small letters if the code points of both differ by a
 * constant; accents are kept. Characters beyond 16 bits, such as emoji, are not letters.
 */

/** Bytes of the character that `readLetter` read. */
export let letterBytes: u32 = 1;

/** The letter at an address in UTF-8, in lower case; 0 for other characters. */
export function readLetter(at: usize): u32 {
  const lead = <u32>load<u8>(at);
  letterBytes = 1;
  if (lead < 0x80) return (lead | 0x20) - 0x61 < 26 ? lead | 0x20 : 0;
  const second = <u32>load<u8>(at, 1) & 0x3f;
  if (lead < 0xe0) {
    letterBytes = 2;
    return lowerCase(((lead & 0x1f) << 6) | second);
  }
  if (lead < 0xf0) {
    letterBytes = 3;
    const code = ((lead & 0x0f) << 12) | (second << 6) | (<u32>load<u8>(at, 2) & 0x3f);
    return isMark(code) ? 0 : code;
  }
  letterBytes = 4;
  return 0;
}

/** True for punctuation and symbols, Indic and East Asian marks, full-width and half-width forms. */
function isMark(code: u32): bool {
  return code - 0x964 < 2 || code - 0x2000 < 0xc00 || code - 0x3000 < 0x41 || code == 0x30fb || code >= 0xfe00;
}

/** The lower case of a letter below 2,048; 0 for other code points. */
function lowerCase(code: u32): u32 {
  if (code < 0xc0 || code == 0xd7 || code == 0xf7) return 0;
  if (code < 0xdf) return code + 0x20;
  if (code < 0x100) return code;
  // A capital and its small letter are adjacent. Code points of capitals are odd in two ranges, otherwise even.
  if (code < 0x180) {
    const isOdd = code - 0x139 < 0x10 || code - 0x179 < 6;
    return isOdd ? code + (code & 1) : code | 1;
  }
  if (code - 0x391 < 0x19 || code - 0x410 < 0x20) return code + 0x20;
  if (code - 0x400 < 0x10) return code + 0x50;
  if (code - 0x388 < 3) return code + 0x25;
  if (code == 0x386) return 0x3ac;
  if (code == 0x38c) return 0x3cc;
  if (code == 0x3c2) return 0x3c3;
  // Punctuation of Arabic, Urdu and Greek.
  if (code == 0x60c || code == 0x61b || code == 0x61f || code == 0x6d4 || code == 0x37e) return 0;
  return code;
}

/** True for letters of scripts without spaces between words: Thai, Lao, kana and Han. */
// @ts-ignore: decorator
@inline
export function isSpaceless(letter: u32): bool {
  return letter - 0xe00 < 0x100 || letter - 0x3041 < 0x6fbf;
}
