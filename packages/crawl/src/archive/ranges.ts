/** Which bytes of archives are read together, and what reads them. */

import { ArchiveError } from '../errors.ts';
import type { IndexEntry } from './entry.ts';

/** Bytes of an archive that are read at once. */
export interface ByteRange {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

/** Reads bytes of archives. */
export interface Archives {
  /**
   * The bytes of a range; fewer where the archive ends before.
   *
   * @throws {ArchiveError}
   */
  read(range: ByteRange): Promise<Buffer>;
  /** Ends what is being read. */
  close(): void;
}

/**
 * The steps of the path of an archive, which stays below the folder or the address of all archives.
 *
 * @throws {ArchiveError} `ARCHIVE_UNREADABLE`
 */
export function stepsOf(file: string): string[] {
  const steps = file.split('/');
  if (steps.every((step) => step !== '' && step !== '.' && step !== '..' && !/[\\\0]/.test(step))) return steps;
  throw new ArchiveError('ARCHIVE_UNREADABLE', `${JSON.stringify(file.slice(0, 200))} is no path of an archive`);
}

/** Share of the bytes of records that may be read between them. */
const GAP_SHARE = 0.05;
/** Bytes that are read at once, unless one record has more. */
const RANGE_BYTES = 4 * 1024 * 1024;

/**
 * The range of each entry: entries that are near each other in an archive share one. Bytes between records are read where that saves
 * most requests: the smallest gaps first, as long as they are at most 5 % of the bytes of all records.
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

/** The largest gap that is read: all that are as large or smaller are within the share. */
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
    // Equal ones are all read, or none.
    if (gap !== gaps[at + 1]) most = gap;
  }
  return most;
}
