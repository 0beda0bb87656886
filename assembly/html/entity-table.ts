/**
 * Hash table of the named character references, built at the first look-up. The module stores them in the order of their values
 * (entities.ts): compressed, they need half the bytes of hash order. The table maps a name to its offset there and to its first code point,
 * the sum of all steps up to it.
 */
import { ENTITIES, REFERENCES } from './entities';
import { areEqual } from './scan';
import { writeCodePoint } from './utf8';

const BUCKETS_LOG2: u32 = 9;

/** First record of each bucket, or 0. */
const FIRSTS = memory.data(512 * 2, 2);

/**
 * A record for each name, numbered from 1:
 *
 *   0           2                    4
 *   │ record    │ offset of the name │ first code point │
 *     after it    in REFERENCES
 */
const RECORDS = memory.data(<i32>(ENTITIES + 1) * 8, 8);

let isMade: bool = false;

function addByte(hash: u32, byte: u32): u32 {
  return (hash ^ byte) * 0x9e3779b1;
}

/** Address of the number of the first record in the bucket of a hash. */
function bucketOf(hash: u32): usize {
  return FIRSTS + ((<usize>(hash >> (32 - BUCKETS_LOG2))) << 1);
}

/** Address after the number that `readNumber` read. */
let after: usize = 0;

/** A number of the list (entities.ts), or the rest of one from bit `shift` on. */
function readNumber(at: usize, shift: u32): u32 {
  let number: u32 = 0;
  for (; ; shift += 7) {
    const byte = <u32>load<u8>(at++);
    number |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  after = at;
  return number;
}

/** The number after a name. */
function readEnding(at: usize): u32 {
  const ending = <u32>load<u8>(at);
  after = at + 1;
  return (ending & 0x3f) | (ending & 0x40 ? readNumber(after, 6) : 0);
}

function make(): void {
  let name = REFERENCES;
  let code: u32 = 0;
  for (let number: u32 = 1; number <= ENTITIES; ++number) {
    let hash: u32 = 0;
    let end = name;
    for (; load<u8>(end) < 0x80; ++end) hash = addByte(hash, load<u8>(end));
    const step = readEnding(end);
    code = (code + (step >> 2)) & 0x1fffff;
    if (step & 1) readNumber(after, 0);
    const record = RECORDS + ((<usize>number) << 3);
    const bucket = bucketOf(hash);
    store<u16>(record, load<u16>(bucket));
    store<u16>(record, <u16>(name - REFERENCES), 2);
    store<u32>(record, code, 4);
    store<u16>(bucket, <u16>number);
    name = after;
  }
  isMade = true;
}

function nameOf(record: usize): usize {
  return REFERENCES + <usize>load<u16>(record, 2);
}

/** The record of a name, or 0. */
export function entityOf(start: usize, length: u32): usize {
  if (!isMade) make();
  let hash: u32 = 0;
  for (let index: u32 = 0; index < length; ++index) hash = addByte(hash, load<u8>(start + index));
  for (let number = load<u16>(bucketOf(hash)); number; ) {
    const record = RECORDS + ((<usize>number) << 3);
    const name = nameOf(record);
    if (load<u8>(name + length) >= 0x80 && areEqual(name, start, length)) return record;
    number = load<u16>(record);
  }
  return 0;
}

/** True if a name needs no semicolon. */
export function isLegacy(record: usize, length: u32): bool {
  return (load<u8>(nameOf(record) + length) & 2) != 0;
}

/** Writes the value of a record; returns the address after it. */
export function writeEntity(record: usize, length: u32, to: usize): usize {
  to = writeCodePoint(to, load<u32>(record, 4));
  return readEnding(nameOf(record) + length) & 1 ? writeCodePoint(to, readNumber(after, 0)) : to;
}
