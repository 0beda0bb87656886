/** Text of pages → words: assembly/indexing/page.ts, page-words.ts and words.ts. */
import type { Core } from 'refrain/engine';
import { layout } from './exports.ts';
import type { IndexingMemory } from './memory.ts';

/** The words of one page or text: of its blocks, in the order of reading. */
export class PageWords {
  readonly #memory: IndexingMemory;

  constructor(memory: IndexingMemory) {
    this.#memory = memory;
  }

  /** Removes all words: `readText` begins with the first block. */
  begin(): void {
    this.#memory.call((indexing) => indexing.beginWords());
  }

  /** Copies the current page of the core, which becomes the current page of the module of indexing. */
  copyPage(core: Core): void {
    const { Page, Node, Segment, Block, MergedTag } = core.layout;
    const parts = core.call((exports): [from: number, count: number, size: number][] => [
      [exports.textsAddress(), exports.textsLength(), 1],
      [core.result(Page.NODES), core.result(Page.NODE_COUNT), Node.BYTES],
      [core.result(Page.SEGMENTS), core.result(Page.SEGMENT_COUNT), Segment.BYTES],
      [core.result(Page.BLOCKS), core.result(Page.BLOCK_COUNT), Block.BYTES],
      [exports.mergedAddress(), exports.mergedCount(), MergedTag.BYTES],
    ]);
    const source = core.inputAddress;
    this.#memory.writeInput(core.bytesAt(source, core.result(Page.BYTES)));
    for (const [part, [from, count, size]] of parts.entries()) {
      const to = this.#memory.reserve((indexing) => indexing.reservePart(part, from, count * size));
      this.#memory.write(to, core.bytesAt(from, count * size));
    }
    this.#memory.call((indexing) => indexing.adoptPage(source));
  }

  /**
   * Replaces all words by those of the copied page. `skipped`: the blocks whose words are left out, as `removalOf` returns them;
   * `styles`: the styles of blocks that are found too, for two-stage detection.
   */
  readPage(skipped: number, styles?: 'paper' | 'classes'): void {
    const flags = [Number(styles !== undefined), Number(styles === 'classes')] as const;
    this.#memory.reserve((indexing) => indexing.readPageWords(skipped, ...flags));
  }

  /** Adds the words of a text as one block. */
  readText(text: string): void {
    const length = this.#memory.writeText(text);
    this.#memory.reserve((indexing) => indexing.readTextWords(length));
  }

  /** Number and records (`IndexedBlock.BYTES` each) of the blocks. */
  blocks(): { count: number; records: Uint8Array<ArrayBuffer> } {
    const { count, address } = this.#memory.call((indexing) => ({
      count: Number(indexing.indexedCount.value),
      address: indexing.indexedAddress(),
    }));
    return { count, records: this.#memory.copyAt(address, count * layout.IndexedBlock.BYTES) };
  }

  /** Keys of the words, in the order of reading. */
  keys(): BigUint64Array {
    const { Word } = layout;
    const { count, address } = this.#memory.call((indexing) => ({
      count: Number(indexing.wordCount.value),
      address: indexing.wordsAddress(),
    }));
    const view = new DataView(this.#memory.copyAt(address, count * Word.BYTES).buffer);
    return BigUint64Array.from({ length: count }, (_, word) => view.getBigUint64(word * Word.BYTES + Word.KEY, true));
  }
}
