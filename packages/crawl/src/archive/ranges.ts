/** Which bytes of archives are read together. */

import type { IndexEntry } from './entry.ts';

/** Bytes of an archive that are read at once. */
export interface ByteRange {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

/** Share of the bytes of records that may be read between them, and bytes that are read at once unless one record has more. */
const GAP_SHARE = 0.05;
const RANGE_BYTES = 4 * 1024 * 1024;

interface OpenRange {
  readonly file: string;
  readonly offset: number;
  length: number;
  /** Bytes in it that are of no record. */
  gaps: number;
}

/**
 * The range of each entry: entries that are near each other in an archive share one. Bytes that are of no record are at most 5 % of
 * those that are.
 */
export function rangesOf(entries: readonly IndexEntry[]): ReadonlyMap<IndexEntry, ByteRange> {
  const ranges = new Map<IndexEntry, ByteRange>();
  let open: OpenRange | undefined;
  for (const entry of [...entries].sort(byPlace)) {
    if (open === undefined || !joins(open, entry)) {
      const { file, offset, length } = entry;
      open = { file, offset, length, gaps: 0 };
    }
    ranges.set(entry, open);
  }
  return ranges;
}

const byPlace = (one: IndexEntry, other: IndexEntry): number =>
  one.file === other.file ? one.offset - other.offset : one.file < other.file ? -1 : 1;

/** Whether a range takes an entry that begins behind its beginning; it then has it. */
function joins(range: OpenRange, { file, offset, length }: IndexEntry): boolean {
  if (file !== range.file) return false;
  const gap = Math.max(0, offset - range.offset - range.length);
  const whole = Math.max(range.length, offset + length - range.offset);
  const gaps = range.gaps + gap;
  if (whole > RANGE_BYTES || gaps > (whole - gaps) * GAP_SHARE) return false;
  Object.assign(range, { length: whole, gaps });
  return true;
}
