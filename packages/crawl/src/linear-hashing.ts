/** Linear hashing: buckets are added one at a time, and a new one takes some of what a single other one has, its parent. */

/** The bucket of a hash of 32 bits, by the number of buckets. */
export function bucketAt(hash: number, buckets: number): number {
  const wide = 2 ** Math.ceil(Math.log2(buckets));
  const at = hash % wide;
  return at < buckets ? at : at - wide / 2;
}

/** The parent of a bucket, which is not the first one. */
export const parentOf = (bucket: number): number => bucketAt(bucket, bucket);
