/** A feature for the classifier of the page's kind is a hash of a source and a value. */
import { featureCount, isListing, lastFeatures, featureMatches, scoreFeature, scoreMatch } from './kinds';
import { addLetter, hashOf } from '../block/word-hash';
import { GOLDEN } from '../../page/hash';

const SEED: u32 = 0x6b1d6f2b;

/** Sources of features. Hashes of keys of attributes and meta elements are sources too. */
export namespace FeatureSource {
  /** Names of html and body. */
  export const PAGE: u32 = 1;
  export const NAMES: u32 = 2;
  /** Words of short texts. */
  export const SHORT: u32 = 3;
  export const HEADING: u32 = 4;
  /** Words of h1. */
  export const FIRST_HEADING: u32 = 5;
  export const TITLE: u32 = 6;
  /** Types of linked data. */
  export const DATA: u32 = 7;
  export const HOST: u32 = 8;
  /** Words of the path. */
  export const PATH: u32 = 9;
  /** Keys with any value. */
  export const KEYS: u32 = 10;
  /** First source of counts of elements, one for each tag. */
  export const ELEMENTS: u32 = 256;
  /** First source of other numbers. */
  export const NUMBERS: u32 = 512;
}

export function addFeature(source: u32, value: u32): void {
  scoreFeature(hashOf(addLetter(addLetter(SEED, source), value)));
}

/** Adds a feature for each step up to a number. */
export function addSteps(source: u32, steps: u32): void {
  const state = addLetter(SEED, source);
  for (let step: u32 = 1; step <= steps; ++step) scoreFeature(hashOf(addLetter(state, step)));
}

/** The step of a count: two per doubling. */
export function stepOf(count: u32): u32 {
  if (count < 2) return count;
  const top = 31 - clz(count);
  return (top << 1) + ((count >> (top - 1)) & 1);
}

/** Hash of a key, ignoring case. */
export function keyOf(at: usize, end: usize): u32 {
  let state = SEED;
  for (; at < end; ++at) state = addLetter(state, <u32>load<u8>(at) | 0x20);
  return hashOf(state);
}

/** Hash of a name in lower case. */
export function keyOfName(name: string): u32 {
  let state = SEED;
  for (let index = 0; index < name.length; ++index) state = addLetter(state, <u32>name.charCodeAt(index));
  return hashOf(state);
}

// Caches the features of start tags and names that the model knows. Most start tags equal an earlier one. 0 8 16
//  │ key │ features: 4 × u16   │   each plus one; 0 for none

const CACHE_BITS: u32 = 11;
/** Entries by the highest bits of their keys. */
const CACHE = memory.data(2048 * 16, 16);
const FEATURES_MAX: u32 = 4;
/** Bits of a feature. */
const BITS: u32 = 16;

function entryOf(key: u64): usize {
  return CACHE + ((<usize>(key >> (64 - CACHE_BITS))) << 4);
}

/** Key of the bytes of a source; never 0. Reads bytes after them. */
export function keyOfBytes(source: u32, at: usize, end: usize): u64 {
  let key = ((<u64>(end - at)) << 32) ^ source;
  for (; at + 16 < end; at += 16) key = withBytes(key, load<u64>(at), load<u64>(at, 8));
  // The last sixteen bytes or fewer; bytes after the end are shifted out.
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

/** Clears the cache: a new model has other features. */
export function forgetFeatures(): void {
  memory.fill(CACHE, 0, (<usize>16) << CACHE_BITS);
}

/** Scores and collects the cached features of a key; false if the key is not cached, or while features are listed. */
export function scoreCached(key: u64): bool {
  const entry = entryOf(key);
  if (isListing || load<u64>(entry) != key) return false;
  for (let rest = load<u64>(entry, 8); rest; rest <<= BITS) scoreMatch(<u32>(rest >> 48) - 1);
  return true;
}

/** Caches the features that were collected after the first `from`, unless there are too many. */
export function cacheFeatures(key: u64, from: u32): void {
  const count = featureMatches - from;
  if (isListing || count > FEATURES_MAX || featureCount >= 1 << BITS) return;
  const entry = entryOf(key);
  store<u64>(entry, key);
  store<u64>(entry, count ? lastFeatures << ((FEATURES_MAX - count) * BITS) : 0, 8);
}
