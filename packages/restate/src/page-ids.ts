/**
 * The ids of all counted pages of a site, each with the hash of the page's bytes. Recent ids are a part of the site's state, older ids
 * are in buckets, which are states of their own. The bucket of an id is found by linear hashing: the number of buckets grows with that
 * of the ids, and a new bucket takes ids of its parent only. A call therefore reads only the buckets that its pages may be in,
 * whatever the size of the site.
 */

/** Hashes of pages' bytes by hashes of their ids, in the order in which the pages were counted. */
export type Prints = ReadonlyMap<bigint, bigint>;

/** Maximum of ids in the site's state after a call, and the number that stays there when there are more. */
const MAX_RECENT = 512;
const KEPT_RECENT = 256;

/** Ids of a bucket, on average. */
const BUCKET_IDS = 128;

const PAIR_BYTES = 16;

/** The number of buckets for this number of ids. */
const bucketCount = (ids: number): number => Math.ceil(ids / BUCKET_IDS);

/** The bucket of an id, by the number of buckets. */
function bucketOf(id: bigint, buckets: number): number {
  const mask = 2 ** (32 - Math.clz32(buckets - 1)) - 1;
  const bucket = Number(id & 0xffffffffn) & mask;
  return bucket < buckets ? bucket : bucket & (mask >>> 1);
}

/** The bucket that another was divided from. */
const parentOf = (bucket: number): number => bucket - 2 ** (31 - Math.clz32(bucket));

/** The buckets that may contain ids, in ascending order. */
export function bucketsOf(ids: Iterable<bigint>, olderIds: number): number[] {
  if (olderIds === 0) return [];
  const buckets = bucketCount(olderIds);
  return [...new Set(Array.from(ids, (id) => bucketOf(id, buckets)))].sort((one, other) => one - other);
}

/** Ids that move from the site's state to the buckets. */
export interface Move {
  readonly moved: Prints;
  /** Number of ids in the buckets before the move. */
  readonly olderIds: number;
  /** Buckets that must be read for the move. */
  readonly reads: readonly number[];
}

/** Plans a move where the recent ids are too many. */
export function planMove(recent: Prints, olderIds: number): { readonly kept: Prints; readonly move: Move | undefined } {
  if (recent.size <= MAX_RECENT) return { kept: recent, move: undefined };
  const pairs = [...recent];
  const moved = new Map(pairs.slice(0, -KEPT_RECENT));
  const before = bucketCount(olderIds);
  const after = bucketCount(olderIds + moved.size);
  const reads = new Set<number>();
  const read = (bucket: number): void => {
    let at = bucket;
    while (at >= before && at > 0) at = parentOf(at);
    if (at < before) reads.add(at);
  };
  for (const id of moved.keys()) read(bucketOf(id, after));
  for (let bucket = before; bucket < after; bucket += 1) read(bucket);
  const move = { moved, olderIds, reads: [...reads].sort((one, other) => one - other) };
  return { kept: new Map(pairs.slice(-KEPT_RECENT)), move };
}

/** The buckets after a move, made of those that were read. */
export function settle({ moved, olderIds }: Move, read: ReadonlyMap<number, Prints>): Map<number, Prints> {
  const after = bucketCount(olderIds + moved.size);
  const buckets = new Map<number, Map<bigint, bigint>>();
  for (const bucket of read.keys()) buckets.set(bucket, new Map());
  for (const prints of [...read.values(), moved]) {
    for (const [id, print] of prints) {
      const bucket = bucketOf(id, after);
      const held = buckets.get(bucket) ?? new Map<bigint, bigint>();
      buckets.set(bucket, held.set(id, print));
    }
  }
  return buckets;
}

/** Pairs as they are stored, little endian. */
export function writePrints(prints: Prints, into: Uint8Array, at = 0): void {
  const view = new DataView(into.buffer, into.byteOffset + at);
  let offset = 0;
  for (const [id, print] of prints) {
    view.setBigUint64(offset, id, true);
    view.setBigUint64(offset + 8, print, true);
    offset += PAIR_BYTES;
  }
}

export const printsBytes = (count: number): number => count * PAIR_BYTES;

export function readPrints(bytes: Uint8Array): Prints {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const prints = new Map<bigint, bigint>();
  for (let at = 0; at + PAIR_BYTES <= bytes.length; at += PAIR_BYTES) {
    prints.set(view.getBigUint64(at, true), view.getBigUint64(at + 8, true));
  }
  return prints;
}
