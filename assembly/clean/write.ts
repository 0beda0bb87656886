/** Names, texts and attributes of a clean document, escaped for parsers. */
import {
  Attribute,
  Buffer,
  bufferFits,
  findAttribute,
  firstAttribute,
  nextAttribute,
  writeValue,
} from '../html/attributes';
import { Trait, traitsOf } from '../elements';
import { Tag, spellingLength, spellingOf } from '../html/names';
import { findAny, findByte, inRange, inSet, isSpace, lowerCase, sameIgnoringCase, skipSpace } from '../html/scan';
import { Out, need, put, putText } from '../markdown/out';
import { Address, SCHEME_OTHER, clean, isWeb } from '../output/address';
import { lowerName, nameLength } from '../page/element-text';
import { scratch } from '../page/arena';
import { match, startsWith } from '../page/match';
import { Extent } from '../page/records';
import { hasAttributes, tagEnd, tagStart } from '../page/attribute-values';
import { spend } from '../work';

/** Maximum bytes for an escaped byte: `&quot;`. */
const ESCAPED_MAX: usize = 6;
const ATTRIBUTES_MAX: u32 = 64;

function nameOf(tag: u32): u32 {
  const traits = traitsOf(tag);
  if (!(traits & Trait.RENAMED)) return tag;
  if (traits & Trait.PREFORMATTED) return Tag.PRE;
  return traits & Trait.INLINE ? Tag.SPAN : Tag.DIV;
}

/** Writes the name of an element; false if memory is unavailable. */
export function writeName(node: u32, tag: u32): bool {
  if (tag == Tag.OTHER) {
    if (!lowerName(node) || !need(nameLength)) return false;
    memory.copy(Out.to, scratch, nameLength);
    Out.to += nameLength;
    return true;
  }
  const name = nameOf(tag);
  v128.store(Out.to, v128.load(spellingOf(name)));
  Out.to += spellingLength(name);
  return true;
}

/** Writes the bytes before the first bit of `found`, at most `most` of sixteen; returns their number. */
// @ts-ignore: decorator
@inline
function copyPlain(bytes: v128, found: i32, most: usize): usize {
  const count = min<usize>(found ? ctz(found) : 16, most);
  v128.store(Out.to, bytes);
  Out.to += count;
  return count;
}

/** Writes a value, with quotes as references. */
function writeValueBytes(at: usize, end: usize): void {
  while (at < end) {
    const bytes = v128.load(at);
    const found = i8x16.bitmask(v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0))));
    at += copyPlain(bytes, found, end - at);
    if (!found) continue;
    if (at < end && load<u8>(at) == 0x22) putText('&quot;');
    at++;
  }
}

/** Bits of the bytes that `writeText` must not copy: signs, control characters, white space except single spaces. */
function signsAt(at: usize, bytes: v128): i32 {
  const spaces = v128.and(i8x16.eq(bytes, i8x16.splat(0x20)), i8x16.eq(v128.load(at, 1), i8x16.splat(0x20)));
  const marks = v128.or(i8x16.eq(bytes, i8x16.splat(0x3c)), i8x16.eq(bytes, i8x16.splat(0x3e)));
  const others = v128.or(i8x16.eq(bytes, i8x16.splat(0x26)), i8x16.eq(bytes, i8x16.splat(<i8>0xc2)));
  return i8x16.bitmask(v128.or(v128.or(spaces, marks), v128.or(others, i8x16.lt_u(bytes, i8x16.splat(0x20)))));
}

/** Writes a text; white space becomes one space or line feed unless `keeps`. False if memory is unavailable. */
export function writeText(at: usize, length: u32, keeps: bool): bool {
  spend(length);
  if (!need(<usize>length * ESCAPED_MAX + 1)) return false;
  const end = at + length;
  while (at < end) {
    const bytes = v128.load(at);
    // A single space needs a check, because white space may precede it in the output.
    if (load<u8>(at) != 0x20) at += copyPlain(bytes, signsAt(at, bytes), end - at);
    if (at == end) break;
    const byte = <u32>load<u8>(at++);
    if (byte == 0x26) putText('&amp;');
    else if (byte == 0x3c) putText('&lt;');
    else if (byte == 0x3e) putText('&gt;');
    else if (byte == 0xc2 && at < end && load<u8>(at) == 0xa0) {
      putText('&nbsp;');
      at++;
    } else if (keeps || !isSpace(byte)) put(byte);
    else {
      const from = at - 1;
      at = skipSpace(at, end);
      writeSpace(findByte(0x0a, from, at) < at);
    }
  }
  return true;
}

/** Writes a space, or a line feed if `isLine`, unless white space precedes. */
export function writeSpace(isLine: bool): void {
  const last = <u32>load<u8>(Out.to - 1);
  if (last == 0x20 && isLine) store<u8>(Out.to - 1, 0x0a);
  else if (last != 0x20 && last != 0x0a) put(isLine ? 0x0a : 0x20);
}

/** Attributes that start requests, hide elements, or belong to omitted styles. Event handlers are dropped too. */
const DROPPED = 'ping style nonce hidden srcdoc integrity autofocus formaction aria-hidden';
/** Attributes with URLs of pictures. */
const PICTURES = 'src srcset poster';
/** Attributes with other URLs. */
const ADDRESSES = 'href xlink:href cite action background longdesc data manifest';

/** True if the current attribute is in a list. */
function isIn(names: string): bool {
  return match(Attribute.name, Attribute.nameEnd, names) != 0;
}

function isDropped(): bool {
  return startsWith(Attribute.name, Attribute.nameEnd - 1, 'on') || isIn(DROPPED);
}

/** True if a URL runs code or shows another document, or if memory is unavailable. */
function isUnsafe(): bool {
  const start = Attribute.value;
  const end = Attribute.valueEnd;
  // Most values have no scheme, or http.
  if (findAny(0x3a, 0x26, 0x26, start, end) == end || isWeb(start, end)) return false;
  const isPicture = isIn(PICTURES);
  if (!isPicture && !isIn(ADDRESSES)) return false;
  if (!bufferFits(<u32>(end - start))) return true;
  clean(Buffer.base, writeValue(Buffer.base), Buffer.base);
  if (Address.scheme != SCHEME_OTHER) return false;
  return !(isPicture && startsWith(Address.start, Address.end, 'data:image/'));
}

/** Plain bytes of names other than letters, digits and the colon, by their low halves. */
const NAME_SIGNS: v128 = i8x16(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0x2d, 0x2e, 0x5f);

/** True if all parsers read the current name in the same way. */
function isPlainName(): bool {
  for (let at = Attribute.name; at < Attribute.nameEnd; at += 16) {
    const bytes = v128.load(at);
    const letters = inRange(v128.or(bytes, i8x16.splat(0x20)), 0x61, 26);
    const isPlain = v128.or(v128.or(letters, inRange(bytes, 0x30, 11)), inSet(NAME_SIGNS, bytes));
    const others = i8x16.bitmask(isPlain) ^ 0xffff;
    if (others && at + ctz(others) < Attribute.nameEnd) return false;
  }
  return true;
}

/** Names that were written for the current element. */
const NAMES = memory.data(64 * 8, 8);

/** True if the current name was written: only the first attribute of a name is valid. */
function isRepeated(count: u32): bool {
  const length = <u32>(Attribute.nameEnd - Attribute.name);
  for (let index: u32 = 0; index < count; index++) {
    const start = Extent.at(NAMES, index).start;
    if (Extent.at(NAMES, index).end - start == length && sameIgnoringCase(start, Attribute.name, length)) return true;
  }
  return false;
}

/** Writes the current attribute; copies references in the value from the source. */
function writeAttribute(): bool {
  const length = Attribute.valueEnd - Attribute.value;
  if (!need(Attribute.nameEnd - Attribute.name + length * ESCAPED_MAX + 4)) return false;
  put(0x20);
  for (let at = Attribute.name, to = Out.to; at < Attribute.nameEnd; at += 16, to += 16) {
    v128.store(to, lowerCase(v128.load(at)));
  }
  Out.to += Attribute.nameEnd - Attribute.name;
  putText('="');
  writeValueBytes(Attribute.value, Attribute.valueEnd);
  put(0x22);
  return true;
}

/** Writes the attributes of an element, except DROPPED ones and event handlers; false if memory is unavailable. */
export function writeAttributes(node: u32): bool {
  if (!hasAttributes(node)) return true;
  const end = tagEnd(node);
  spend(end - tagStart(node));
  firstAttribute(tagStart(node));
  let count: u32 = 0;
  while (count < ATTRIBUTES_MAX && nextAttribute(end)) {
    if (isDropped() || !isPlainName() || isRepeated(count)) continue;
    const name = Extent.at(NAMES, count++);
    name.start = Attribute.name;
    name.end = Attribute.nameEnd;
    if (!isUnsafe() && !writeAttribute()) return false;
  }
  return true;
}

/** Finds an attribute of an element; false without one. */
export function readAttribute(node: u32, name: string): bool {
  if (!hasAttributes(node)) return false;
  spend(tagEnd(node) - tagStart(node));
  return findAttribute(tagStart(node), tagEnd(node), name);
}

/** Writes an attribute if it exists and is safe; false if memory is unavailable. */
export function writeOne(node: u32, name: string): bool {
  return !readAttribute(node, name) || isUnsafe() || writeAttribute();
}
