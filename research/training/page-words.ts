/**
 * The words of a page and of its main content, block by block, so that word F1 of any verdict is known without the page. Of the
 * words of blocks only those that the main content has are kept: of the others their number is enough.
 */
import { wordsOf } from '../evaluation/words.ts';

export interface PageWords {
  /** Index of the page among those of its site, and its kind, where an index of pages has kinds. */
  readonly page: number;
  readonly kind: string | undefined;
  /** Copies of each word of the main content. */
  readonly gold: Uint32Array;
  readonly goldSize: number;
  /** The first row of the page, and the number of words of the block of each row from there on. */
  readonly first: number;
  readonly sizes: Uint32Array;
  /** Words of the blocks that the main content has, as indexes into `gold`; and for each row the end of its words. */
  readonly words: Uint32Array;
  readonly ends: Uint32Array;
}

export interface WordScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** `blocks` are the texts of each block, `gold` the texts of the main content. A word never spans two texts. */
export function pageWords(
  { page, kind, first }: Pick<PageWords, 'page' | 'kind' | 'first'>,
  gold: readonly string[],
  blocks: readonly (readonly string[])[],
): PageWords {
  const ids = new Map<string, number>();
  const counts: number[] = [];
  for (const word of gold.flatMap(wordsOf)) {
    const id = ids.get(word) ?? ids.size;
    ids.set(word, id);
    counts[id] = (counts[id] ?? 0) + 1;
  }
  const words: number[] = [];
  const ends: number[] = [];
  const sizes: number[] = [];
  for (const texts of blocks) {
    const own = texts.flatMap(wordsOf);
    sizes.push(own.length);
    for (const word of own) {
      const id = ids.get(word);
      if (id !== undefined) words.push(id);
    }
    ends.push(words.length);
  }
  return {
    ...{ page, kind, first, goldSize: counts.reduce((sum, count) => sum + count, 0) },
    gold: Uint32Array.from(counts),
    sizes: Uint32Array.from(sizes),
    words: Uint32Array.from(words),
    ends: Uint32Array.from(ends),
  };
}

/** Precision, recall and F1 of the bags of words of the blocks whose row is kept: as `scoreWords` of evaluation/texts.ts. */
export function scoreRows(of: PageWords, isKept: (row: number) => boolean): WordScore {
  const left = of.gold.slice();
  let found = 0;
  let shared = 0;
  let from = 0;
  for (let at = 0; at < of.sizes.length; at += 1) {
    const to = of.ends[at] ?? from;
    if (isKept(of.first + at)) {
      found += of.sizes[at] ?? 0;
      for (let word = from; word < to; word += 1) {
        const id = of.words[word] ?? 0;
        const copies = left[id] ?? 0;
        if (copies === 0) continue;
        left[id] = copies - 1;
        shared += 1;
      }
    }
    from = to;
  }
  const isEmpty = of.goldSize === 0;
  return {
    precision: found === 0 ? (isEmpty ? 1 : 0) : shared / found,
    recall: isEmpty ? 1 : shared / of.goldSize,
    f1: found + of.goldSize === 0 ? 1 : (2 * shared) / (found + of.goldSize),
  };
}
