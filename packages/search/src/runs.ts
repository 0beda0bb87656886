/** Sorted runs of postings on disk, and the ranges of keys in which they are read together. */
import type { IndexingMemory } from './memory.ts';
import type { Spool, SpoolFile } from './spool.ts';

/** Of what may be in memory, for the pieces of a range: what is written of them takes four times as much. */
export const RANGE_SHARE = 1 / 8;

interface Run {
  readonly start: number;
  /** Its pages, from one to before another. */
  readonly firstPage: number;
  readonly endPage: number;
  /** Where each range of keys begins, counted from `start`; one more at the end. */
  readonly ranges: Float64Array;
}

/** All runs of a build, one behind the other in one file. */
export class Runs {
  readonly #file: SpoolFile;
  readonly #runs: Run[] = [];
  /** What the module has in hand: it need not be read again. */
  #loaded = '';

  constructor(spool: Spool) {
    this.#file = spool.file('runs');
  }

  get count(): number {
    return this.#runs.length;
  }

  /** Writes what is gathered, of pages up to before one. Where that fails nothing was written, and what is gathered stays. */
  spill(memory: IndexingMemory, endPage: number): void {
    const start = this.#file.length;
    try {
      for (const piece of memory.run()) this.#file.append(piece);
      this.#file.flush();
    } catch (error) {
      this.#file.truncate(start);
      throw error;
    }
    const ranges = memory.directory();
    this.#runs.push({ start, firstPage: this.#runs.at(-1)?.endPage ?? 0, endPage, ranges });
    memory.forgetGathered();
  }

  /** Puts pieces of all runs, or of those that have one of some pages, into the module part by part; yields how many there are. */
  *load(
    memory: IndexingMemory,
    bytes: number,
    isWanted: (from: number, to: number) => boolean = all,
  ): Generator<number> {
    const runs = this.#runs.filter(({ firstPage, endPage }) => isWanted(firstPage, endPage));
    for (const { from, to } of partsOf(runs, bytes)) {
      const pieces = runs
        .map(({ start, ranges }) => ({
          place: start + (ranges[from] ?? 0),
          length: (ranges[to] ?? 0) - (ranges[from] ?? 0),
        }))
        .filter(({ length }) => length > 0);
      if (pieces.length === 0) continue;
      const wanted = `${from}-${to}: ${pieces.map(({ place }) => place).join(' ')}`;
      if (wanted !== this.#loaded) {
        this.#loaded = '';
        memory.putPieces(
          pieces.map(({ length }) => length),
          (piece, into) => this.#file.read(into, pieces[piece]?.place ?? 0),
        );
        this.#loaded = wanted;
      }
      yield pieces.length;
    }
  }
}

const all = (): boolean => true;

/** Ranges of keys after each other, each of at most so many bytes in all runs, or the least that can be read at once. */
function* partsOf(runs: readonly Run[], bytes: number): Generator<{ from: number; to: number }> {
  const ranges = (runs[0]?.ranges.length ?? 1) - 1;
  const bytesOf = (range: number): number =>
    runs.reduce((sum, run) => sum + (run.ranges[range + 1] ?? 0) - (run.ranges[range] ?? 0), 0);
  for (let from = 0; from < ranges; ) {
    let to = from + 1;
    let sum = bytesOf(from);
    while (to < ranges && sum + bytesOf(to) <= bytes) {
      sum += bytesOf(to);
      to += 1;
    }
    yield { from, to };
    from = to;
  }
}
