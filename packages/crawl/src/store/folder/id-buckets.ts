/**
 * Page ids of a site in buckets: a query reads one bucket, a change writes a few. Buckets are split as ids are added
 * (linear hashing). The last four of the eight bytes of an id determine its bucket.
 */
import { bucketAt, parentOf } from '../../linear-hashing.ts';

const ID_BYTES = 8;
/** Mean number of ids at which another bucket is added. */
const IDS_IN_BUCKET = 256;

export const idOf = (digits: string): Buffer => Buffer.from(digits, 'hex');

export const bucketOf = (id: Buffer, buckets: number): number => bucketAt(id.readUInt32BE(4), buckets);

/** If ids were lost, one additional byte marks the bucket as incomplete. */
const LOST = Buffer.alloc(1);

/** True if the bucket has the id; undefined if it has not, but is damaged or incomplete. */
export function hasId(bucket: Buffer | undefined, id: Buffer): boolean | undefined {
  if (bucket === undefined) return undefined;
  for (const one of idsIn(bucket)) if (one.equals(id)) return true;
  return bucket.length % ID_BYTES === 0 ? false : undefined;
}

/** The readable ids; others may be lost. */
export function* idsIn(bucket: Buffer): Generator<Buffer> {
  for (let at = 0; at + ID_BYTES <= bucket.length; at += ID_BYTES) yield bucket.subarray(at, at + ID_BYTES);
}

/** Stored buckets of a site; undefined if a bucket is damaged. */
export interface StoredIds {
  readonly buckets: number;
  /** Approximate number of ids in all buckets. */
  readonly count: number;
  readonly read: (bucket: number) => Buffer | undefined;
}

export const countOf = (bytes: number): number => Math.floor(bytes / ID_BYTES);

export interface ChangedIds {
  readonly size: number;
  readonly changed: ReadonlyMap<number, Buffer>;
}

export function addIds({ buckets, count, read }: StoredIds, added: readonly string[]): ChangedIds {
  const changed = new Map<number, Buffer>();
  const bucket = (at: number): Buffer => changed.get(at) ?? read(at) ?? LOST;
  let size = Math.max(1, buckets);
  for (; size * IDS_IN_BUCKET < count + added.length; size += 1) {
    const from = parentOf(size);
    const old = bucket(from);
    const lost = old.length % ID_BYTES === 0 ? [] : [LOST];
    const ids = [...idsIn(old)];
    for (const at of [from, size])
      changed.set(at, Buffer.concat([...ids.filter((id) => bucketOf(id, size + 1) === at), ...lost]));
  }
  const parts = new Map<number, Buffer[]>();
  for (const id of added.map(idOf)) {
    const at = bucketOf(id, size);
    const part = parts.get(at);
    if (part === undefined) parts.set(at, [id]);
    else part.push(id);
  }
  // New ids are prepended, because the byte for lost ids must be last.
  for (const [at, ids] of parts) changed.set(at, Buffer.concat([...ids, bucket(at)]));
  return { size, changed };
}
