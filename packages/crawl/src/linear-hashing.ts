/** Linear hashing: buckets are added one at a time; a new bucket takes items only from its parent. */

export function bucketAt(hash: number, buckets: number): number {
  const wide = 2 ** Math.ceil(Math.log2(buckets));
  const at = hash % wide;
  return at < buckets ? at : at - wide / 2;
}

export const parentOf = (bucket: number): number => bucketAt(bucket, bucket);
