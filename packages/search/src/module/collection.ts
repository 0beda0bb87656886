/** State of all pages of a build, once no page is added any more: assembly/indexing/collection.ts. */
import type { IndexingMemory } from './memory.ts';

export class Collection {
  readonly #memory: IndexingMemory;

  constructor(memory: IndexingMemory) {
    this.#memory = memory;
  }

  /** Reserves the state of all pages. `firstBlocks` has the number of the first block of each page, and the number of all blocks at its end. */
  begin(firstBlocks: Uint32Array): void {
    const pages = firstBlocks.length - 1;
    this.#memory.reserve((indexing) => indexing.reserveCollection(pages, firstBlocks[pages] ?? 0));
    const address = this.#memory.call((indexing) => indexing.firstBlocks());
    this.#memory.writeAt(address, firstBlocks);
  }

  /** For each page the number of words that were kept, and of different ones. */
  lengths(pages: number): { words: Uint32Array<ArrayBuffer>; different: Uint32Array<ArrayBuffer> } {
    const { Length } = this.#memory.layout;
    const address = this.#memory.call((indexing) => indexing.pageLengths());
    const all = new Uint32Array(this.#memory.copyAt(address, pages * Length.BYTES).buffer);
    const column = (offset: number): Uint32Array<ArrayBuffer> =>
      Uint32Array.from({ length: pages }, (_, page) => all[(page * Length.BYTES + offset) / 4] ?? 0);
    return { words: column(Length.WORDS), different: column(Length.DIFFERENT) };
  }

  /** One bit for each of `blocks` blocks, lowest first: 1 for template. */
  templateBits(blocks: number): Uint8Array<ArrayBuffer> {
    const address = this.#memory.call((indexing) => indexing.templateBits());
    return this.#memory.copyAt(address, Math.ceil(blocks / 8));
  }

  /** Releases this state and the memory of detection and merge. */
  release(): void {
    this.#memory.call((indexing) => indexing.releaseBuilding());
  }
}
