/**
 * Collects the distinct paths of elements and classes to the page's blocks. They distinguish layouts.
 *
 * A class counts up to its first digit, so that "post-99" equals "post-1234". Ids are excluded, because ids in content name sections of one
 * page. Paths are in document order, after their parents.
 */
import { Layout } from './layout-records';

/** Hash of each path, which identifies it in layouts. */
const HASHES = memory.data(<i32>Layout.PATHS_MAX * 4, 4);
/** Number of each path's parent; 0 for a child of the root block. */
const PARENTS = memory.data(<i32>Layout.PATHS_MAX);
/** Number of buckets; at most a quarter is used. */
const BUCKETS: u32 = 4 * Layout.PATHS_MAX;
/** Open addressing: number of a path by its hash; 0 if empty. */
const NUMBERS = memory.data(<i32>BUCKETS);

export let pathCount: u32 = 0;

/** Number of paths that were not added, because the page has too many, and of all paths below these. */
const NO_PATH: u32 = 255;

export function clearPaths(): void {
  pathCount = 0;
  memory.fill(NUMBERS, 0, BUCKETS);
}

/** Paths are numbered from 1. */
export function pathHash(number: u32): u32 {
  return load<u32>(HASHES + ((<usize>(number - 1)) << 2));
}

/** Number of the parent path; 0 for the root block. */
export function parentPath(number: u32): u32 {
  return load<u8>(PARENTS + (number - 1));
}

/** The bucket of a hash, or the empty bucket for it. */
function bucketOf(hash: u32): usize {
  let bucket = hash % BUCKETS;
  while (true) {
    const number = <u32>load<u8>(NUMBERS + bucket);
    if (!number || pathHash(number) == hash) return NUMBERS + bucket;
    bucket = (bucket + 1) % BUCKETS;
  }
}

/** Number of the path with a hash, or 0. */
export function pathNumber(hash: u32): u32 {
  return load<u8>(bucketOf(hash));
}

/** Number of the path with a hash, which is added if it is new. */
function addPath(parent: u32, hash: u32): u32 {
  const bucket = bucketOf(hash);
  const number = <u32>load<u8>(bucket);
  if (number) return number;
  if (pathCount == Layout.PATHS_MAX) return NO_PATH;
  store<u32>(HASHES + ((<usize>pathCount) << 2), hash);
  store<u8>(PARENTS + pathCount, <u8>parent);
  store<u8>(bucket, <u8>++pathCount);
  return pathCount;
}

/** Number of the path of a block, by its name and parent path. */
export function pathOf(parent: u32, name: u32): u32 {
  if (parent == NO_PATH) return NO_PATH;
  let hash = parent ? pathHash(parent) : 0;
  hash = (rotl<u32>(hash, 11) ^ name) * 0x9e3779b1;
  return addPath(parent, hash ^ (hash >> 15));
}
