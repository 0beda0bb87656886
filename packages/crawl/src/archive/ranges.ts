import { ArchiveError } from '../errors.ts';
import type { IndexEntry } from './entry.ts';

export interface ByteRange {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

export interface Archives {
  /** The bytes of a range; fewer if the archive ends earlier. @throws {ArchiveError} */
  read(range: ByteRange): Promise<Buffer>;
  close(): void;
}

/**
 * The segments of an archive's path. The path must not leave the folder or the base URL.
 *
 * @throws {ArchiveError} `ARCHIVE_UNREADABLE`
 */
export function stepsOf(file: string): string[] {
  const steps = file.split('/');
  if (steps.every((step) => step !== '' && step !== '.' && step !== '..' && !/[\\\0]/.test(step))) return steps;
  throw new ArchiveError('ARCHIVE_UNREADABLE', `${JSON.stringify(file.slice(0, 200))} is not a path of an archive`);
}

/** Maximum bytes that are read between records, as a share of the bytes of preceding records. */
const GAP_SHARE = 0.05;
/** Maximum bytes of one read, unless a single record has more. */
const RANGE_BYTES = 4 * 1024 * 1024;

/** Entries that are close in an archive share a range. */
export function rangesOf(entries: readonly IndexEntry[]): ReadonlyMap<IndexEntry, ByteRange> {
  const sorted = [...entries].sort(byOffset);
  const ranges = new Map<IndexEntry, ByteRange>();
  let spare = 0;
  let open: { -readonly [K in keyof ByteRange]: ByteRange[K] } | undefined;
  for (const entry of sorted) {
    const { file, offset, length } = entry;
    const gap = open?.file === file ? Math.max(0, offset - open.offset - open.length) : Number.POSITIVE_INFINITY;
    const whole = Math.max(open?.length ?? 0, offset + length - (open?.offset ?? 0));
    if (open !== undefined && gap <= spare && whole <= RANGE_BYTES) {
      open.length = whole;
      spare -= gap;
    } else open = { file, offset, length };
    spare += GAP_SHARE * length;
    ranges.set(entry, open);
  }
  return ranges;
}

const byOffset = (one: IndexEntry, other: IndexEntry): number =>
  one.file === other.file ? one.offset - other.offset : one.file < other.file ? -1 : 1;
