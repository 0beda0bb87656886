/** Postings of one word as they stand in an index. */

export interface Postings {
  readonly df: number;
  /** For each page the pages since the last, and how often the word is on it. */
  readonly pages: Uint8Array;
  /** For each page the first position, and the words from each to the next. */
  readonly positions: Uint8Array;
}

/** A page that has the word. */
export interface Posting {
  readonly page: number;
  readonly tf: number;
}

/** A page that has the word, and where. */
export interface Hit {
  readonly page: number;
  readonly positions: readonly number[];
}

/** Reads numbers of seven bits a byte, the lowest first. */
class NumberReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  next(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.#at] ?? 0;
      this.#at += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }
}

/** The pages of a word, in the order of their numbers. */
export function* postingsOf({ pages }: Postings): Generator<Posting> {
  const numbers = new NumberReader(pages);
  // Numbers are counted from 1 there.
  for (let page = -1; !numbers.isAtEnd; ) {
    page += numbers.next();
    yield { page, tf: numbers.next() };
  }
}

/** The same with all positions. */
export function* positionsOf(postings: Postings): Generator<Hit> {
  const numbers = new NumberReader(postings.positions);
  for (const { page, tf } of postingsOf(postings)) {
    let position = 0;
    const positions = Array.from({ length: tf }, () => {
      position += numbers.next();
      return position;
    });
    yield { page, positions };
  }
}
