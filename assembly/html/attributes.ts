/** Reads attributes from the source on demand; the tokenizer skips them (tags.ts). */
import { AttributeRecord } from './records';
import { newRegion } from '../region';
import { equalsLiteral, findByte, findSpace, inSet, isSpace, toLower } from './scan';
import { Reference, decodeReference, writeReplacement } from './references';

/** The current attribute, as addresses in the source. `nextAttribute` writes them. */
export namespace Attribute {
  export let name: usize = 0;
  export let nameEnd: usize = 0;
  export let value: usize = 0;
  export let valueEnd: usize = 0;
  /** Start of the search for the next attribute. */
  export let next: usize = 0;
}

/** Bytes that end a tag name, by their low halves: white space, `/` and `>`. */
const NAME_ENDS: v128 = i8x16(0x20, -1, -1, -1, -1, -1, -1, -1, -1, 0x09, 0x0a, -1, 0x0c, 0x0d, 0x3e, 0x2f);

/** Starts to read the attributes of a start tag whose `<` is at `start`. */
export function firstAttribute(start: usize): void {
  let at = start + 1;
  let ends = i8x16.bitmask(inSet(NAME_ENDS, v128.load(at)));
  while (!ends) {
    at += 16;
    ends = i8x16.bitmask(inSet(NAME_ENDS, v128.load(at)));
  }
  Attribute.next = at + ctz(ends);
}

/** The end of an attribute name whose second byte is at `at`; at most `last`. */
// @ts-ignore: decorator
@inline
function findNameEnd(at: usize, last: usize): usize {
  for (; at < last; at += 16) {
    const bytes = v128.load(at);
    const ends = i8x16.bitmask(v128.or(inSet(NAME_ENDS, bytes), i8x16.eq(bytes, i8x16.splat(0x3d))));
    if (ends) return min(at + ctz(ends), last);
  }
  return last;
}

/** Finds the next attribute; false without one. `end` is the address after the tag's `>`. */
export function nextAttribute(end: usize): bool {
  let at = Attribute.next;
  const last = end - 1;
  while (at < last && (load<u8>(at) == 0x2f || isSpace(load<u8>(at)))) at++;
  if (at >= last) return false;
  Attribute.name = at;
  at = findNameEnd(at + 1, last);
  Attribute.nameEnd = at;
  Attribute.value = at;
  Attribute.valueEnd = at;
  let after = at;
  while (after < last && isSpace(load<u8>(after))) after++;
  if (after < last && load<u8>(after) == 0x3d) {
    at = after + 1;
    while (at < last && isSpace(load<u8>(at))) at++;
    const byte = <u32>load<u8>(at);
    if (at < last && (byte == 0x22 || byte == 0x27)) {
      Attribute.value = at + 1;
      at = byte == 0x22 ? findByte(0x22, at + 1, last) : findByte(0x27, at + 1, last);
      Attribute.valueEnd = at;
      at++;
    } else {
      Attribute.value = at;
      at = findSpace(at, last);
      Attribute.valueEnd = at;
    }
  }
  Attribute.next = at;
  assert(Attribute.nameEnd <= last && Attribute.valueEnd <= last);
  return true;
}

/** True if the current attribute has a name, in lower case. */
export function isAttribute(name: string): bool {
  return equalsLiteral(Attribute.name, Attribute.nameEnd, name);
}

/** Finds the first attribute of a start tag named `name`, in lower case; false without one. */
export function findAttribute(start: usize, end: usize, name: string): bool {
  firstAttribute(start);
  while (nextAttribute(end)) if (isAttribute(name)) return true;
  return false;
}

/** Writes a name in lower case, with U+FFFD for NUL; returns the address after it. */
export function writeName(at: usize, end: usize, to: usize): usize {
  for (; at < end; at++) {
    const byte = <u32>load<u8>(at);
    if (byte) store<u8>(to++, <u8>toLower(byte));
    else to = writeReplacement(to);
  }
  return to;
}

/** Writes the current value, decoded; returns the address after it. */
export function writeValue(to: usize): usize {
  const end = Attribute.valueEnd;
  for (let at = Attribute.value; at < end; ) {
    const byte = <u32>load<u8>(at);
    if (byte == 0x26) {
      to = decodeReference(at, end, to, true);
      at = Reference.end;
      continue;
    }
    if (byte == 0) to = writeReplacement(to);
    else {
      store<u8>(to, byte == 0x0d ? 0x0a : byte);
      to++;
    }
    at += byte == 0x0d && at + 1 < end && load<u8>(at, 1) == 0x0a ? 2 : 1;
  }
  return to;
}

const BUFFER = newRegion();

/** Memory for decoded names and values. Set by `bufferFits`. */
export namespace Buffer {
  export let base: usize = 0;
}

/** Makes the buffer large enough for all attributes in `bytes` of source; false if memory is unavailable. */
export function bufferFits(bytes: u32): bool {
  // An attribute with its separator has at least two bytes of source. It needs a record of eight bytes, and a NUL becomes three bytes.
  const wanted = <u64>bytes * 9 + 64;
  if (wanted > 0xf0000000) return false;
  Buffer.base = BUFFER.replace(<usize>wanted);
  return Buffer.base != 0;
}

export function isInBuffer(at: usize): bool {
  return at - Buffer.base < BUFFER.bytes;
}

/** Writes all attributes of a start tag, each as an `AttributeRecord`; returns the address after them. */
export function writeAttributes(start: usize, end: usize, to: usize): usize {
  firstAttribute(start);
  while (nextAttribute(end)) {
    const name = to + AttributeRecord.BYTES;
    const value = writeName(Attribute.name, Attribute.nameEnd, name);
    const after = writeValue(value);
    changetype<AttributeRecord>(to).nameLength = <u32>(value - name);
    changetype<AttributeRecord>(to).valueLength = <u32>(after - value);
    to = after;
  }
  return to;
}

/** Maximum attributes whose names are compared with previous ones; real tags have far fewer. */
const DUPLICATE_CHECKS_MAX: u32 = 256;
/** Hashes of these names. */
const NAME_HASHES = memory.data(256 * 8, 8);
/** FNV-1a of 64 bits. */
const FNV_PRIME: u64 = 0x100000001b3;
const FNV_OFFSET: u64 = 0xcbf29ce484222325;

function hashBytes(from: usize, to: usize, hash: u64): u64 {
  for (; from < to; from++) hash = (hash ^ load<u8>(from)) * FNV_PRIME;
  return hash;
}

/**
 * Hash of the attributes of a start tag, independent of their order; never 0. The Noah's Ark clause compares hashes: a collision could
 * remove a formatting element from the list too early.
 */
export function hashAttributes(start: usize, end: usize): u64 {
  if (!bufferFits(<u32>(end - start))) return 1;
  const names = Buffer.base;
  let sum: u64 = 1;
  let seen: u64 = 0;
  let count: u32 = 0;
  firstAttribute(start);
  while (nextAttribute(end)) {
    const value = writeName(Attribute.name, Attribute.nameEnd, names);
    const name = hashBytes(names, value, FNV_OFFSET);
    const bit = (<u64>1) << (name >> 58);
    // Repeated names are ignored.
    if (count < DUPLICATE_CHECKS_MAX) {
      if (seen & bit && isDuplicate(name, count)) continue;
      store<u64>(NAME_HASHES + ((<usize>count) << 3), name);
      count++;
    }
    seen |= bit;
    const hash = hashBytes(value, writeValue(value), name * FNV_PRIME);
    sum += (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9;
  }
  return sum | 1;
}

function isDuplicate(hash: u64, count: u32): bool {
  for (let index: u32 = 0; index < count; index++) {
    if (load<u64>(NAME_HASHES + ((<usize>index) << 3)) == hash) return true;
  }
  return false;
}
