/** Pieces of runs → postings and terms of an index: assembly/indexing/merge.ts and terms.ts. */
import type { IndexingMemory } from './memory.ts';

/** Bytes of postings and of term records, valid until the next call. */
export interface MergedPieces {
  readonly postings: Uint8Array<ArrayBuffer>;
  readonly terms: Uint8Array<ArrayBuffer>;
}

export class Merge {
  readonly #memory: IndexingMemory;

  constructor(memory: IndexingMemory) {
    this.#memory = memory;
  }

  /** Loads pieces of runs that have one range of keys. `read` fills the bytes of a piece. */
  load(lengths: readonly number[], read: (piece: number, into: Uint8Array) => void): void {
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const address = this.#memory.reserve((indexing) => indexing.reservePieces(lengths.length, total));
    const ends = new Uint32Array(lengths.length);
    let end = 0;
    for (const [piece, length] of lengths.entries()) {
      read(piece, this.#memory.bytesAt(address + 8 * lengths.length + end, length));
      end += length;
      ends[piece] = end;
    }
    this.#memory.writeAt(address, ends);
  }

  /** Begins an index: before the first `write`. */
  begin(): void {
    this.#memory.call((indexing) => indexing.beginTerms());
  }

  /** Merges the loaded pieces. `filters` leaves out the postings of template blocks. */
  write(pieces: number, filters: boolean): MergedPieces {
    this.#memory.check((indexing) => indexing.writeTerms(pieces, filters ? 1 : 0));
    const { address, count } = this.#memory.call((indexing) => ({
      address: indexing.termsAddress(),
      count: indexing.termsCount(),
    }));
    const terms = this.#memory.bytesAt(address, count * this.#memory.layout.Term.BYTES);
    return { postings: this.#memory.core.output(), terms };
  }
}
