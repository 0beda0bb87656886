/**
 * Words in attributes. A list of words is a literal with spaces between them, in lower case; a word with an asterisk at its end
 * stands for all that begin with it.
 */
import { findSpace, skipSpace, trimEnd } from '../html/scan';
import { Known, hasValue, rawEnd, rawStart } from './attribute-values';

function lower(byte: u32): u32 {
  return byte - 0x41 < 26 ? byte | 0x20 : byte;
}

/**
 * Compares bytes with each word of a list, ignoring case: the bytes of the first one that matches, the asterisk not counted, or 0.
 */
export function match(at: usize, end: usize, words: string): usize {
  let word = changetype<usize>(words);
  const last = word + ((<usize>words.length) << 1);
  while (word < last) {
    let from = at;
    let letter = <u32>load<u16>(word);
    while (from < end && word < last && letter == lower(load<u8>(from))) {
      from++;
      word += 2;
      letter = word < last ? <u32>load<u16>(word) : 0x20;
    }
    if (letter == 0x2a || (from == end && letter == 0x20)) return from - at;
    while (word < last && load<u16>(word) != 0x20) word += 2;
    word += 2;
  }
  return 0;
}

/** Whether bytes begin with a word. */
export function startsWith(at: usize, end: usize, word: string): bool {
  const length = <usize>word.length;
  return at + length <= end && match(at, at + length, word) != 0;
}

/** Whether a value, without white space around it, is one of the words. */
export function valueIs(known: u32, words: string): bool {
  if (!hasValue(known)) return false;
  const at = skipSpace(rawStart(known), rawEnd(known));
  return match(at, trimEnd(at, rawEnd(known)), words) != 0;
}

/** Whether one of the classes of the element read last is one of the words. */
export function hasClass(words: string): bool {
  if (!hasValue(Known.CLASS)) return false;
  let at = rawStart(Known.CLASS);
  const end = rawEnd(Known.CLASS);
  while (at < end) {
    const start = skipSpace(at, end);
    at = findSpace(start, end);
    if (at > start && match(start, at, words)) return true;
  }
  return false;
}
