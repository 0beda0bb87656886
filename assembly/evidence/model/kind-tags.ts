/**
 * A cache of start tags and names with their features. Most start tags equal an earlier one, byte for byte, on the page or on the previous
 * page. An entry has the features that the model has.
 *
 *   0     8                     16
 *   │ key │ features: 4 × u16   │   each with one added; 0 for none
 */
import { GOLDEN } from '../../page/hash';
import { featureCount, isListing, lastFeatures, notedFeatures, scoreFound } from './kinds';

/** Bits of the number of an entry. */
const KEPT_BITS: u32 = 11;
/** The entries, by the highest bits of their keys. */
const KEPT = memory.data(2048 * 16, 16);
/** Maximum number of features of an entry. */
const FEATURES_MAX: u32 = 4;
/** Bits of a feature. */
const BITS: u32 = 16;

function entryOf(key: u64): usize {
  return KEPT + ((<usize>(key >> (64 - KEPT_BITS))) << 4);
}

/** Key of the bytes from `at` to `end`, from a source; never 0. Bytes after them are read. */
export function keyOfBytes(source: u32, at: usize, end: usize): u64 {
  let key = ((<u64>(end - at)) << 32) ^ source;
  for (; at + 16 < end; at += 16) key = withBytes(key, load<u64>(at), load<u64>(at, 8));
  // The last sixteen bytes or fewer; the bytes after them are shifted out.
  const left = (<u64>(end - at)) << 3;
  const low = left < 64 ? (load<u64>(at) << 1) << (63 - left) : load<u64>(at);
  return withBytes(key, low, left > 64 ? load<u64>(at, 8) << (128 - left) : 0) | 1;
}

// @ts-ignore: decorator
@inline
function withBytes(key: u64, low: u64, high: u64): u64 {
  key = (key ^ low) * GOLDEN;
  return (key ^ (key >> 29) ^ high) * GOLDEN;
}

/** Clears the cache, because a new model has other features. */
export function forgetFeatures(): void {
  memory.fill(KEPT, 0, (<usize>16) << KEPT_BITS);
}

/** Scores and collects the cached features of a key; false without them, and while features are listed. */
export function scoreKept(key: u64): bool {
  const entry = entryOf(key);
  if (isListing || load<u64>(entry) != key) return false;
  for (let rest = load<u64>(entry, 8); rest; rest <<= BITS) scoreFound(<u32>(rest >> 48) - 1);
  return true;
}

/** Caches the features that were collected after the first `from`, unless they are too many. */
export function keepFeatures(key: u64, from: u32): void {
  const count = notedFeatures - from;
  if (isListing || count > FEATURES_MAX || featureCount >= 1 << BITS) return;
  const entry = entryOf(key);
  store<u64>(entry, key);
  store<u64>(entry, count ? lastFeatures << ((FEATURES_MAX - count) * BITS) : 0, 8);
}
