/** Linear hashing: buckets are added one at a time, and items move to a new bucket only from its parent. */

export function bucketAt(hash: number, buckets: number): number {
  const wide = 2 ** Math.ceil(Math.log2(buckets));
  const at = hash % wide;
  return at < buckets ? at : at - wide / 2;
}

export const parentOf = (bucket: number): number => bucketAt(bucket, bucket);
