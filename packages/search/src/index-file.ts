import { closeSync, fstatSync, openSync } from 'node:fs';
import type { CreateOptions } from 'refrain';
import { InputError, OptionError, resolveOptions, UsageError } from 'refrain';
import { IndexError } from './errors.ts';
import { readAll, withFiles } from './files.ts';
import {
  HEAD_BYTES,
  type IndexHead,
  NAME_HEAD_BYTES,
  PAGE_BYTES,
  PAGE_DIFFERENT,
  PAGE_NAME,
  PAGE_NAME_HASH,
  PAGE_WORDS,
  readHead,
  TERMS_A_FENCE,
} from './format.ts';
import { IndexingMemory } from './memory.ts';
import { type Hit, type Postings, positionsOf, postingsOf } from './postings.ts';
import { parseQuery } from './query.ts';
import { type Ranking, rankings } from './ranking.ts';

/** How pages are found. */
export interface SearchOptions {
  /** `bm25` (the default) or `pivoted`: the two formulas that Chen et al. compare. */
  ranking?: Ranking;
  /** Most results; 10 by default. */
  limit?: number;
}

/** A page that was found. */
export interface SearchResult {
  /** Its number, from 0, in the order in which pages were added. */
  readonly page: number;
  readonly url: string;
  readonly title: string;
  readonly score: number;
}

/** What an index holds. */
export interface IndexStats {
  readonly pages: number;
  /** Words that were kept, and different ones. */
  readonly words: number;
  readonly terms: number;
  readonly bytes: number;
  /** How it was built. */
  readonly template: string;
  readonly titles: boolean;
}

interface Term {
  readonly df: number;
  readonly place: number;
  readonly pagesBytes: number;
  readonly positionsBytes: number;
  readonly hash: number;
}

const decoder = new TextDecoder();

/**
 * An index that was built: it is opened by a few reads, and a search reads the postings of its words and the names of its
 * results. Nothing is ever written to it.
 */
export class Index {
  readonly #file: number;
  readonly #head: IndexHead;
  readonly #memory: IndexingMemory;
  /** First keys of the fences, and the hashes of their terms. */
  readonly #fences: BigUint64Array;
  readonly #pages: DataView;
  readonly stats: IndexStats;
  #closed = false;

  private constructor(file: number, head: IndexHead, memory: IndexingMemory, opened: Uint8Array<ArrayBuffer>) {
    this.#file = file;
    this.#head = head;
    this.#memory = memory;
    const { fences, pages } = head.sections;
    this.#fences = new BigUint64Array(opened.slice(0, fences.length).buffer);
    this.#pages = new DataView(opened.buffer, fences.length, pages.length);
    const options: unknown = JSON.parse(decoder.decode(opened.subarray(fences.length + pages.length)));
    const { template, titles } = options as { template: string; titles: boolean };
    const { names } = head.sections;
    this.stats = {
      ...{ pages: head.pages, words: head.words, terms: head.terms, bytes: names.start + names.length },
      ...{ template, titles },
    };
  }

  /**
   * Opens the file of an index. Fences and page lengths are read and checked; all else when it is needed.
   *
   * @throws {IndexError} `INDEX_DAMAGED`, `INDEX_VERSION`, `INDEX_FAILED`
   */
  static async open(location: string, create: CreateOptions = {}): Promise<Index> {
    const memory = await IndexingMemory.create(resolveOptions({ evidence: 'repetition' }), create);
    const hash = (bytes: Uint8Array): bigint => memory.core.hash(bytes);
    const file = withFiles('opening an index', () => openSync(location, 'r'));
    try {
      return withFiles('opening an index', () => {
        const { size } = fstatSync(file);
        const headBytes = new Uint8Array(Math.min(HEAD_BYTES, size));
        readAll(file, headBytes, 0);
        const head = readHead(headBytes, size, hash);
        const { fences, names } = head.sections;
        const opened = new Uint8Array(names.start - fences.start);
        readAll(file, opened, fences.start);
        if (hash(opened) !== head.hash)
          throw new IndexError('INDEX_DAMAGED', 'the fences or pages of the index are altered');
        return new Index(file, head, memory, opened);
      });
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /**
   * The pages that have any of the query's words, best first, and of pages that are equally good the earlier. Words
   * between double quotes have to stand on the page as they do in the query, one behind the other.
   *
   * @throws {InputError} `INPUT_INVALID` where the query is no string
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {IndexError} `INDEX_DAMAGED`, `INDEX_FAILED`
   * @throws {UsageError} `DISPOSED`
   */
  search(query: string, { ranking = 'bm25', limit = 10 }: SearchOptions = {}): SearchResult[] {
    this.#checkOpen();
    if (typeof query !== 'string') throw new InputError('a query is a string');
    const score = rankings[ranking];
    if (score === undefined) throw new OptionError(`there is no ranking ${String(ranking)}; there are bm25, pivoted`);
    if (!Number.isInteger(limit) || limit < 0) throw new OptionError('limit must be a whole number from 0');
    return withFiles('reading an index', () => {
      const { terms, phrases } = parseQuery(this.#memory, query);
      const postings = new Map(terms.map(({ key }) => [key, this.#postings(key)]));
      const allowed = phrases.map((phrase) => pagesWith(phrase.map((key) => postings.get(key))));
      const scores = new Map<number, number>();
      const averageLength = this.#head.words / this.#head.pages;
      for (const { key, times } of terms) {
        const found = postings.get(key);
        if (found === undefined) continue;
        for (const { page, tf } of postingsOf(found)) {
          if (!allowed.every((pages) => pages.has(page))) continue;
          const length = this.#pages.getUint32(page * PAGE_BYTES + PAGE_WORDS, true);
          const different = this.#pages.getUint32(page * PAGE_BYTES + PAGE_DIFFERENT, true);
          const figures = { tf, queryTf: times, df: found.df, pages: this.#head.pages, length, averageLength };
          scores.set(page, (scores.get(page) ?? 0) + score({ ...figures, averageTf: length / different }));
        }
      }
      return [...scores]
        .sort(([one, first], [other, second]) => second - first || one - other)
        .slice(0, limit)
        .map(([page, own]) => ({ page, ...this.#name(page), score: own }));
    });
  }

  /** On how many pages a word stands. Throws as `search` does. */
  df(word: string): number {
    this.#checkOpen();
    const { terms } = parseQuery(this.#memory, word);
    const [only] = terms;
    if (only === undefined || terms.length > 1) throw new InputError('that is not one word');
    return withFiles('reading an index', () => this.#term(only.key)?.df ?? 0);
  }

  /** Closes the file; a second time changes nothing. */
  close(): void {
    if (!this.#closed) closeSync(this.#file);
    this.#closed = true;
  }

  /** For `using`: {@link close}. */
  [Symbol.dispose](): void {
    this.close();
  }

  #checkOpen(): void {
    if (this.#closed) throw new UsageError('DISPOSED', 'the index was closed');
  }

  #read(start: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    readAll(this.#file, bytes, start);
    return bytes;
  }

  #name(page: number): { url: string; title: string } {
    const { names } = this.#head.sections;
    const at = page * PAGE_BYTES;
    const place = this.#pages.getFloat64(at + PAGE_NAME, true);
    const head = this.#read(names.start + place, NAME_HEAD_BYTES);
    const view = new DataView(head.buffer);
    const [first, second] = [view.getUint32(0, true), view.getUint32(4, true)];
    if (place + NAME_HEAD_BYTES + first + second > names.length) throw damaged('a name');
    const name = this.#read(names.start + place, NAME_HEAD_BYTES + first + second);
    if (this.#memory.core.hash(name) !== this.#pages.getBigUint64(at + PAGE_NAME_HASH, true)) throw damaged('a name');
    return {
      url: decoder.decode(name.subarray(NAME_HEAD_BYTES, NAME_HEAD_BYTES + first)),
      title: decoder.decode(name.subarray(NAME_HEAD_BYTES + first)),
    };
  }

  /** The term of a key; undefined where no page has it. */
  #term(key: bigint): Term | undefined {
    const { layout } = this.#memory.core;
    let low = 0;
    let high = this.#fences.length / 2;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#fences[2 * middle] ?? 0n) <= key) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return undefined;
    const { terms } = this.#head.sections;
    const start = (low - 1) * TERMS_A_FENCE * layout.TERM_BYTES;
    const records = this.#read(terms.start + start, Math.min(TERMS_A_FENCE * layout.TERM_BYTES, terms.length - start));
    if (this.#memory.core.hash(records) !== this.#fences[2 * low - 1]) throw damaged('a term');
    const view = new DataView(records.buffer);
    for (let at = 0; at < records.length; at += layout.TERM_BYTES) {
      if (view.getBigUint64(at + layout.TERM_KEY, true) !== key) continue;
      return {
        df: view.getUint32(at + layout.TERM_DF, true),
        place: Number(view.getBigUint64(at + layout.TERM_OFFSET, true)),
        pagesBytes: view.getUint32(at + layout.TERM_PAGES_BYTES, true),
        positionsBytes: view.getUint32(at + layout.TERM_POSITIONS_BYTES, true),
        hash: view.getUint32(at + layout.TERM_HASH, true),
      };
    }
    return undefined;
  }

  #postings(key: bigint): Postings | undefined {
    const term = this.#term(key);
    if (term === undefined) return undefined;
    const { postings } = this.#head.sections;
    const bytes = this.#read(postings.start + term.place, term.pagesBytes + term.positionsBytes);
    if (Number(this.#memory.core.hash(bytes) >> 32n) !== term.hash) throw damaged('the postings of a word');
    return {
      df: term.df,
      pages: bytes.subarray(0, term.pagesBytes),
      positions: bytes.subarray(term.pagesBytes),
    };
  }
}

const damaged = (what: string): IndexError => new IndexError('INDEX_DAMAGED', `${what} of the index is altered`);

/** Pages on which all words of a phrase stand one behind the other. */
function pagesWith(phrase: readonly (Postings | undefined)[]): ReadonlySet<number> {
  let last: Map<number, Set<number>> | undefined;
  for (const postings of phrase) {
    const here = new Map<number, Set<number>>();
    for (const hit of postings === undefined ? [] : positionsOf(postings)) {
      const ends = new Set(hit.positions.filter((position) => followsOn(last, hit, position)));
      if (ends.size > 0) here.set(hit.page, ends);
    }
    last = here;
  }
  return new Set(last?.keys());
}

const followsOn = (last: Map<number, Set<number>> | undefined, { page }: Hit, position: number): boolean =>
  last === undefined || last.get(page)?.has(position - 1) === true;
