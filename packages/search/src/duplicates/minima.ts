/** Minima of texts and their pairs: assembly/indexing/minima.ts. */
import type { IndexingMemory } from '../module/memory.ts';

const PAIRS_AT_ONCE = 4096;

/** A pair of texts, and the number of minima that they share. */
export type MinimaPair = readonly [one: number, other: number, common: number];

export class Minima {
  readonly #memory: IndexingMemory;
  readonly #count: number;

  /** `shingle`: words of a run; `count`: minima of a text. */
  constructor(memory: IndexingMemory, shingle: number, count: number) {
    this.#memory = memory;
    this.#count = count;
    memory.reserve((indexing) => indexing.beginMinima(shingle, count));
  }

  /** Computes the minima of the words of the current page or text, as those of the next text. */
  add(): void {
    this.#memory.check((indexing) => indexing.addMinima());
  }

  /** The number of minima that two texts share. */
  common(one: number, other: number): number {
    return this.#memory.call((indexing) => indexing.commonMinima(one, other));
  }

  /** Every pair of texts that shares at least `min` minima, once. */
  *pairs(min: number): Generator<MinimaPair> {
    // Texts that share `min` of `count` minima share one of any count − min + 1.
    for (let column = 0; column <= this.#count - min; column += 1) {
      this.#memory.reserve((indexing) => indexing.beginPairs(column));
      for (let found = this.#next(min); found.length > 0; found = this.#next(min)) {
        for (let at = 0; at < found.length; at += 3) yield [found[at] ?? 0, found[at + 1] ?? 0, found[at + 2] ?? 0];
      }
    }
  }

  /** The next pairs of the current column, three words each; none at its end. */
  #next(min: number): Uint32Array<ArrayBuffer> {
    this.#memory.check((indexing) => indexing.findPairs(min, PAIRS_AT_ONCE));
    return new Uint32Array(this.#memory.core.output().slice().buffer);
  }
}
