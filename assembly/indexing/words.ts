/**
 * Text → words: the parts between word boundaries of the Unicode standard (UAX #29) that have a letter or a digit, in lower
 * case and without soft hyphens.
 *
 * The host writes the kind and the lower case of every character, so that the rules of both have one version of Unicode.
 * Latin, Greek and Cyrillic are divided here. Text between two spaces that has any other character goes to the host, which
 * has dictionaries.
 */
import { lowerCase } from '../html/scan';
import { writeCodePoint } from '../html/utf8';
import { INPUT_PADDING } from '../page/records';
import { Character, Word } from './records';
import { hashBytes } from '../page/hash';
import { newRegion } from '../region';

/**
 * Finds the words in `length` bytes at `text` and writes them at `to` in lower case: each after its length in four bytes, and a
 * length of 0 at the end. Returns the number of bytes written. `room` is the size of the buffer, which always suffices.
 */
// @ts-ignore: decorator
@external('indexing', 'cutForeign')
declare function cutForeign(text: usize, length: usize, to: usize, room: usize): u32;

/** The kind of each character below Character.COUNT, in one byte. */
const KINDS = memory.data(<i32>Character.COUNT);
/** Its lower case, in two bytes. */
const LOWER = memory.data(<i32>Character.COUNT * 2, 2);

/** Address at which the host writes the kinds of characters. */
export function characterKinds(): usize {
  return KINDS;
}

/** Address at which the host writes their lower case, in 16 bits each. */
export function lowerCharacters(): usize {
  return LOWER;
}

/** Records of the words of the current page or text. */
export const WORDS = newRegion();
/** The current word in lower case. */
const LOWERED = newRegion();
/** The words that the host found in a text. */
const FOREIGN = newRegion();
/** Number of words of the current page or text. */
export let wordCount: u32 = 0;

export function wordsAddress(): usize {
  return WORDS.at;
}

/** Removes all words. */
export function forgetWords(): void {
  wordCount = 0;
}

/** The worst case: each byte is a word, with three bytes in lower case and a length of four. */
function foreignRoom(length: usize): usize {
  return length * 7 + 4;
}

/** Sets `character` to the character at an address, whose text is UTF-8. Returns its length in bytes. */
let character: u32 = 0;
// @ts-ignore: decorator
@inline
function decode(at: usize): usize {
  const first = <u32>load<u8>(at);
  if (first < 0x80) {
    character = first;
    return 1;
  }
  if (first < 0xe0) {
    character = ((first & 0x1f) << 6) | (load<u8>(at, 1) & 0x3f);
    return 2;
  }
  if (first < 0xf0) {
    character = ((first & 0x0f) << 12) | ((<u32>load<u8>(at, 1) & 0x3f) << 6) | (load<u8>(at, 2) & 0x3f);
    return 3;
  }
  character = Character.COUNT;
  return 4;
}

function kindOf(code: u32): u32 {
  return code < Character.COUNT ? <u32>load<u8>(KINDS + code) : Character.FOREIGN;
}

function hasForeign(at: usize, end: usize): bool {
  while (at < end) {
    at += decode(at);
    if (kindOf(character) == Character.FOREIGN) return true;
  }
  return false;
}

function add(key: u64, position: u32, block: u32): void {
  const word = WORDS.record<Word>(wordCount++);
  word.key = key;
  word.position = position;
  word.block = block;
}

/** Writes a word in lower case; returns its end. */
function lower(at: usize, end: usize, to: usize): usize {
  while (at < end) {
    const length = decode(at);
    const code = <u32>load<u16>(LOWER + ((<usize>character) << 1));
    at += length;
    // Soft hyphens are left out.
    if (code != 0xad) to = writeCodePoint(to, code);
  }
  return to;
}

/** Adds the words of a text without foreign characters; returns the position after the last. */
function cut(at: usize, end: usize, position: u32, block: u32): u32 {
  while (at < end) {
    const start = at;
    at += decode(at);
    let kind = kindOf(character);
    if (kind - Character.LETTER > Character.JOINER - Character.LETTER) continue;
    let isWord = kind != Character.JOINER;
    let isAscii = character < 0x80;
    while (at < end) {
      const length = decode(at);
      const next = kindOf(character);
      if (next == Character.OTHER) break;
      if (next == Character.MARK) {
        isAscii = false;
        // `Intl.Segmenter` finds no word in a joiner with a mark.
        if (kind == Character.JOINER) isWord = false;
      } else if (next <= Character.JOINER) {
        isAscii = isAscii && character < 0x80;
        // `Intl.Segmenter` finds a word in two joiners.
        isWord = true;
        kind = next;
      } else {
        const joins =
          kind == Character.LETTER
            ? next == Character.MID_LETTER || next == Character.MID
            : kind == Character.DIGIT && (next == Character.MID_DIGIT || next == Character.MID);
        if (!joins) break;
        isAscii = isAscii && character < 0x80;
        let ahead = at + length;
        let after: u32 = Character.OTHER;
        while (ahead < end) {
          ahead += decode(ahead);
          after = kindOf(character);
          isAscii = isAscii && character < 0x80;
          if (after != Character.MARK) break;
        }
        if (after != kind) break;
        at = ahead;
        continue;
      }
      at += length;
    }
    if (!isWord) continue;
    if (isAscii) {
      add(hashBytes(start, at - start), position++, block);
    } else {
      const lowered = LOWERED.at;
      const stop = lower(start, at, lowered);
      add(hashBytes(lowered, stop - lowered), position++, block);
    }
  }
  return position;
}

/** Changes ASCII letters to lower case in the text itself. Returns whether the text has other characters than ASCII. */
function lowerAscii(start: usize, end: usize): bool {
  let high = i8x16.splat(0);
  for (let at = start; at < end; at += 16) {
    const bytes = v128.load(at);
    v128.store(at, lowerCase(bytes));
    // The last vector exceeds the end.
    if (at + 16 <= end) high = v128.or(high, bytes);
    else for (let rest = at; rest < end; ++rest) if (load<u8>(rest) >= 0x80) return true;
  }
  return i8x16.bitmask(high) != 0;
}

/** Reserves records for the words of `bytes` more bytes of text; false if memory is unavailable. */
export function reserveWords(bytes: usize): bool {
  // A word takes two bytes with its space; a word that the host found may be one character, of three bytes.
  const count = <usize>wordCount + (bytes >> 1) + 2;
  return WORDS.grow(count * Word.BYTES, <usize>wordCount * Word.BYTES) && LOWERED.grow(bytes * 3 + INPUT_PADDING, 0);
}

/**
 * Adds the words of a text with positions from `position` on; returns the position after the last, or 0 if memory is
 * unavailable. `reserveWords` must have been called, and padding must follow the text. Its ASCII letters become lower case.
 */
export function findWords(start: usize, end: usize, position: u32, block: u32): u32 {
  if (!lowerAscii(start, end)) return cut(start, end, position, block);
  for (let at = start; at < end; ) {
    while (at < end && load<u8>(at) <= 0x20) ++at;
    const from = at;
    while (at < end && load<u8>(at) > 0x20) ++at;
    if (!hasForeign(from, at)) {
      position = cut(from, at, position, block);
      continue;
    }
    const room = foreignRoom(at - from);
    if (!FOREIGN.grow(room + INPUT_PADDING, 0)) return 0;
    cutForeign(from, at - from, FOREIGN.at, room);
    let word = FOREIGN.at;
    for (let length = <usize>load<u32>(word); length; length = <usize>load<u32>(word)) {
      add(hashBytes(word + 4, length), position++, block);
      word += 4 + length;
    }
  }
  return position;
}
