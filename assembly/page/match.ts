/** Lists of words are literals in lower case, separated by spaces; `word*` matches all words with this prefix. */
import { findSpace, isLiteral, skipSpace, toLower, trimEnd } from '../html/scan';
import { spellingLength, spellingOf } from '../html/names';
import { AttributeId, hasValue, rawEnd, rawStart } from './attribute-values';

/** Number of bytes that a word of a list matches, excluding the asterisk; 0 if it does not match. */
function matchWord(at: usize, end: usize, word: usize, last: usize): usize {
  let from = at;
  let letter = <u32>load<u16>(word);
  while (from < end && word < last && letter == toLower(load<u8>(from))) {
    from++;
    word += 2;
    letter = word < last ? <u32>load<u16>(word) : 0x20;
  }
  return letter == 0x2a || (from == end && letter == 0x20) ? from - at : 0;
}

/**
 * Number of bytes that the first matching word of a list matches, excluding the asterisk and ignoring case, or 0. The search
 * for the first letter reads eight at a time.
 */
export function match(at: usize, end: usize, words: string): usize {
  if (at >= end) return 0;
  const start = changetype<usize>(words);
  const last = start + ((<usize>words.length) << 1);
  const first = toLower(load<u8>(at));
  let found = u32(load<u16>(start) == first);
  for (let block = start; block < last; block += 16) {
    const begins = i16x8.eq(v128.load(block, 2), i16x8.splat(<i16>first));
    const followsSpace = i16x8.eq(v128.load(block), i16x8.splat(0x20));
    for (found |= (<u32>i16x8.bitmask(v128.and(begins, followsSpace))) << 1; found; found &= found - 1) {
      const word = block + (ctz(found) << 1);
      const length = word < last ? matchWord(at, end, word, last) : 0;
      if (length) return length;
    }
  }
  return 0;
}

/** The first address from which on a word of a list matches, or `end`. */
export function findMatch(at: usize, end: usize, words: string): usize {
  while (at < end && !match(at, end, words)) at++;
  return at;
}

/** True if bytes begin with a word, ignoring case. */
export function startsWith(at: usize, end: usize, word: string): bool {
  return at + word.length <= end && isLiteral(at, word);
}

/** True if the name of an element, which `Tag` contains, is one of the words. */
export function tagIs(tag: u32, words: string): bool {
  return match(spellingOf(tag), spellingOf(tag) + spellingLength(tag), words) != 0;
}

/** True if a value, trimmed, matches one of the words. */
export function valueIs(known: u32, words: string): bool {
  if (!hasValue(known)) return false;
  const at = skipSpace(rawStart(known), rawEnd(known));
  return match(at, trimEnd(at, rawEnd(known)), words) != 0;
}

/** True if a class of the element that was read last matches one of the words. */
export function hasClass(words: string): bool {
  if (!hasValue(AttributeId.CLASS)) return false;
  let at = rawStart(AttributeId.CLASS);
  const end = rawEnd(AttributeId.CLASS);
  while (at < end) {
    const start = skipSpace(at, end);
    at = findSpace(start, end);
    if (at > start && match(start, at, words)) return true;
  }
  return false;
}
