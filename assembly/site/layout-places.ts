/**
 * Places of a page: the distinct paths of its blocks by elements and classes. They distinguish the layouts of pages.
 *
 * A class counts up to its first digit, so that "post-99" equals "post-1234". Ids are not part of a place, because ids in content name a
 * section of one page. Places are in document order, so that a place comes after its parent.
 */
import { Layout } from './layout-records';

/** Hash of each place, four bytes each. Layouts identify places by it. */
const HASHES = memory.data(<i32>Layout.PLACES_MAX * 4, 4);
/** Number of the parent of each place, one byte each; 0 for a child of the root block. */
const AROUND = memory.data(<i32>Layout.PLACES_MAX);
/** Number of buckets; at most a quarter is used. */
const BUCKETS: u32 = 4 * Layout.PLACES_MAX;
/** Numbers of the places by hash, with open addressing, one byte each; an empty bucket is 0. */
const NUMBERS = memory.data(<i32>BUCKETS);

/** Number of places of the page. */
export let placeCount: u32 = 0;

/** Number of everything below a place that was not added because the page has too many. */
const NO_PLACE: u32 = 255;

/** Forgets the places of the page before. */
export function clearPlaces(): void {
  placeCount = 0;
  memory.fill(NUMBERS, 0, BUCKETS);
}

/** Hash of a place; places are numbered from 1. */
export function placeHash(number: u32): u32 {
  return load<u32>(HASHES + ((<usize>(number - 1)) << 2));
}

/** Number of the parent of a place; 0 for the root block. */
export function placeAround(number: u32): u32 {
  return load<u8>(AROUND + (number - 1));
}

/** The bucket of the place with a hash, or the empty one where it would be. */
function bucketOf(hash: u32): usize {
  let bucket = hash % BUCKETS;
  while (true) {
    const number = <u32>load<u8>(NUMBERS + bucket);
    if (!number || placeHash(number) == hash) return NUMBERS + bucket;
    bucket = (bucket + 1) % BUCKETS;
  }
}

/** Number of the place with a hash; 0 if the page has no such place. */
export function placeNumber(hash: u32): u32 {
  return load<u8>(bucketOf(hash));
}

/** The number of the place with a hash, which is added with the number of its parent if it is new. */
function addPlace(around: u32, hash: u32): u32 {
  const bucket = bucketOf(hash);
  const number = <u32>load<u8>(bucket);
  if (number) return number;
  if (placeCount == Layout.PLACES_MAX) return NO_PLACE;
  store<u32>(HASHES + ((<usize>placeCount) << 2), hash);
  store<u8>(AROUND + placeCount, <u8>around);
  store<u8>(bucket, <u8>++placeCount);
  return placeCount;
}

/** The place of a block with a name, in the block at the place `around`. */
export function placeOf(around: u32, name: u32): u32 {
  if (around == NO_PLACE) return NO_PLACE;
  let hash = around ? placeHash(around) : 0;
  hash = (rotl<u32>(hash, 11) ^ name) * 0x9e3779b1;
  return addPlace(around, hash ^ (hash >> 15));
}
