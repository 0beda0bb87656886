/**
 * The named character references as a hash table. The module carries them in the order of their values (entities.ts), which
 * compresses to half of a table in the order of hashes; the table is made when the first name is looked up.
 */
import { ENTITIES, RECORDS_BYTES, REFERENCES } from './entities';
import { writeCodePoint } from './utf8';

const BUCKETS_LOG2: u32 = 9;
const BUCKETS: u32 = 1 << BUCKETS_LOG2;

/** Start offset of the records of each bucket. The records end at the start of the next bucket. */
const OFFSETS = memory.data((512 + 2) * 2, 2);

/**
 * The records, bucket by bucket:
 *
 *    0                     1              2
 *   │ length of the name, │ length of    │ name │ value │
 *   │ 0x80: needs no ";"  │ the value    │      │ UTF-8 │
 */
const RECORDS = memory.data(RECORDS_BYTES);

let isMade: bool = false;

function bucketOf(name: usize, length: u32): usize {
  let hash: u32 = 0;
  for (let index: u32 = 0; index < length; ++index) hash = (hash ^ load<u8>(name + index)) * 0x9e3779b1;
  return hash >> (32 - BUCKETS_LOG2);
}

/** Address after the number that `readNumber` has read. */
let after: usize = 0;

/** A number of the list (entities.ts), or the rest of one from its bits `shift` on. */
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

/** Goes through all names: adds the bytes of each record to the bucket after its own, or writes it where its bucket has room. */
function pass(writes: bool): void {
  let name = REFERENCES;
  let code: u32 = 0;
  for (let index: u32 = 0; index < ENTITIES; ++index) {
    let length: u32 = 0;
    while (load<u8>(name + length) < 0x80) ++length;
    const ending = <u32>load<u8>(name + length);
    after = name + length + 1;
    let number = ending & 0x3f;
    if (ending & 0x40) number |= readNumber(after, 6);
    const room = OFFSETS + ((bucketOf(name, length) + (writes ? 1 : 2)) << 1);
    // The last record has room behind it for a value that is only measured.
    const record = writes ? RECORDS + <usize>load<u16>(room) : RECORDS;
    const value = record + 2 + length;
    code = (code + (number >> 2)) & 0x1fffff;
    let end = writeCodePoint(value, code);
    if (number & 1) end = writeCodePoint(end, readNumber(after, 0));
    if (writes) {
      store<u8>(record, <u8>(length | ((number & 2) << 6)));
      store<u8>(record, <u8>(end - value), 1);
      memory.copy(record + 2, name, length);
    }
    store<u16>(room, <u16>(<u32>load<u16>(room) + <u32>(end - record)));
    name = after;
  }
}

function make(): void {
  pass(false);
  for (let bucket: usize = 2; bucket < <usize>BUCKETS + 2; ++bucket) {
    const at = OFFSETS + (bucket << 1);
    store<u16>(at, <u16>(<u32>load<u16>(at) + <u32>load<u16>(at - 2)));
  }
  // Each start is where the bucket before it ends, when that is full.
  pass(true);
  isMade = true;
}

/** The record of the name in `length` bytes at `start`, or 0. */
export function entityOf(start: usize, length: u32): usize {
  if (!isMade) make();
  const offset = OFFSETS + (bucketOf(start, length) << 1);
  const end = RECORDS + <usize>load<u16>(offset, 2);
  let record = RECORDS + <usize>load<u16>(offset);
  while (record < end) {
    const nameLength = <u32>load<u8>(record) & 0x7f;
    if (nameLength == length && memory.compare(record + 2, start, length) == 0) return record;
    record += 2 + nameLength + load<u8>(record, 1);
  }
  return 0;
}
