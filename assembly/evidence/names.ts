/**
 * What an element is called by its site: the words of its class and id attributes, as evidence by themselves, and all of
 * them together as a part of its place. A name with a number in it ("post-123") is the same name with any other.
 */
import { FLAG_ATTRIBUTES, NODE_ASIDE, NODE_ASIDE_LENGTH, NODE_FLAGS } from '../layout';
import { Attribute, Buffer, bufferFits, firstAttribute, isAttribute, nextAttribute, writeValue } from '../html/attributes';
import { nodeAt } from '../html/nodes';
import { findByte } from '../html/scan';
import { input } from '../page/arena';
import { isFromSource } from '../page/element-text';
import { forgetWords, meetWords } from './words';

const OFFSET: u32 = 0x811c9dc5;
const PRIME: u32 = 0x01000193;

/** Sum of the hashes of the names that were read, whatever their order; 0 where there were none. */
export let namesHash: u64 = 0;

function readNames(at: usize, end: usize): void {
  meetWords(at, end, true);
  while (at < end) {
    let hash = OFFSET;
    let length: u32 = 0;
    let wasDigit = false;
    for (; at < end && load<u8>(at) > 0x20; ++at, ++length) {
      const byte = <u32>load<u8>(at);
      const isDigit = byte - 0x30 < 10;
      if (isDigit && wasDigit) continue;
      wasDigit = isDigit;
      hash = (hash ^ (isDigit ? 0x30 : byte - 0x41 < 26 ? byte | 0x20 : byte)) * PRIME;
    }
    if (length) namesHash += (<u64>hash + 1) * 0x9e3779b97f4a7c15;
    while (at < end && load<u8>(at) <= 0x20) ++at;
  }
}

/**
 * Reads the class and id attributes of an element: their words are met (words.ts), their names hashed. False where
 * there is no memory to decode them.
 */
export function readNamesOf(element: u32): bool {
  namesHash = 0;
  forgetWords();
  const at = nodeAt(element);
  if (!isFromSource()) {
    const names = load<usize>(at, NODE_ASIDE);
    readNames(names, names + load<u32>(at, NODE_ASIDE_LENGTH));
    return true;
  }
  if (!(load<u8>(at, NODE_FLAGS) & FLAG_ATTRIBUTES)) return true;
  const end = load<u32>(at, NODE_ASIDE);
  firstAttribute(input + end - load<u32>(at, NODE_ASIDE_LENGTH));
  let hasClass = false;
  let hasId = false;
  while (nextAttribute(input + end)) {
    if (!hasClass && isAttribute('class')) hasClass = true;
    else if (!hasId && isAttribute('id')) hasId = true;
    else continue;
    const value = Attribute.value;
    const valueEnd = Attribute.valueEnd;
    if (findByte(0x26, value, valueEnd) == valueEnd) {
      readNames(value, valueEnd);
      continue;
    }
    if (!bufferFits(<u32>(valueEnd - value))) return false;
    readNames(Buffer.base, writeValue(Buffer.base));
  }
  return true;
}
