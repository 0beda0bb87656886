/** Amounts in a text: prices, weights and lengths. A price has a currency and two digits at least, since `$1` is a name in programs. */
import { nodeAt } from '../html/nodes';
import { Node } from '../layout';
import { spaceAt } from '../page/text';

/** What a text has; each one is more than those before it. */
export namespace Amount {
  export const NONE: u32 = 0;
  export const MEASURE: u32 = 1;
  export const PRICE: u32 = 2;
}

/** Units that stand behind a number, and codes of currencies, before it or behind it, with a space behind each. */
const UNITS = 'g kg mg ml cl cm mm oz lb lbs ';
const CURRENCIES = 'eur usd gbp chf kr ';

function isDigit(at: usize): bool {
  return <u32>load<u8>(at) - 0x30 < 10;
}

function isLetter(at: usize): bool {
  return (<u32>load<u8>(at) | 0x20) - 0x61 < 26;
}

/** Letters from an address on. */
function lettersAt(at: usize, end: usize): u32 {
  const start = at;
  while (at < end && isLetter(at)) ++at;
  return <u32>(at - start);
}

/** Bytes of the sign of a currency at an address; 0 without one. Reads three bytes. */
function signAt(at: usize): u32 {
  const byte = <u32>load<u8>(at);
  if (byte == 0x24) return 1;
  if (byte < 0xc2) return 0;
  const next = <u32>load<u8>(at, 1);
  // £ and ¥.
  if (byte == 0xc2) return next == 0xa3 || next == 0xa5 ? 2 : 0;
  const letter = (byte << 16) | (next << 8) | load<u8>(at, 2);
  // The block of signs of currencies; 元, 円, 원; the wide ¥.
  if ((letter >= 0xe282a0 && letter <= 0xe282bf) || (letter >= 0xe28380 && letter <= 0xe2838f)) return 3;
  return letter == 0xe58583 || letter == 0xe58686 || letter == 0xec9b90 || letter == 0xefbfa5 ? 3 : 0;
}

function behindSpaces(at: usize, end: usize): usize {
  while (at < end) {
    const space = spaceAt(at);
    if (!space) break;
    at += space;
  }
  return at;
}

/** Whether a whole word at an address is one of some words, in any case. */
function isOneOf(words: string, at: usize, end: usize): bool {
  for (let index = 0; index < words.length; ++index) {
    let byte = at;
    for (; byte < end && (<u32>load<u8>(byte) | 0x20) == <u32>words.charCodeAt(index) && isLetter(byte); ++byte)
      ++index;
    const isWhole = words.charCodeAt(index) == 0x20 && (byte >= end || !isLetter(byte));
    if (isWhole) return true;
    while (words.charCodeAt(index) != 0x20) ++index;
  }
  return false;
}

/** The amount that a text node has. */
export function amountOf(node: u32): u32 {
  let at = load<usize>(nodeAt(node), Node.TEXT);
  const end = at + load<u32>(nodeAt(node), Node.TEXT_LENGTH);
  let most = Amount.NONE;
  let isSigned: bool = false;
  while (at < end) {
    if (!isDigit(at)) {
      const sign = signAt(at);
      const word = lettersAt(at, end);
      isSigned = sign != 0 || (word != 0 && isOneOf(CURRENCIES, at, end));
      at += max(max(sign, word), 1);
      if (isSigned) at = behindSpaces(at, end);
      continue;
    }
    let digits: u32 = 0;
    for (; at < end && (isDigit(at) || load<u8>(at) == 0x2c || load<u8>(at) == 0x2e); ++at) digits += u32(isDigit(at));
    const unit = behindSpaces(at, end);
    const isMoney = isSigned || (unit < end && (signAt(unit) != 0 || isOneOf(CURRENCIES, unit, end)));
    if (isMoney && digits > 1) return Amount.PRICE;
    if (isMoney || (unit < end && isOneOf(UNITS, unit, end))) most = Amount.MEASURE;
    isSigned = false;
  }
  return most;
}
