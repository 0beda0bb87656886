/** Amounts in a text: prices, weights and lengths. A price has a currency and at least two digits: `$1` is a name in programs. */
import { nodeAt } from '../../html/nodes';
import { findDigit, inRange, isDigit, isLetter } from '../../html/scan';
import { segmentAt, segmentCount } from '../../page/arena';
import { Segment } from '../../page/records';
import { skipSpaces, spaceAt } from '../../page/text';
import { isCurrency, isUnit } from '../../vocabulary';

/** Kinds of amounts, in ascending order of priority. */
export namespace Amount {
  export const NONE: u32 = 0;
  export const MEASURE: u32 = 1;
  export const PRICE: u32 = 2;
}

/** Maximum letters of a unit or a currency code. */
const WORD_LETTERS: u32 = 3;

/** Bytes of the currency sign at an address, or 0. Reads three bytes. */
function signAt(at: usize): u32 {
  const byte = <u32>load<u8>(at);
  if (byte == 0x24) return 1;
  if (byte < 0xc2) return 0;
  const next = <u32>load<u8>(at, 1);
  // £ and ¥.
  if (byte == 0xc2) return next == 0xa3 || next == 0xa5 ? 2 : 0;
  const letter = (byte << 16) | (next << 8) | load<u8>(at, 2);
  // The Unicode block of currency signs; 元, 円, 원; the wide ¥.
  if ((letter >= 0xe282a0 && letter <= 0xe282bf) || (letter >= 0xe28380 && letter <= 0xe2838f)) return 3;
  return letter == 0xe58583 || letter == 0xe58686 || letter == 0xec9b90 || letter == 0xefbfa5 ? 3 : 0;
}

/** True for an abbreviation of a currency, which is neither a sign nor a code. Reads four bytes. */
function isLooseCurrency(at: usize, end: usize): bool {
  const word = wordAt(at, end);
  // rs, tl, rp, ft, lei.
  if (word == 0x7273 || word == 0x746c || word == 0x7270 || word == 0x6674 || word == 0x6c6569) return true;
  const two = load<u16>(at) | 0x20;
  const four = load<u32>(at);
  // zł and kč; руб, грн and лв.
  if (two == 0xc57a || two == 0xc46b || four == 0x83d180d1 || four == 0x80d1b3d0 || four == 0xb2d0bbd0) return true;
  // A Cyrillic or Arabic letter with a point, except `г.`, which follows years.
  const first = four & 0xff;
  return (
    ((four >> 16) & 0xff) == 0x2e && (first == 0xd0 || first == 0xd8 || first == 0xd9) && (four & 0xffff) != 0xb3d0
  );
}

/** True if four ASCII letters follow: currencies have at most three. */
function beginsLongWord(at: usize, end: usize): bool {
  if (at + 4 > end) return false;
  const letters = inRange(v128.or(v128.load32_zero(at), i8x16.splat(0x20)), 0x61, 26);
  return (i8x16.bitmask(letters) & 15) == 15;
}

function trimSpaces(start: usize, at: usize): usize {
  for (let bytes: usize = 1; bytes <= min(3, at - start); ) {
    if (<u32>load<u8>(at - 1) - 0x21 < 0x5f) break;
    if (spaceAt(at - bytes) == <u32>bytes) {
      at -= bytes;
      bytes = 1;
    } else {
      ++bytes;
    }
  }
  return at;
}

/** The word of up to three letters at an address, in lower case, as a number with its first letter highest; 0 for longer words. */
function wordAt(at: usize, end: usize): u32 {
  let word: u32 = 0;
  for (let letters: u32 = 0; at < end && isLetter(<u32>load<u8>(at)); ++at, ++letters) {
    if (letters == WORD_LETTERS) return 0;
    word = (word << 8) | <u32>load<u8>(at) | 0x20;
  }
  return word;
}

/** True if a currency precedes an address in the text that begins at `start`. White space may separate them. */
function followsCurrency(start: usize, at: usize): bool {
  const before = trimSpaces(start, at);
  let word = before;
  while (word > start && before - word <= WORD_LETTERS && isLetter(<u32>load<u8>(word - 1))) --word;
  if (word < before) return isCurrency(wordAt(word, before));
  for (let bytes: usize = 1; bytes <= min(3, before - start); ++bytes)
    if (signAt(before - bytes) == <u32>bytes) return true;
  return false;
}

export function amountOf(node: u32): u32 {
  const start = nodeAt(node).text;
  const end = start + nodeAt(node).textLength;
  let most = Amount.NONE;
  for (let at = findDigit(start, end); at < end; at = findDigit(at, end)) {
    const first = at;
    let digits: u32 = 0;
    for (; at < end; ++at) {
      const byte = <u32>load<u8>(at);
      if (isDigit(byte)) ++digits;
      else if (byte != 0x2c && byte != 0x2e) break;
    }
    const unit = skipSpaces(at, end);
    const word = wordAt(unit, end);
    const isBeforeCurrency = isCurrency(word) || (unit < end && signAt(unit) != 0);
    const isMoney = isBeforeCurrency || followsCurrency(start, first);
    if (isMoney && digits > 1) return Amount.PRICE;
    if (isMoney || isUnit(word)) most = Amount.MEASURE;
  }
  return most;
}

/** True if a text node may contain a price, or the currency of a price in another node. Less strict than `amountOf`. */
function mayBePrice(node: u32): bool {
  const start = nodeAt(node).text;
  const end = start + nodeAt(node).textLength;
  const first = skipSpaces(start, end);
  if (first < end && !beginsLongWord(first, end)) {
    if (signAt(first) || isCurrency(wordAt(first, end)) || isLooseCurrency(first, end)) return true;
  }
  if (findDigit(start, end) == end) return false;
  if (amountOf(node)) return true;
  for (let at = findDigit(start, end); at < end; at = findDigit(at, end)) {
    while (at < end && isDigit(<u32>load<u8>(at))) ++at;
    const word = skipSpaces(at, end);
    if (word < end && isLooseCurrency(word, end)) return true;
  }
  return false;
}

/** True if any text of the page may be a price; a fast test. */
export function showsPrice(): bool {
  const end = segmentCount * <u32>Segment.BYTES;
  for (let segment: u32 = 0; segment < end; segment += <u32>Segment.BYTES) {
    if (mayBePrice(segmentAt(segment).node)) return true;
  }
  return false;
}
