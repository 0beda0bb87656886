/** Direct-mapped caches of results for repeated bytes, such as start tags and styles. */
import { hashBytes } from './hash';

/** The lowest bits of an entry are the result, the others a hash. */
const RESULT_BITS: u64 = 15;
export const NOT_CACHED: u32 = 16;

/** The last searched entry, and the hash for it. */
let entry: usize = 0;
let key: u64 = 0;

/** The cached result for these bytes, below 16, in a table of 1 << `bits` entries of eight bytes; else `NOT_CACHED`. */
export function cachedResult(table: usize, bits: u32, start: usize, end: usize): u32 {
  key = hashBytes(start, end - start) | RESULT_BITS;
  entry = table + ((<usize>(key >> (64 - bits))) << 3);
  const held = load<u64>(entry);
  return (held | RESULT_BITS) == key ? <u32>(held & RESULT_BITS) : NOT_CACHED;
}

export function cacheResult(result: u32): void {
  store<u64>(entry, (key ^ RESULT_BITS) | result);
}
