/**
 * Postings in memory, sorted runs of them on disk, and the ranges of keys in which runs are read together:
 * assembly/indexing/gather.ts, run.ts and merge.ts.
 */
import { readAll, writeAll } from './files.ts';
import { layout } from './module/exports.ts';
import type { IndexingMemory } from './module/memory.ts';

/** Share of `maxMemory` for the pieces of a range: their output takes up to four times as much. */
export const RANGE_SHARE = 1 / 8;

interface Run {
  /** Offset in the file. */
  readonly start: number;
  /** Its pages: from `firstPage` to before `endPage`. */
  readonly firstPage: number;
  readonly endPage: number;
  /** Offset of each range of keys, counted from `start`; the last value is the length. */
  readonly ranges: Float64Array;
}

/** Bytes of a run that are written at once. */
const RUN_CHUNK = 1 << 20;

/** The postings of a build: those of the last pages in linear memory, and all runs, one after another in one file. */
export class Runs {
  readonly #file: number;
  readonly #memory: IndexingMemory;
  readonly #runs: Run[] = [];
  /** Identifies the pieces in linear memory, which need not be read again. */
  #loaded = '';

  constructor(file: number, memory: IndexingMemory) {
    this.#file = file;
    this.#memory = memory;
  }

  get count(): number {
    return this.#runs.length;
  }

  /** Different words in memory, bytes of their postings, and an estimate of these with the words of the current page. */
  get gathered(): { readonly terms: number; readonly bytes: number; readonly bytesWithPage: number } {
    return this.#memory.call((indexing) => ({
      terms: Number(indexing.entryCount.value),
      bytes: indexing.gatheredBytes() >>> 0,
      bytesWithPage: indexing.wantedBytes() >>> 0,
    }));
  }

  /** Adds the words of the current page or text as those of page `page`. Page numbers must ascend. */
  add(page: number): void {
    this.#memory.reserve((indexing) => indexing.gatherWords(page));
  }

  /** Removes all postings in memory and releases it. */
  release(): void {
    this.#memory.call((indexing) => indexing.releaseGathered());
  }

  /**
   * Writes the postings in memory, of all pages before `endPage` that no run has. Where that fails, the postings stay in memory,
   * and the next run overwrites what was written.
   */
  spill(endPage: number): void {
    const last = this.#runs.at(-1);
    const start = last === undefined ? 0 : last.start + (last.ranges.at(-1) ?? 0);
    this.#memory.call((indexing) => indexing.beginRun());
    let end = start;
    for (let piece = this.#nextPiece(); piece.length > 0; piece = this.#nextPiece()) {
      writeAll(this.#file, piece, end);
      end += piece.length;
    }
    const directory = this.#memory.call((indexing) => indexing.runDirectory());
    const bytes = 8 * (layout.KeyRange.COUNT + 1);
    const ranges = new Float64Array(this.#memory.copyAt(directory, bytes).buffer);
    this.#runs.push({ start, firstPage: last?.endPage ?? 0, endPage, ranges });
    this.#memory.call((indexing) => indexing.forgetGathered());
  }

  /** The next piece of the run, sorted by word; empty at its end. It is valid until the next call. */
  #nextPiece(): Uint8Array {
    this.#memory.reserve((indexing) => indexing.writeRun(RUN_CHUNK));
    return this.#memory.output();
  }

  /**
   * Loads the runs into linear memory, some ranges of keys at a time; yields the number of pieces each time. Other tasks of the event
   * loop run in between. `maxBytes` bounds the pieces; `isWanted` selects runs by their pages, from `from` to before `to`.
   *
   * @throws the reason of the signal where it was aborted
   */
  async *load(
    maxBytes: number,
    signal: AbortSignal | undefined,
    isWanted: (from: number, to: number) => boolean = all,
  ): AsyncGenerator<number> {
    const runs = this.#runs.filter(({ firstPage, endPage }) => isWanted(firstPage, endPage));
    for (const { from, to } of partsOf(runs, maxBytes)) {
      const pieces = runs
        .map(({ start, ranges }) => ({
          offset: start + (ranges[from] ?? 0),
          length: (ranges[to] ?? 0) - (ranges[from] ?? 0),
        }))
        .filter(({ length }) => length > 0);
      if (pieces.length === 0) continue;
      const wanted = `${from}-${to}: ${pieces.map(({ offset }) => offset).join(' ')}`;
      if (wanted !== this.#loaded) {
        this.#loaded = '';
        this.#read(pieces);
        this.#loaded = wanted;
      }
      yield pieces.length;
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    }
  }

  /** Reads pieces of one range of keys into linear memory, behind their ends. */
  #read(pieces: readonly { readonly offset: number; readonly length: number }[]): void {
    const total = pieces.reduce((sum, { length }) => sum + length, 0);
    const address = this.#memory.reserve((indexing) => indexing.reservePieces(pieces.length, total));
    const ends = new Uint32Array(pieces.length);
    let end = 0;
    for (const [piece, { offset, length }] of pieces.entries()) {
      readAll(this.#file, this.#memory.bytesAt(address + 8 * pieces.length + end, length), offset);
      end += length;
      ends[piece] = end;
    }
    this.#memory.writeAt(address, ends);
  }
}

const all = (): boolean => true;

/** Consecutive ranges of keys with at most `maxBytes` in all runs together; one range where that alone exceeds it. */
function* partsOf(runs: readonly Run[], maxBytes: number): Generator<{ from: number; to: number }> {
  const ranges = (runs[0]?.ranges.length ?? 1) - 1;
  const bytesOf = (range: number): number =>
    runs.reduce((sum, run) => sum + (run.ranges[range + 1] ?? 0) - (run.ranges[range] ?? 0), 0);
  for (let from = 0; from < ranges; ) {
    let to = from + 1;
    let sum = bytesOf(from);
    while (to < ranges && sum + bytesOf(to) <= maxBytes) {
      sum += bytesOf(to);
      to += 1;
    }
    yield { from, to };
    from = to;
  }
}
