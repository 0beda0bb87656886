/** Sorted runs of postings on disk, and the ranges of keys in which they are read together. */
import type { IndexingMemory } from './memory.ts';
import type { Spool, SpoolFile } from './spool.ts';

interface Run {
  readonly start: number;
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

  /** Writes what is gathered. Where that fails nothing was written, and what is gathered stays. */
  spill(memory: IndexingMemory): void {
    const start = this.#file.length;
    try {
      for (const piece of memory.run()) this.#file.append(piece);
      this.#file.flush();
    } catch (error) {
      this.#file.truncate(start);
      throw error;
    }
    const ranges = memory.directory();
    this.#runs.push({ start, ranges });
    memory.forgetGathered();
  }

  /** Bytes that all runs have from one range to another. */
  #bytes(from: number, to: number): number {
    return this.#runs.reduce((sum, { ranges }) => sum + (ranges[to] ?? 0) - (ranges[from] ?? 0), 0);
  }

  /** Ranges of keys after each other, each of at most so many bytes, or of the least that can be read at once. */
  *#parts(bytes: number): Generator<{ from: number; to: number }> {
    const all = (this.#runs[0]?.ranges.length ?? 1) - 1;
    for (let from = 0; from < all; ) {
      let to = from + 1;
      while (to < all && this.#bytes(from, to + 1) <= bytes) to += 1;
      yield { from, to };
      from = to;
    }
  }

  /** Puts the pieces of one part after the other into the module; yields how many there are. */
  *load(memory: IndexingMemory, bytes: number): Generator<number> {
    for (const { from, to } of this.#parts(bytes)) {
      const pieces = this.#runs
        .map(({ start, ranges }) => ({
          place: start + (ranges[from] ?? 0),
          length: (ranges[to] ?? 0) - (ranges[from] ?? 0),
        }))
        .filter(({ length }) => length > 0);
      if (pieces.length === 0) continue;
      const wanted = `${this.count} ${from} ${to}`;
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
