/** Postings of the pages since the last run: assembly/indexing/gather.ts and run.ts. */
import type { IndexingMemory } from './memory.ts';

/** Bytes of a run that are written at once. */
const RUN_CHUNK = 1 << 20;

export interface GatheredState {
  /** Number of different words. */
  readonly terms: number;
  /** Bytes of the postings and the table of words. */
  readonly bytes: number;
  /** Estimate of `bytes` after the words of the current page are added. */
  readonly bytesWithPage: number;
}

/** Postings in linear memory, until they are written as a run. */
export class GatheredPostings {
  readonly #memory: IndexingMemory;

  constructor(memory: IndexingMemory) {
    this.#memory = memory;
  }

  state(): GatheredState {
    return this.#memory.call((indexing) => ({
      terms: Number(indexing.entryCount.value),
      bytes: indexing.gatheredBytes() >>> 0,
      bytesWithPage: indexing.wantedBytes() >>> 0,
    }));
  }

  /** Adds the words of the current page or text as those of page `page`. Page numbers must ascend. */
  add(page: number): void {
    this.#memory.check((indexing) => indexing.gatherWords(page));
  }

  /** The postings as a run, sorted by word, in pieces. Each piece is valid until the next is requested. */
  *run(): Generator<Uint8Array<ArrayBuffer>, void> {
    this.#memory.call((indexing) => indexing.beginRun());
    for (;;) {
      this.#memory.check((indexing) => indexing.writeRun(RUN_CHUNK));
      const piece = this.#memory.core.output();
      if (piece.length === 0) return;
      yield piece;
    }
  }

  /** Offsets of the ranges of keys in the last run; the last value is its length. */
  directory(): Float64Array<ArrayBuffer> {
    const address = this.#memory.call((indexing) => indexing.runDirectory());
    return new Float64Array(this.#memory.copyAt(address, 8 * (this.#memory.layout.WordRun.RANGES + 1)).buffer);
  }

  /** Removes all postings and keeps their memory for the next ones. */
  clear(): void {
    this.#memory.call((indexing) => indexing.forgetGathered());
  }

  /** Removes all postings and releases their memory. */
  release(): void {
    this.#memory.call((indexing) => indexing.releaseGathered());
  }
}
