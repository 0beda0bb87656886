/** Finds words inside attribute values, such as `author` in `postAuthorName`. */
import { Attribute, isAttribute } from '../html/attributes';
import { PERSON_ADDRESSES } from '../vocabulary';

/** A slot of a table of words; all 0 if empty. */
@unmanaged
class Slot {
  /** The first four letters of the word. */
  letters: u32;
  /** Index of the word's first letter in the list. */
  word: i32;
}

export const WORD_TABLE_BYTES = 1024;
/** Bits of a slot number. */
const SLOT_BITS: u32 = 7;
const LAST_SLOT: u32 = (1 << SLOT_BITS) - 1;

// @ts-ignore: decorator
@inline
function slotOf(letters: u32): u32 {
  return (letters * 0x9e3779b1) >> (32 - SLOT_BITS);
}

function slotAt(table: usize, slot: u32): Slot {
  return changetype<Slot>(table + slot * offsetof<Slot>());
}

/** Fills a table with words. They are in lower case, with at least four letters, each followed by a space. */
export function tableOf(words: string, table: usize): usize {
  let start = 0;
  for (let end = 0; end < words.length; ++end) {
    if (words.charCodeAt(end) > 0x20) continue;
    let letters: u32 = 0;
    for (let index = 0; index < 4; ++index) letters |= (<u32>words.charCodeAt(start + index)) << ((<u32>index) << 3);
    let slot = slotOf(letters);
    while (slotAt(table, slot).letters) slot = (slot + 1) & LAST_SLOT;
    slotAt(table, slot).letters = letters;
    slotAt(table, slot).word = start;
    start = end + 1;
  }
  return table;
}

/** True if the current value contains a word of a table. */
export function hasWord(words: string, table: usize): bool {
  for (let at = Attribute.value; at + 4 <= Attribute.valueEnd; ++at) {
    const letters = load<u32>(at) | 0x20202020;
    for (let slot = slotOf(letters); ; slot = (slot + 1) & LAST_SLOT) {
      const found = slotAt(table, slot);
      if (!found.letters) break;
      if (found.letters == letters && isWord(at, words, found.word)) return true;
    }
  }
  return false;
}

/** Words in URLs of authors. */
const PERSON_TABLE = tableOf(PERSON_ADDRESSES, memory.data(WORD_TABLE_BYTES, 4));

/** True if the current attribute is the URL of an author. */
export function isPersonUrl(): bool {
  return isAttribute('href') && hasWord(PERSON_ADDRESSES, PERSON_TABLE);
}

/** True if the word at `index` is at an address. A final hyphen in the list matches any character except a letter. */
function isWord(at: usize, words: string, index: i32): bool {
  for (; words.charCodeAt(index) > 0x20; ++index, ++at) {
    const letter = <u32>load<u8>(at) | 0x20;
    if (letter == <u32>words.charCodeAt(index)) continue;
    return words.charCodeAt(index) == 0x2d && words.charCodeAt(index + 1) <= 0x20 && letter - 0x61 >= 26;
  }
  return true;
}
