import { InputError, OptionError } from 'refrain';
import { check } from 'refrain/engine';
import { checkNumber, checkText } from './arguments.ts';
import type { Collection } from './collection.ts';
import { type Ranking, rankings } from './ranking.ts';
import { WordReader } from './word-reader.ts';

/** Options of a search. */
export interface SearchOptions {
  /** The two formulas that Chen et al. compare. Default: `bm25`. */
  ranking?: Ranking;
  /** Maximum number of results. Default: 10. */
  limit?: number;
}

/** A result of a search. */
export interface SearchResult {
  /** Number from 0, in the order of addition. */
  readonly page: number;
  readonly url: string;
  readonly title: string;
  /** The weight by the ranking, 0 or above. Weights of different queries are not comparable. */
  readonly score: number;
}

/** Counts of an index. */
export interface IndexStats {
  readonly pages: number;
  /** Kept words. */
  readonly words: number;
  /** Different kept words. */
  readonly terms: number;
}

export interface IndexSource {
  readonly pages: readonly { readonly url: string; readonly title: string }[];
  readonly dictionary: ReadonlyMap<string, number>;
  readonly collection: Collection;
  /** 1 for each template block; undefined without two-stage detection. */
  readonly template: Uint8Array | undefined;
}

const NO_WORD = 2 ** 32 - 1;

/** The immutable index of an {@link IndexBuilder}: the words of pages outside their template, in memory. */
export class Index {
  readonly stats: IndexStats;
  readonly #source: IndexSource;
  readonly #words: WordReader;
  /** For each page: kept words, and different kept words. */
  readonly #lengths: Uint32Array;
  readonly #different: Uint32Array;

  /** @internal */
  constructor(source: IndexSource) {
    this.#source = source;
    this.#words = new WordReader((word) => source.dictionary.get(word) ?? NO_WORD);
    this.#lengths = new Uint32Array(source.pages.length);
    this.#different = new Uint32Array(source.pages.length);
    let [words, terms] = [0, 0];
    for (let word = 0; word < source.collection.terms; word += 1) {
      const pages = this.#pagesOf(word);
      if (pages.size > 0) terms += 1;
      for (const [page, times] of pages) {
        words += times;
        this.#lengths[page] = (this.#lengths[page] ?? 0) + times;
        this.#different[page] = (this.#different[page] ?? 0) + 1;
      }
    }
    this.stats = { pages: source.pages.length, words, terms };
  }

  /**
   * The pages that contain any word of the query, sorted by descending weight, then by number. Words between double
   * quotes must be consecutive in a block of the page.
   *
   * @throws {InputError} `INPUT_INVALID` if the query is not a string
   * @throws {OptionError} `OPTION_INVALID`
   */
  search(query: string, options: SearchOptions = {}): SearchResult[] {
    const text = checkText('query', query);
    const { ranking = 'bm25', limit = 10 } = check.object('search', options, ['ranking', 'limit']);
    const scores = this.#scores(text, check.oneOf('ranking', ranking, ['bm25', 'pivoted']));
    const maxResults = check.whole('limit', limit, 0, Number.MAX_SAFE_INTEGER);
    return [...scores]
      .sort(([one, first], [other, second]) => second - first || one - other)
      .slice(0, maxResults)
      .map(([page, score]) => {
        const { url = '', title = '' } = this.#source.pages[page] ?? {};
        return { page, url, title, score };
      });
  }

  /**
   * The number of pages that have a word.
   *
   * @throws {InputError} `INPUT_INVALID` if it is not one word
   */
  df(word: string): number {
    const [only, ...others] = this.#words.read(checkText('word', word));
    if (only !== undefined && others.length === 0) return this.#pagesOf(only).size;
    const count = only === undefined ? 0 : others.length + 1;
    throw new InputError(`word must be one word, not ${check.describe(word)}, which has ${count}`);
  }

  /**
   * The verdict of two-stage detection on a block. Pages have the numbers of `add`; blocks are counted from 0 as in
   * `Page.blocks`.
   *
   * @throws {OptionError} `OPTION_INVALID` unless `template` was `two-stage`
   * @throws {InputError} `INPUT_INVALID` if the page or the block does not exist
   */
  isTemplate(page: number, block: number): boolean {
    const { pages, template, collection } = this.#source;
    if (template === undefined) throw new OptionError(`isTemplate needs an index with template: 'two-stage'`);
    checkNumber('page', page, pages.length);
    const [first = 0, end = 0] = collection.firstBlocks.subarray(page, page + 2);
    checkNumber('block', block, end - first);
    return template[first + block] === 1;
  }

  /** Pages that have a word outside their template, ascending, with the number of occurrences. */
  #pagesOf(word: number): Map<number, number> {
    const { collection, template } = this.#source;
    const pages = new Map<number, number>();
    for (const occurrence of collection.occurrencesOf(word)) {
      const block = collection.blocks[occurrence] ?? 0;
      if (template?.[block] === 1) continue;
      const page = collection.pages[block] ?? 0;
      pages.set(page, (pages.get(page) ?? 0) + 1);
    }
    return pages;
  }

  /** The pages that have consecutive words in a block outside their template. */
  #pagesWithPhrase(phrase: readonly number[]): Set<number> {
    const { collection, template } = this.#source;
    const { words, blocks } = collection;
    const found = new Set<number>();
    for (const occurrence of collection.occurrencesOf(phrase[0] ?? NO_WORD)) {
      const block = blocks[occurrence] ?? 0;
      if (template?.[block] === 1 || blocks[occurrence + phrase.length - 1] !== block) continue;
      if (phrase.every((word, at) => words[occurrence + at] === word)) found.add(collection.pages[block] ?? 0);
    }
    return found;
  }

  /** Scores of the pages that have a word of the query and all of its phrases. */
  #scores(query: string, ranking: Ranking): Map<number, number> {
    const times = new Map<number, number>();
    const phrases: Set<number>[] = [];
    for (const [index, part] of query.split('"').entries()) {
      const words = this.#words.read(part);
      for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
      if (index % 2 === 1 && words.length > 1) phrases.push(this.#pagesWithPhrase(words));
    }
    const scores = new Map<number, number>();
    const { pages, words } = this.stats;
    for (const [word, queryTf] of times) {
      const found = this.#pagesOf(word);
      for (const [page, tf] of found) {
        if (!phrases.every((allowed) => allowed.has(page))) continue;
        const length = this.#lengths[page] ?? 0;
        const averageTf = length / (this.#different[page] ?? 1);
        const figures = { tf, queryTf, df: found.size, pages, length, averageLength: words / pages, averageTf };
        scores.set(page, (scores.get(page) ?? 0) + rankings[ranking](figures));
      }
    }
    return scores;
  }
}
