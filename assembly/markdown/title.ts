/** Writes ends of links, and titles of links and images. */
import { isBalanced, isPlain, readAddress, referenceEnd, writeDestination } from './destination';
import { isSign, skipBlank } from './characters';
import { Options } from './options';
import { Out, addressOf, byteAt, here, need, put, putText } from './out';
import {
  DecodedValue,
  AttributeId,
  decode,
  hasValue,
  rawEnd,
  rawStart,
  readAttributes,
} from '../page/attribute-values';
import { spaceAt } from '../page/text';
import { Address } from '../output/address';
import { match } from '../page/match';
import { spend } from '../work';

/**
 * True if a character of a title needs a backslash. `next`: the address after it. Brackets and delimiters need one, because some renderers
 * search titles for the end of a link or of bold text.
 */
function isEscaped(byte: u32, next: usize, inCell: bool): bool {
  if (byte == 0x26) return referenceEnd(next, DecodedValue.end) != 0;
  return byte == 0x7c ? inCell : byte == 0x22 || byte == 0x3e || isSign(next - 1);
}

/** Writes the title of the element read last, after a destination. Omits an empty title, and one like the text from `start` to `end`. */
export function writeTitle(start: u32, end: u32, inCell: bool): void {
  if (!decode(AttributeId.TITLE)) {
    Out.failed = true;
    return;
  }
  DecodedValue.start = skipBlank(DecodedValue.start, DecodedValue.end);
  if (DecodedValue.start >= DecodedValue.end || !need((DecodedValue.end - DecodedValue.start) << 2)) return;
  const before = here();
  put(0x20);
  put(0x22);
  const balanced = isBalanced(DecodedValue.start, DecodedValue.end, 0x28, 0x29);
  let at = DecodedValue.start;
  while (at < DecodedValue.end) {
    const gap = spaceAt(at);
    if (gap) {
      at += gap;
      if (load<u8>(Out.to - 1) != 0x20) put(0x20);
      continue;
    }
    const byte = <u32>load<u8>(at++);
    if (byte == 0x3c) {
      putText('&lt;');
      continue;
    }
    const isLoose = byte == 0x28 && (!balanced || load<u8>(Out.to - 1) == 0x5d);
    if (isLoose || (byte == 0x29 && !balanced) || isEscaped(byte, at, inCell)) put(0x5c);
    put(byte);
  }
  if (load<u8>(Out.to - 1) == 0x20) Out.to--;
  if (isSame(start, end, before + 2, here())) Out.to = addressOf(before);
  else put(0x22);
}

/** True if two texts are equal without their backslashes. */
function isSame(start: u32, end: u32, from: u32, last: u32): bool {
  while (start < end && from < last) {
    if (byteAt(start) == 0x5c) start++;
    if (byteAt(from) == 0x5c) from++;
    if (byteAt(start++) != byteAt(from++)) return false;
  }
  return start == end && from == last;
}

/** Ends the link of an element; `start`: offset of its bracket. */
export function closeLink(node: u32, start: u32, inCell: bool): void {
  readAttributes(node);
  if (!readAddress(AttributeId.HREF) || !need(0)) return;
  const end = here();
  put(0x5d);
  put(0x28);
  // Other URLs between angle brackets are tags for some renderers.
  const isAbsolute = match(Address.start, Address.end, 'http://* https://* ftp://*') != 0;
  writeDestination();
  if (Out.failed) return;
  const last = here();
  const length = last - end - 2;
  if (isAbsolute && isPlain && isSame(start + 1, end, end + 2, last)) {
    spend(length);
    store<u8>(addressOf(start), 0x3c);
    memory.copy(addressOf(start + 1), addressOf(end + 2), length);
    Out.to = addressOf(start + 1 + length);
    put(0x3e);
    return;
  }
  // Readers of the page rarely see titles.
  if (!Options.isMain && hasValue(AttributeId.TITLE) && rawEnd(AttributeId.TITLE) > rawStart(AttributeId.TITLE))
    writeTitle(start + 1, end, inCell);
  put(0x29);
}
