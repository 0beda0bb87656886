/** Postings of one word, as the file of an index has them, and phrases: words at consecutive positions. */

export interface Postings {
  readonly df: number;
  /** For each page the difference to the previous page number, and the number of occurrences. */
  readonly pages: Uint8Array;
  /** For each page the first position, and the differences between positions. */
  readonly positions: Uint8Array;
}

/** A page that has the word, and the number of occurrences. */
export interface Posting {
  readonly page: number;
  readonly tf: number;
}

/** A page that has the word, and the positions of it. */
interface Hit {
  readonly page: number;
  readonly positions: readonly number[];
}

/** Reads numbers of seven bits a byte, lowest bits first. */
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
  // The postings count pages from 1.
  for (let page = -1; !numbers.isAtEnd; ) {
    page += numbers.next();
    yield { page, tf: numbers.next() };
  }
}

/** The pages of a word with all positions, in the order of their numbers. */
function* positionsOf(postings: Postings): Generator<Hit> {
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

/** End positions of a phrase, by page. */
type PhraseEnds = ReadonlyMap<number, ReadonlySet<number>>;

/** The positions of a word that continue the phrase before it; all of its positions where there is none. */
function continued(before: PhraseEnds | undefined, postings: Postings): PhraseEnds {
  const ends = new Map<number, ReadonlySet<number>>();
  for (const { page, positions } of positionsOf(postings)) {
    const last = before?.get(page);
    const here = before === undefined ? positions : positions.filter((position) => last?.has(position - 1) === true);
    if (here.length > 0) ends.set(page, new Set(here));
  }
  return ends;
}

/** The pages that have the words at consecutive positions. A word without postings is on no page. */
export function pagesWithPhrase(words: readonly (Postings | undefined)[]): ReadonlySet<number> {
  let ends: PhraseEnds | undefined;
  for (const postings of words) ends = postings === undefined ? new Map() : continued(ends, postings);
  return new Set(ends?.keys());
}
