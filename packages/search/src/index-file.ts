import { InputError, resolveOptions, UsageError } from 'refrain';
import { check } from 'refrain/engine';
import { checkLocation, checkText } from './arguments.ts';
import { withFiles } from './errors.ts';
import { IndexReader } from './index-reader.ts';
import { checkCreate, type IndexCreateOptions, IndexingMemory } from './module/memory.ts';
import { PageWords } from './module/page-words.ts';
import { pagesWithPhrase, postingsOf } from './postings.ts';
import { type Ranking, rankings } from './ranking.ts';

/** How pages are found. */
export interface SearchOptions {
  /** `bm25` or `pivoted`: the two formulas that Chen et al. compare. Default: `bm25`. */
  ranking?: Ranking;
  /** Maximum number of results. Default: 10. */
  limit?: number;
}

/** A page that was found. */
export interface SearchResult {
  /** Its number, from 0, in the order in which pages were added. */
  readonly page: number;
  readonly url: string;
  readonly title: string;
  /** The weight by the ranking, 0 or above; higher is better. Weights of different queries are not comparable. */
  readonly score: number;
}

/** What an index holds. */
export interface IndexStats {
  readonly pages: number;
  /** Number of words that were kept. */
  readonly words: number;
  /** Number of different words. */
  readonly terms: number;
  /** Size of the file. */
  readonly bytes: number;
  /** The options `template` and `titles` of the build. */
  readonly template: string;
  readonly titles: boolean;
}

/**
 * An index on disk. Opening it takes a few reads; a search reads the postings of its words and the names of its results. The
 * file is never written.
 */
export class Index {
  readonly stats: IndexStats;
  readonly #reader: IndexReader;
  readonly #words: PageWords;
  #closed = false;

  private constructor(reader: IndexReader, words: PageWords) {
    this.#reader = reader;
    this.#words = words;
    const { head, bytes } = reader;
    this.stats = {
      ...{ pages: head.pages, words: head.words, terms: head.terms, bytes },
      ...{ template: head.template, titles: head.titles },
    };
  }

  /**
   * Opens the file of an index. Terms, postings and names are read and checked when a search needs them.
   *
   * @throws {InputError} `INPUT_INVALID` where the location is not a path
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {IndexError} `INDEX_DAMAGED`, `INDEX_VERSION`, `INDEX_FAILED`
   */
  static async open(location: string, create: IndexCreateOptions = {}): Promise<Index> {
    const path = checkLocation(location);
    const memory = await IndexingMemory.create(resolveOptions(), checkCreate(create).indexing);
    const reader = withFiles('cannot open the index', () => new IndexReader(path, memory));
    return new Index(reader, new PageWords(memory));
  }

  /**
   * The pages that have any word of the query, best first; the earlier first of equal ones. Words between double quotes must be
   * on the page at consecutive positions.
   *
   * @throws {InputError} `INPUT_INVALID` where the query is not a string
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {IndexError} `INDEX_DAMAGED`, `INDEX_FAILED`
   * @throws {UsageError} `DISPOSED`
   */
  search(query: string, options: SearchOptions = {}): SearchResult[] {
    this.#checkOpen();
    const text = checkText('query', query);
    const { ranking = 'bm25', limit = 10 } = check.object('search', options, ['ranking', 'limit']);
    const formula = rankings[check.oneOf('ranking', ranking, ['bm25', 'pivoted'])];
    const maxResults = check.whole('limit', limit, 0, Number.MAX_SAFE_INTEGER);
    return withFiles('cannot read the index', () =>
      [...this.#scores(text, formula)]
        .sort(([one, first], [other, second]) => second - first || one - other)
        .slice(0, maxResults)
        .map(([page, score]) => ({ page, ...this.#reader.nameOf(page), score })),
    );
  }

  /** Scores of the pages that have a word of the query and all of its phrases. */
  #scores(query: string, formula: (typeof rankings)[Ranking]): Map<number, number> {
    const { pages, words } = this.#reader.head;
    const { terms, phrases } = parseQuery(this.#words, query);
    const postings = new Map(terms.map(({ key }) => [key, this.#reader.postingsOf(key)]));
    const allowed = phrases.map((phrase) => pagesWithPhrase(phrase.map((key) => postings.get(key))));
    const scores = new Map<number, number>();
    const averageLength = words / pages;
    for (const { key, times } of terms) {
      const found = postings.get(key);
      if (found === undefined) continue;
      for (const { page, tf } of postingsOf(found)) {
        if (!allowed.every((hasPhrase) => hasPhrase.has(page))) continue;
        const { words: length, different } = this.#reader.lengthOf(page);
        const figures = { tf, queryTf: times, df: found.df, pages, length, averageLength };
        scores.set(page, (scores.get(page) ?? 0) + formula({ ...figures, averageTf: length / different }));
      }
    }
    return scores;
  }

  /**
   * The number of pages that have a word.
   *
   * @throws {InputError} `INPUT_INVALID` where it is not one word
   * @throws {IndexError} `INDEX_DAMAGED`, `INDEX_FAILED`
   * @throws {UsageError} `DISPOSED`
   */
  df(word: string): number {
    this.#checkOpen();
    const { terms } = parseQuery(this.#words, checkText('word', word));
    const [only] = terms;
    if (only === undefined || terms.length > 1) {
      throw new InputError(`word must be one word, not ${check.shown(word)}, which has ${terms.length}`);
    }
    return withFiles('cannot read the index', () => this.#reader.dfOf(only.key));
  }

  /** Closes the file; a second call does nothing. */
  close(): void {
    if (!this.#closed) this.#reader.close();
    this.#closed = true;
  }

  /** For `using`: {@link close}. */
  [Symbol.dispose](): void {
    this.close();
  }

  #checkOpen(): void {
    if (this.#closed) throw new UsageError('DISPOSED', 'the index is closed; open it again');
  }
}

interface Query {
  /** Keys of the different words in the order of their first occurrences, and their numbers of occurrences. */
  readonly terms: readonly { readonly key: bigint; readonly times: number }[];
  /** Keys of the words between double quotes, of two words or more. */
  readonly phrases: readonly (readonly bigint[])[];
}

/** Divides a query into words by the same rules as pages. */
function parseQuery(words: PageWords, query: string): Query {
  const times = new Map<bigint, number>();
  const phrases: bigint[][] = [];
  for (const [index, part] of query.split('"').entries()) {
    words.begin();
    words.readText(part);
    const keys = [...words.keys()];
    for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
    if (index % 2 === 1 && keys.length > 1) phrases.push(keys);
  }
  return { terms: [...times].map(([key, count]) => ({ key, times: count })), phrases };
}
