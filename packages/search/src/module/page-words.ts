/** Text of pages → words: assembly/indexing/pages.ts and words.ts. */
import type { Choice } from 'refrain';
import { removalOf } from 'refrain/internal';
import type { IndexingMemory } from './memory.ts';

export interface PageWordsOptions {
  /** The part of the page whose words are found; of blocks without verdicts, all. Default: all words. */
  readonly part?: Choice;
  /** Whether the styles of blocks are found too, which two-stage detection needs. */
  readonly findsStyles: boolean;
}

const encoder = new TextEncoder();

/** The words of one page or text: of its blocks, in the order of reading. */
export class PageWords {
  readonly #memory: IndexingMemory;

  constructor(memory: IndexingMemory) {
    this.#memory = memory;
  }

  /** Whether the class attribute is part of the style of a block. */
  set seesClasses(sees: boolean) {
    this.#memory.call((indexing) => indexing.setClasses(sees ? 1 : 0));
  }

  /** Removes all words: `readText` begins with the first block. */
  begin(): void {
    this.#memory.call((indexing) => indexing.beginWords());
  }

  /** Replaces all words by those of the current page. */
  readPage({ part, findsStyles }: PageWordsOptions): void {
    const skipped = part === undefined ? 0 : removalOf(this.#memory.core, { keep: part });
    this.#memory.check((indexing) => indexing.readPageWords(skipped, findsStyles ? 1 : 0));
  }

  /** Adds the words of a text as one block. */
  readText(text: string): void {
    const bytes = encoder.encode(text);
    const address = this.#memory.reserve((indexing) => indexing.reserveText(bytes.length));
    this.#memory.writeAt(address, bytes);
    this.#memory.check((indexing) => indexing.readTextWords(bytes.length));
  }

  /** Number and records (`INDEXED_BYTES` each) of the blocks. */
  blocks(): { count: number; records: Uint8Array<ArrayBuffer> } {
    const { count, address } = this.#memory.call((indexing) => ({
      count: Number(indexing.indexedCount.value),
      address: indexing.indexedAddress(),
    }));
    return { count, records: this.#memory.copyAt(address, count * this.#memory.layout.Indexed.BYTES) };
  }

  /** Keys of the words, in the order of reading. */
  keys(): BigUint64Array {
    const { Word } = this.#memory.layout;
    const { count, address } = this.#memory.call((indexing) => ({
      count: Number(indexing.wordCount.value),
      address: indexing.wordsAddress(),
    }));
    const view = new DataView(this.#memory.copyAt(address, count * Word.BYTES).buffer);
    return BigUint64Array.from({ length: count }, (_, word) => view.getBigUint64(word * Word.BYTES + Word.KEY, true));
  }
}
