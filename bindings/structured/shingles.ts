/** Compares texts by their words and shingles. */
import { normalForm } from '../normal-form.ts';

const RUN = /[\p{L}\p{N}\p{M}]+/gu;
/** Letters of scripts without spaces between words. Each counts as a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const LETTER_OR_RUN = new RegExp(`${UNSPACED.source}|(?:(?!${UNSPACED.source})[\\p{L}\\p{N}\\p{M}])+`, 'gu');

/** Words of a text, one by one: a page may have millions. */
export function* wordsIn(text: string): Generator<string> {
  const normal = normalForm(text, 'NFKC').toLowerCase();
  for (const [word] of normal.matchAll(UNSPACED.test(normal) ? LETTER_OR_RUN : RUN)) yield word;
}

/** The number of words of a text, counted up to `limit`. */
export function countWords(text: string, limit: number): number {
  let count = 0;
  const words = wordsIn(text);
  while (count < limit && !words.next().done) count += 1;
  return count;
}

/** Number of neighbouring words of a shingle. */
const SHINGLE = 3;
/** Minimum share of known shingles in a text that counts as known. */
const KNOWN = 0.5;

/** The shingles of a text. A shorter text is one shingle. */
function shinglesOf(words: readonly string[]): string[] {
  const size = Math.min(SHINGLE, words.length);
  return words.slice(size - 1).map((_, at) => words.slice(at, at + size).join(' '));
}

/**
 * Knows the texts that a page shows or that were taken before. Only shingles of the constructor's texts need memory.
 */
export class TextIndex {
  /** True for known shingles. */
  readonly #shingles = new Map<string, boolean>();

  constructor(texts: Iterable<readonly string[]>) {
    for (const words of texts) for (const shingle of shinglesOf(words)) this.#shingles.set(shingle, false);
  }

  /** Marks the shingles of shown words as known. */
  show(words: Iterable<string>): void {
    let [before, beforeThat] = ['', ''];
    for (const word of words) {
      const two = `${before} ${word}`;
      for (const shingle of [word, two, `${beforeThat} ${two}`]) this.#mark(shingle);
      [beforeThat, before] = [before, word];
    }
  }

  #mark(shingle: string): void {
    if (this.#shingles.has(shingle)) this.#shingles.set(shingle, true);
  }

  /** True if a text is new; then it becomes known. */
  take(words: readonly string[]): boolean {
    const shingles = shinglesOf(words);
    const known = shingles.filter((shingle) => this.#shingles.get(shingle) === true);
    if (shingles.length === 0 || known.length >= KNOWN * shingles.length) return false;
    for (const shingle of shingles) this.#mark(shingle);
    return true;
  }
}
