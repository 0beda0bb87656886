/** Sorted runs of postings on disk, and the ranges of keys in which they are read together. */
import { GatheredPostings } from './module/gathered.ts';
import type { IndexingMemory } from './module/memory.ts';
import { Merge } from './module/merge.ts';
import type { Spool, SpoolFile } from './spool.ts';

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

/** All runs of a build, one after another in one file. */
export class Runs {
  readonly #file: SpoolFile;
  readonly #gathered: GatheredPostings;
  readonly #merge: Merge;
  readonly #runs: Run[] = [];
  /** Identifies the pieces in linear memory, which need not be read again. */
  #loaded = '';

  constructor(spool: Spool, memory: IndexingMemory) {
    this.#file = spool.file('runs');
    this.#gathered = new GatheredPostings(memory);
    this.#merge = new Merge(memory);
  }

  get count(): number {
    return this.#runs.length;
  }

  /**
   * Writes the postings in memory, of all pages before `endPage` that no run has. Where that fails, nothing is written and the
   * postings stay in memory.
   */
  spill(endPage: number): void {
    const start = this.#file.length;
    try {
      for (const piece of this.#gathered.run()) this.#file.append(piece);
      this.#file.flush();
    } catch (error) {
      this.#file.truncate(start);
      throw error;
    }
    const ranges = this.#gathered.directory();
    this.#runs.push({ start, firstPage: this.#runs.at(-1)?.endPage ?? 0, endPage, ranges });
    this.#gathered.clear();
  }

  /**
   * Loads the runs into linear memory, some ranges of keys at a time; yields the number of pieces each time. `maxBytes` bounds
   * the pieces; `isWanted` selects runs by their pages, from `from` to before `to`.
   */
  *load(maxBytes: number, isWanted: (from: number, to: number) => boolean = all): Generator<number> {
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
        this.#merge.load(
          pieces.map(({ length }) => length),
          (piece, into) => this.#file.read(into, pieces[piece]?.offset ?? 0),
        );
        this.#loaded = wanted;
      }
      yield pieces.length;
    }
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
