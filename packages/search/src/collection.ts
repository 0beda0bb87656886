/** The words of all pages, sorted by position and by word. */

export interface PageWords {
  readonly url: string;
  readonly title: string;
  /** Numbers of the page's words, block after block. */
  readonly words: Uint32Array;
  /** Number of words up to the end of each block. */
  readonly ends: readonly number[];
  /** Style of each block; 0 if it cannot be template. */
  readonly styles: readonly number[];
}

/** An inverted index. An occurrence is the position of a word in the reading order of all pages. */
export class Collection {
  /** The word of each occurrence. */
  readonly words: Uint32Array;
  /** The block of each occurrence, numbered over all pages. */
  readonly blocks: Uint32Array;
  /** The first occurrence of each block, and the number of occurrences. */
  readonly firsts: Uint32Array;
  /** The page of each block. */
  readonly pages: Uint32Array;
  /** The first block of each page, and the number of blocks. */
  readonly firstBlocks: Uint32Array;
  /** Occurrences by word, in reading order. */
  readonly postings: Uint32Array;
  /** The first posting of each word, and the number of postings. */
  readonly starts: Uint32Array;

  /** `terms`: number of different words. */
  constructor(pages: readonly PageWords[], terms: number) {
    const total = pages.reduce((sum, { words }) => sum + words.length, 0);
    const blockCount = pages.reduce((sum, { ends }) => sum + ends.length, 0);
    this.words = new Uint32Array(total);
    this.blocks = new Uint32Array(total);
    this.firsts = new Uint32Array(blockCount + 1);
    this.pages = new Uint32Array(blockCount);
    this.firstBlocks = new Uint32Array(pages.length + 1);
    let [occurrence, block] = [0, 0];
    for (const [page, { words, ends }] of pages.entries()) {
      this.words.set(words, occurrence);
      for (const end of ends) {
        this.pages[block] = page;
        this.blocks.fill(block, this.firsts[block], occurrence + end);
        block += 1;
        this.firsts[block] = occurrence + end;
      }
      occurrence += words.length;
      this.firstBlocks[page + 1] = block;
    }
    this.starts = new Uint32Array(terms + 1);
    this.postings = new Uint32Array(total);
    this.#invert();
  }

  /** A counting sort by word. */
  #invert(): void {
    const { words, starts, postings } = this;
    for (const word of words) starts[word + 1] = (starts[word + 1] ?? 0) + 1;
    for (let word = 1; word < starts.length; word += 1) starts[word] = (starts[word] ?? 0) + (starts[word - 1] ?? 0);
    const next = starts.slice();
    for (const [occurrence, word] of words.entries()) {
      const at = next[word] ?? 0;
      postings[at] = occurrence;
      next[word] = at + 1;
    }
  }

  get terms(): number {
    return this.starts.length - 1;
  }

  /** Empty for an unknown word. */
  occurrencesOf(word: number): Uint32Array {
    return this.postings.subarray(this.starts[word] ?? this.postings.length, this.starts[word + 1]);
  }
}
