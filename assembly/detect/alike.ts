/** The first of the blocks that have one key: a hash table whose buckets are in the records of the blocks. */
import { blockCount } from '../page/arena';
import { unitAt } from './unit-blocks';

/** No block has a key yet. */
export function clearAlike(): void {
  for (let index: u32 = 0; index < blockCount; ++index) unitAt(index).lastInBucket = 0;
}

/** The first block with this key, and one; 0 if this block is the first. */
export function firstAlike(index: u32, key: u64): u32 {
  const bucket = unitAt(<u32>(key >>> 32) % blockCount);
  let other = bucket.lastInBucket;
  while (other && unitAt(other - 1).key != key) other = unitAt(other - 1).beforeInBucket;
  if (other) return other;
  const block = unitAt(index);
  block.key = key;
  block.beforeInBucket = bucket.lastInBucket;
  bucket.lastInBucket = index + 1;
  return 0;
}
