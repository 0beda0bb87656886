/** Groups byte ranges of archives into reads. */

import { ArchiveError } from '../errors.ts';
import type { IndexEntry } from './entry.ts';

/** A range of bytes of an archive. */
export interface ByteRange {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

/** Reads bytes of archives. */
export interface Archives {
  /**
   * The bytes of a range; fewer if the archive ends earlier.
   *
   * @throws {ArchiveError}
   */
  read(range: ByteRange): Promise<Buffer>;
  /** Cancels pending reads. */
  close(): void;
}

/**
 * The segments of an archive's path, which must not leave the folder or the base URL.
 *
 * @throws {ArchiveError} `ARCHIVE_UNREADABLE`
 */
export function stepsOf(file: string): string[] {
  const steps = file.split('/');
  if (steps.every((step) => step !== '' && step !== '.' && step !== '..' && !/[\\\0]/.test(step))) return steps;
  throw new ArchiveError('ARCHIVE_UNREADABLE', `${JSON.stringify(file.slice(0, 200))} is no path of an archive`);
}

/** Maximum bytes read between records, as a share of the bytes of records. */
const GAP_SHARE = 0.05;
/** Maximum bytes of one read, unless one record has more. */
const RANGE_BYTES = 4 * 1024 * 1024;

/**
 * The range of each entry; entries that are close in an archive share one. Gaps are read smallest first, which saves
 * the most requests, up to 5 % of the bytes of all records.
 */
export function rangesOf(entries: readonly IndexEntry[]): ReadonlyMap<IndexEntry, ByteRange> {
  const sorted = [...entries].sort(byPlace);
  const most = mostGap(sorted);
  const ranges = new Map<IndexEntry, ByteRange>();
  let open: { -readonly [K in keyof ByteRange]: ByteRange[K] } | undefined;
  for (const entry of sorted) {
    const { file, offset, length } = entry;
    if (open?.file === file && offset - open.offset - open.length <= most) {
      const whole = Math.max(open.length, offset + length - open.offset);
      if (whole <= RANGE_BYTES) open.length = whole;
      else open = { file, offset, length };
    } else open = { file, offset, length };
    ranges.set(entry, open);
  }
  return ranges;
}

const byPlace = (one: IndexEntry, other: IndexEntry): number =>
  one.file === other.file ? one.offset - other.offset : one.file < other.file ? -1 : 1;

/** The largest gap such that all gaps up to it are within the share. */
function mostGap(sorted: readonly IndexEntry[]): number {
  const gaps: number[] = [];
  let room = 0;
  sorted.forEach(({ file, offset, length }, at) => {
    room += length * GAP_SHARE;
    const next = sorted[at + 1];
    if (next?.file === file) gaps.push(Math.max(0, next.offset - offset - length));
  });
  gaps.sort((one, other) => one - other);
  let most = 0;
  for (const [at, gap] of gaps.entries()) {
    room -= gap;
    if (room < 0) break;
    // Equal gaps are all read, or none.
    if (gap !== gaps[at + 1]) most = gap;
  }
  return most;
}
