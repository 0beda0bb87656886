/**
 * Text → words: what lies between the word boundaries of the Unicode standard (UAX #29) and has a letter or digit, in
 * lower case, soft hyphens left out.
 *
 * What a character is to a word, and its lower case, are told by the host (`characters`), so that its rules and these are of
 * one version of Unicode. Only scripts that are written with spaces are cut here. What stands between two spaces and has
 * any other character goes to the host, which knows dictionaries.
 */
import {
  CHARACTERS,
  CHARACTER_DIGIT,
  CHARACTER_FOREIGN,
  CHARACTER_JOINER,
  CHARACTER_LETTER,
  CHARACTER_MARK,
  CHARACTER_MID,
  CHARACTER_MID_DIGIT,
  CHARACTER_MID_LETTER,
  CHARACTER_OTHER,
  INPUT_PADDING,
  WORD_BLOCK,
  WORD_BYTES,
  WORD_KEY,
  WORD_POSITION,
} from '../layout';
import { hashBytes } from '../page/hash';
import { REGION_BYTES, reserve, startOf } from './regions';

/**
 * Finds the words in `length` bytes at `text`, and writes them at `to` in lower case, each behind its length in four bytes
 * and a length of 0 behind the last; how many bytes of the `room` that took. There is always enough of it.
 */
// @ts-ignore: decorator
@external('indexing', 'cutForeign')
declare function cutForeign(text: usize, length: usize, to: usize, room: usize): u32;

/** A byte for each character below CHARACTERS, and its lower case in two. */
const KINDS = memory.data(<i32>CHARACTERS);
const LOWER = memory.data(<i32>CHARACTERS * 2, 2);

/** Where the host writes what characters are. */
export function characterKinds(): usize {
  return KINDS;
}

/** Where the host writes their lower case, in sixteen bits each. */
export function lowerCharacters(): usize {
  return LOWER;
}

const FOUND = memory.data(<i32>REGION_BYTES, 8);
const LOWERED = memory.data(<i32>REGION_BYTES, 8);
const FOREIGN = memory.data(<i32>REGION_BYTES, 8);
/** Words of the current page. */
export let wordCount: u32 = 0;
/** Where they are. */
export function wordsAddress(): usize {
  return startOf(FOUND);
}

/** Words may be found from the beginning. */
export function forgetWords(): void {
  wordCount = 0;
}

/** Every byte a word, a lower case of three bytes for one, and a length for each. */
// @ts-ignore: decorator
@inline
function foreignRoom(length: usize): usize {
  return length * 7 + 4;
}

/** Character at an address; its length in bytes. The text is UTF-8. */
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
  character = CHARACTERS;
  return 4;
}

// @ts-ignore: decorator
@inline
function kindOf(code: u32): u32 {
  return code < CHARACTERS ? <u32>load<u8>(KINDS + code) : CHARACTER_FOREIGN;
}

function hasForeign(at: usize, end: usize): bool {
  while (at < end) {
    at += decode(at);
    if (kindOf(character) == CHARACTER_FOREIGN) return true;
  }
  return false;
}

/** Every bit of a key depends on every bit of the hash: tables and runs go by its highest. */
// @ts-ignore: decorator
@inline
function keyOf(start: usize, length: usize): u64 {
  let key = hashBytes(start, length);
  key = (key ^ (key >> 33)) * 0xff51afd7ed558ccd;
  return key ^ (key >> 29);
}

// @ts-ignore: decorator
@inline
function add(key: u64, position: u32, block: u32): void {
  const word = startOf(FOUND) + <usize>(wordCount++) * WORD_BYTES;
  store<u64>(word, key, WORD_KEY);
  store<u32>(word, position, WORD_POSITION);
  store<u32>(word, block, WORD_BLOCK);
}

/** Writes a word in lower case; where it ends. */
function lower(at: usize, end: usize, to: usize): usize {
  while (at < end) {
    const length = decode(at);
    const code = <u32>load<u16>(LOWER + (<usize>character << 1));
    at += length;
    if (code < 0x80) {
      store<u8>(to++, <u8>code);
    } else if (code < 0x800) {
      if (code == 0xad) continue;
      store<u8>(to, <u8>(0xc0 | (code >> 6)));
      store<u8>(to, <u8>(0x80 | (code & 0x3f)), 1);
      to += 2;
    } else {
      store<u8>(to, <u8>(0xe0 | (code >> 12)));
      store<u8>(to, <u8>(0x80 | ((code >> 6) & 0x3f)), 1);
      store<u8>(to, <u8>(0x80 | (code & 0x3f)), 2);
      to += 3;
    }
  }
  return to;
}

/** Words between two addresses, none of whose characters is foreign; the position after the last. */
function cut(at: usize, end: usize, position: u32, block: u32): u32 {
  while (at < end) {
    const start = at;
    at += decode(at);
    let kind = kindOf(character);
    if (kind - CHARACTER_LETTER > CHARACTER_JOINER - CHARACTER_LETTER) continue;
    let isWord = kind != CHARACTER_JOINER;
    let isAscii = character < 0x80;
    while (at < end) {
      const length = decode(at);
      const next = kindOf(character);
      if (next == CHARACTER_OTHER) break;
      if (next == CHARACTER_MARK) {
        isAscii = false;
        // Hosts see no word in what ends like this.
        if (kind == CHARACTER_JOINER) isWord = false;
      } else if (next <= CHARACTER_JOINER) {
        isAscii &= character < 0x80;
        // Two of what joins are a word, as hosts have it.
        isWord = true;
        kind = next;
      } else {
        const joins =
          kind == CHARACTER_LETTER
            ? next == CHARACTER_MID_LETTER || next == CHARACTER_MID
            : kind == CHARACTER_DIGIT && (next == CHARACTER_MID_DIGIT || next == CHARACTER_MID);
        if (!joins) break;
        isAscii &= character < 0x80;
        let ahead = at + length;
        let after: u32 = CHARACTER_OTHER;
        while (ahead < end) {
          ahead += decode(ahead);
          after = kindOf(character);
          isAscii &= character < 0x80;
          if (after != CHARACTER_MARK) break;
        }
        if (after != kind) break;
        at = ahead;
        continue;
      }
      at += length;
    }
    if (!isWord) continue;
    if (isAscii) {
      add(keyOf(start, at - start), position++, block);
    } else {
      const lowered = startOf(LOWERED);
      const stop = lower(start, at, lowered);
      add(keyOf(lowered, stop - lowered), position++, block);
    }
  }
  return position;
}

/** Letters of ASCII in lower case, where they stand; whether there is anything but ASCII. */
function lowerAscii(start: usize, end: usize): bool {
  let high = i8x16.splat(0);
  for (let at = start; at < end; at += 16) {
    const bytes = v128.load(at);
    const letters = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x41)), i8x16.splat(26));
    v128.store(at, v128.or(bytes, v128.and(letters, i8x16.splat(0x20))));
    // The last vector goes beyond the end.
    if (at + 16 <= end) high = v128.or(high, bytes);
    else for (let rest = at; rest < end; ++rest) if (load<u8>(rest) >= 0x80) return true;
  }
  return i8x16.bitmask(high) != 0;
}

/** Room for the words of so many bytes of text beside those that were found; false where there is none. */
export function reserveWords(bytes: usize): bool {
  // Two characters a word at least, but where the host cuts: there one of three bytes.
  const count = <usize>wordCount + (bytes >> 1) + 2;
  return reserve(FOUND, count * WORD_BYTES, <usize>wordCount * WORD_BYTES) && reserve(LOWERED, bytes * 3 + INPUT_PADDING, 0);
}

/**
 * Finds the words of a text, for which there is room and, behind it, padding; it is lower case then. Numbers them from
 * `position` on; the position after the last, or 0 if memory is unavailable.
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
    if (!reserve(FOREIGN, room + INPUT_PADDING, 0)) return 0;
    cutForeign(from, at - from, startOf(FOREIGN), room);
    let word = startOf(FOREIGN);
    for (let length = <usize>load<u32>(word); length; length = <usize>load<u32>(word)) {
      add(keyOf(word + 4, length), position++, block);
      word += 4 + length;
    }
  }
  return position;
}
