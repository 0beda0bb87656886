/** Two-stage detection for one group of sites: assembly/indexing/clusters.ts. */
import type { IndexingMemory } from './memory.ts';

export class Detection {
  readonly #memory: IndexingMemory;

  constructor(memory: IndexingMemory) {
    this.#memory = memory;
  }

  /** Bytes that a block of the group takes. */
  get bytesPerBlock(): number {
    return this.#memory.call((indexing) => Number(indexing.GROUP_BLOCK_BYTES.value));
  }

  /** Begins a group of `blocks` blocks. `shortcut` leaves blocks with a verdict out of clusters. */
  begin(blocks: number, shortcut: boolean): void {
    this.#memory.reserve((indexing) => indexing.beginGroup(blocks, shortcut ? 1 : 0));
  }

  /** Adds the blocks of the pages from number `from` to before `to`; `part` is the number of the part of a site. */
  addPages(records: Uint8Array, from: number, to: number, part: number): void {
    const address = this.#memory.reserve((indexing) => indexing.reserveInput(records.length));
    this.#memory.writeAt(address, records);
    this.#memory.call((indexing) => indexing.addPages(address, from, to, part));
  }

  /** Ends the adding of pages. */
  close(): void {
    this.#memory.reserve((indexing) => indexing.closeGroup());
  }

  /** Reads the words of the current pieces (`Merge.load`). */
  readPieces(pieces: number): void {
    this.#memory.check((indexing) => indexing.detectRange(pieces));
  }

  /** Marks the template blocks of the group in the collection. */
  end(): void {
    this.#memory.call((indexing) => indexing.endGroup());
  }
}
