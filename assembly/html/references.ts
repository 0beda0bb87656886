/** Character references: section "Character reference state" and following. */
import { ENTITY_NAME_MAX, LEGACY_NAME_MAX, LEGACY_NAME_MIN } from './entities';
import { entityOf, isLegacy, writeEntity } from './entity-table';
import { isDigit, isLetter } from './scan';
import { writeCodePoint } from './utf8';

export namespace Reference {
  /** Source address after the last reference. */
  export let end: usize = 0;
}

/** Code points of references to 0x80 … 0x9f; section "Numeric character reference end state". */
const WINDOWS_1252 = memory.data<u16>([
  0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d, 0x017d,
  0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,
  0x017e, 0x0178,
]);

const REPLACEMENT: u32 = 0xfffd;

export function writeReplacement(to: usize): usize {
  return writeCodePoint(to, REPLACEMENT);
}

/** Copies an ampersand that starts no reference. */
function literal(at: usize, to: usize): usize {
  Reference.end = at + 1;
  store<u8>(to, 0x26);
  return to + 1;
}

function numeric(at: usize, end: usize, to: usize): usize {
  let digits = at + 2;
  const hexadecimal = digits < end && (<u32>load<u8>(digits) | 0x20) == 0x78;
  if (hexadecimal) digits++;
  let code: u32 = 0;
  let next = digits;
  for (; next < end; next++) {
    const byte = <u32>load<u8>(next);
    let digit = byte - 0x30;
    if (digit > 9) {
      if (!hexadecimal) break;
      digit = (byte | 0x20) - 0x61;
      if (digit > 5) break;
      digit += 10;
    }
    // Above the last code point, the exact value does not matter.
    if (code < 0x110000) code = code * (hexadecimal ? 16 : 10) + digit;
  }
  if (next == digits) return literal(at, to);
  if (next < end && load<u8>(next) == 0x3b) next++;
  Reference.end = next;
  if (code - 0x80 < 0x20) code = load<u16>(WINDOWS_1252 + ((<usize>(code - 0x80)) << 1));
  else if (code == 0 || code > 0x10ffff || code - 0xd800 < 0x800) code = REPLACEMENT;
  return writeCodePoint(to, code);
}

function isNameByte(byte: u32): bool {
  return isLetter(byte) || isDigit(byte);
}

// A cache, because pages repeat a few references. A key is the bytes after the `&`, with the `;`.
//
//   0      8        15       16
//   │ name │ result │ length │
const CACHE_BITS: u32 = 6;
const CACHE = memory.data(64 * 16, 16);

/**
 * Decodes a character reference from its `&` on, and sets `Reference.end`. Returns the address after the result, of up to eight bytes. An
 * `&` that starts no reference is copied.
 */
export function decodeReference(at: usize, end: usize, to: usize, inAttribute: bool): usize {
  const length = <usize>ctz(i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(0x3b))) | 0x10000);
  if (length > 8 || at + length >= end) return decode(at, end, to, inAttribute);
  const name = load<u64>(at, 1) & (u64.MAX_VALUE >> (64 - ((<u64>length) << 3)));
  const entry = CACHE + ((<usize>((name * 0x9e3779b97f4a7c15) >> (64 - CACHE_BITS))) << 4);
  if (load<u64>(entry) != name) {
    const after = decode(at, end, to, inAttribute);
    // Not cached if only a part of the name is a reference: then the result depends on what follows.
    if (Reference.end != at + length + 1) return after;
    store<u64>(entry, name);
    store<u64>(entry, load<u64>(to), 8);
    store<u8>(entry, <u8>(after - to), 15);
  }
  store<u64>(to, load<u64>(entry, 8));
  Reference.end = at + length + 1;
  return to + load<u8>(entry, 15);
}

/** `decodeReference` without the cache. */
function decode(at: usize, end: usize, to: usize, inAttribute: bool): usize {
  const name = at + 1;
  if (name >= end) return literal(at, to);
  if (load<u8>(name) == 0x23) return numeric(at, end, to);
  let length: u32 = 0;
  while (length <= ENTITY_NAME_MAX && name + length < end && isNameByte(load<u8>(name + length))) length++;
  if (length <= ENTITY_NAME_MAX && name + length < end && load<u8>(name + length) == 0x3b) {
    const record = entityOf(name, length);
    Reference.end = name + length + 1;
    if (record) return writeEntity(record, length, to);
  }
  let legacy = min(length, LEGACY_NAME_MAX);
  for (; legacy >= LEGACY_NAME_MIN; legacy--) {
    const record = entityOf(name, legacy);
    if (!record || !isLegacy(record, legacy)) continue;
    const next = name + legacy;
    // Section "Named character reference state": for historical reasons `&copy=` in an attribute is not a reference.
    if (inAttribute && next < end && (load<u8>(next) == 0x3d || isNameByte(load<u8>(next)))) break;
    Reference.end = next;
    return writeEntity(record, legacy, to);
  }
  return literal(at, to);
}
