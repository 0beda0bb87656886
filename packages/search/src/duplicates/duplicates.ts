import type { CreateOptions } from 'refrain';
import { check } from 'refrain/engine';
import { checkNumber, checkPageText } from '../arguments.ts';
import { hashOf, secretOf } from '../hash.ts';
import { type PageReader, pageReader } from '../site-pages.ts';
import { WordReader } from '../word-reader.ts';
import { groupsOf } from './groups.ts';
import { Minima } from './minima.ts';
import {
  type DuplicatePair,
  type DuplicatesOptions,
  type ResolvedDuplicatesOptions,
  resolveDuplicatesOptions,
} from './options.ts';

/**
 * Finds pages with the same text. For each page it keeps a few hundred bytes: min-hashes of the words outside the
 * template (Broder, 1997). They estimate resemblance: the share of runs of words that two pages have in common. Template
 * would make different pages of one site alike, and copies on two sites different (Chakrabarti, Kumar and Punera, WWW
 * 2007).
 *
 * ```ts
 * const duplicates = await Duplicates.create();
 * for (const { url, html } of pages) duplicates.add(url, html);
 * for (const { one, other, resemblance } of duplicates.pairs()) console.log(one, other, resemblance);
 * ```
 */
export class Duplicates {
  readonly options: ResolvedDuplicatesOptions;
  readonly #read: PageReader;
  readonly #words: WordReader;
  readonly #minima: Minima;

  private constructor(options: ResolvedDuplicatesOptions, read: PageReader) {
    this.options = options;
    this.#read = read;
    const secret = secretOf(options.detector.seed);
    this.#words = new WordReader((word) => hashOf(word, secret) | 0);
    this.#minima = new Minima(options.shingle, options.minima);
  }

  /**
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {ModelError} `MODEL_INVALID`
   */
  static async create(options: DuplicatesOptions = {}, create: CreateOptions = {}): Promise<Duplicates> {
    const resolved = resolveDuplicatesOptions(options);
    const learns = resolved.template === 'incremental';
    return new Duplicates(resolved, await pageReader(resolved.detector, learns, create));
  }

  /** Number of added pages and texts. */
  get count(): number {
    return this.#minima.count;
  }

  /**
   * Adds a page; returns its number, from 0.
   *
   * @throws {InputError} `URL_INVALID`, `INPUT_INVALID`
   * @throws {LimitError} `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `PAGE_TOO_COMPLEX`, `OUT_OF_MEMORY`; the page is not added then
   */
  add(url: string | URL, html: string | Uint8Array): number {
    const page = this.#read(this.options.siteOf(check.urlText(url)), html);
    return this.#addWords(page.text('content'));
  }

  /** Adds a text without template, of at most `maxPageBytes` UTF-16 code units. Returns and throws as `add` does. */
  addText(text: string): number {
    return this.#addWords(checkPageText(text, this.options.detector.maxPageBytes));
  }

  /**
   * The resemblance of two pages, 0 to 1.
   *
   * @throws {InputError} `INPUT_INVALID` if a page does not exist
   */
  resemblance(one: number, other: number): number {
    checkNumber('one', one, this.count);
    checkNumber('other', other, this.count);
    return this.#minima.common(one, other) / this.options.minima;
  }

  /** All pairs with at least the `resemblance` of the options, each once. */
  *pairs(): Generator<DuplicatePair> {
    const { resemblance, minima } = this.options;
    // Subtracts the rounding error of the product, which could exceed the intended whole number.
    const least = Math.max(1, Math.ceil(resemblance * minima - 1e-9));
    for (const [one, other, common] of this.#minima.pairs(least)) yield { one, other, resemblance: common / minima };
  }

  /**
   * Groups of two or more pages that are connected by pairs, directly or through other pages. The numbers in a group
   * ascend.
   */
  groups(): number[][] {
    return groupsOf(this.count, this.pairs());
  }

  #addWords(text: string): number {
    return this.#minima.add(this.#words.read(text));
  }
}
