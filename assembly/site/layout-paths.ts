/**
 * Paths of a page: the distinct paths of its blocks by elements and classes. They distinguish the layouts of pages.
 *
 * A class counts up to its first digit, so that "post-99" equals "post-1234". Ids are not part of a path, because ids in content name a
 * section of one page. Paths are in document order, so that a path comes after its parent.
 */
import { Layout } from './layout-records';

/** Hash of each path, four bytes each. Layouts identify paths by it. */
const HASHES = memory.data(<i32>Layout.PATHS_MAX * 4, 4);
/** Number of the parent of each path, one byte each; 0 for a child of the root block. */
const PARENTS = memory.data(<i32>Layout.PATHS_MAX);
/** Number of buckets; at most a quarter is used. */
const BUCKETS: u32 = 4 * Layout.PATHS_MAX;
/** Numbers of the paths by hash, with open addressing, one byte each; an empty bucket is 0. */
const NUMBERS = memory.data(<i32>BUCKETS);

/** Number of paths of the page. */
export let pathCount: u32 = 0;

/** Number of everything below a path that was not added because the page has too many. */
const NO_PATH: u32 = 255;

/** Forgets the paths of the page before. */
export function clearPaths(): void {
  pathCount = 0;
  memory.fill(NUMBERS, 0, BUCKETS);
}

/** Hash of a path; paths are numbered from 1. */
export function pathHash(number: u32): u32 {
  return load<u32>(HASHES + ((<usize>(number - 1)) << 2));
}

/** Number of the parent of a path; 0 for the root block. */
export function parentPath(number: u32): u32 {
  return load<u8>(PARENTS + (number - 1));
}

/** The bucket of the path with a hash, or the empty one where it would be. */
function bucketOf(hash: u32): usize {
  let bucket = hash % BUCKETS;
  while (true) {
    const number = <u32>load<u8>(NUMBERS + bucket);
    if (!number || pathHash(number) == hash) return NUMBERS + bucket;
    bucket = (bucket + 1) % BUCKETS;
  }
}

/** Number of the path with a hash; 0 if the page has no such path. */
export function pathNumber(hash: u32): u32 {
  return load<u8>(bucketOf(hash));
}

/** The number of the path with a hash, which is added with the number of its parent if it is new. */
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

/** The path of a block with a name, in the block at the path `parent`. */
export function pathOf(parent: u32, name: u32): u32 {
  if (parent == NO_PATH) return NO_PATH;
  let hash = parent ? pathHash(parent) : 0;
  hash = (rotl<u32>(hash, 11) ^ name) * 0x9e3779b1;
  return addPath(parent, hash ^ (hash >> 15));
}
