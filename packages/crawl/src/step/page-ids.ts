/**
 * Ids of all counted pages of a site, with a hash of each page's bytes. Recent ids are in the site's state, older ids
 * in separate buckets. Linear hashing finds the bucket of an id, so a step reads only the buckets of its pages.
 */
import { bucketAt, parentOf } from '../linear-hashing.ts';

/** Maximum number of ids in the state after a step; the number that is kept if there are more. */
const MAX_RECENT = 512;
const KEPT_RECENT = 256;

/** Mean number of ids in a bucket. */
const BUCKET_IDS = 128;

const ID_BYTES = 8;
const PAIR_BYTES = ID_BYTES + 4;

/** Ids of 64 bits with 32-bit content hashes, in counting order. */
export class PageIds {
  static readonly none = new PageIds(new BigUint64Array(), new Uint32Array());

  readonly ids: BigUint64Array;
  readonly contentHashes: Uint32Array;

  constructor(ids: BigUint64Array, contentHashes: Uint32Array) {
    this.ids = ids;
    this.contentHashes = contentHashes;
  }

  static read(bytes: Uint8Array): PageIds {
    // A copy, because typed arrays need aligned offsets.
    const { buffer } = new Uint8Array(bytes);
    const size = bytes.length / PAIR_BYTES;
    return new PageIds(new BigUint64Array(buffer, 0, size), new Uint32Array(buffer, ID_BYTES * size));
  }

  static bytesOf(size: number): number {
    return PAIR_BYTES * size;
  }

  get size(): number {
    return this.ids.length;
  }

  contentHash(id: bigint): number | undefined {
    const at = this.ids.indexOf(id);
    return at < 0 ? undefined : this.contentHashes[at];
  }

  and(others: ReadonlyMap<bigint, number>): PageIds {
    const ids = new BigUint64Array(this.size + others.size);
    const contentHashes = new Uint32Array(ids.length);
    ids.set(this.ids);
    contentHashes.set(this.contentHashes);
    let at = this.size;
    for (const [id, contentHash] of others) {
      ids[at] = id;
      contentHashes[at] = contentHash;
      at += 1;
    }
    return new PageIds(ids, contentHashes);
  }

  slice(from: number, to?: number): PageIds {
    return new PageIds(this.ids.subarray(from, to), this.contentHashes.subarray(from, to));
  }

  write(into: Uint8Array, at = 0): void {
    let end = at;
    for (const { buffer, byteOffset, byteLength } of [this.ids, this.contentHashes]) {
      into.set(new Uint8Array(buffer, byteOffset, byteLength), end);
      end += byteLength;
    }
  }
}

const bucketCount = (ids: number): number => Math.ceil(ids / BUCKET_IDS);

const bucketOf = (id: bigint, buckets: number): number => bucketAt(Number(id & 0xffffffffn), buckets);

const ascending = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((one, other) => one - other);

/** In ascending order. */
export function bucketsOf(ids: readonly bigint[], olderIds: number): number[] {
  if (olderIds === 0) return [];
  const buckets = bucketCount(olderIds);
  return ascending(ids.map((id) => bucketOf(id, buckets)));
}

export interface Move {
  readonly kept: PageIds;
  readonly moved: PageIds;
  readonly olderIds: number;
  /** Buckets that the move reads, in ascending order. */
  readonly reads: readonly number[];
}

/** Plans the move of older ids to buckets; undefined if there are few ids. */
export function planMove(recent: PageIds, olderIds: number): Move | undefined {
  if (recent.size <= MAX_RECENT) return undefined;
  const [moved, kept] = [recent.slice(0, -KEPT_RECENT), recent.slice(-KEPT_RECENT)];
  const before = bucketCount(olderIds);
  const after = bucketCount(olderIds + moved.size);
  const reads: number[] = [];
  const read = (bucket: number): void => {
    let at = bucket;
    while (at >= before && at > 0) at = parentOf(at);
    if (at < before) reads.push(at);
  };
  for (const id of moved.ids) read(bucketOf(id, after));
  for (let bucket = before; bucket < after; bucket += 1) read(bucket);
  return { kept, moved, olderIds, reads: ascending(reads) };
}

/** The buckets after a move, in ascending order: those that were read, and new ones, even if empty. */
export function bucketsAfter({ moved, olderIds }: Move, read: ReadonlyMap<number, PageIds>): Map<number, PageIds> {
  const before = bucketCount(olderIds);
  const after = bucketCount(olderIds + moved.size);
  const held = new Map<number, Map<bigint, number>>();
  for (const bucket of read.keys()) held.set(bucket, new Map());
  for (let bucket = before; bucket < after; bucket += 1) held.set(bucket, new Map());
  for (const { ids, contentHashes } of [...read.values(), moved]) {
    for (const [index, id] of ids.entries()) held.get(bucketOf(id, after))?.set(id, contentHashes[index] ?? 0);
  }
  const buckets = [...held].sort(([one], [other]) => one - other);
  return new Map(buckets.map(([bucket, ids]) => [bucket, PageIds.none.and(ids)]));
}
