/** Whether text is TeX: what stands in an attribute, or between delimiters, is often something else. */
import { isLetter } from '../html/scan';

/** Words, or nothing. */
export const NO_TEX: u32 = 0;
/** A letter, or signs of calculation without words: TeX, where a formula is expected. */
export const WORDLESS: u32 = 1;
/** A command, or a sub- or superscript without words. */
export const SIGNS: u32 = 2;

/** Letters side by side that are a word. */
const WORD_LETTERS = 3;

/** What the text from `at` to `end` has of TeX. */
export function signsOf(at: usize, end: usize): u32 {
  let letters = 0;
  let signs: u32 = WORDLESS;
  let seen: u32 = 0;
  let hasWord = false;
  let hasOperator = false;
  for (; at < end; at++) {
    const byte = <u32>load<u8>(at);
    if (isLetter(byte)) {
      seen++;
      hasWord = hasWord || ++letters == WORD_LETTERS;
      continue;
    }
    letters = 0;
    if (byte == 0x5c && at + 1 < end && isLetter(load<u8>(at, 1))) return SIGNS;
    if (byte == 0x5e || byte == 0x5f) signs = SIGNS;
    hasOperator = hasOperator || byte == 0x3d || byte == 0x2b;
  }
  if (hasWord || !seen) return NO_TEX;
  return signs == SIGNS || hasOperator || seen == 1 ? signs : NO_TEX;
}
