import { PageLevelDetector } from '@refrain/page-level';
import { InputError, OptionError } from 'refrain';
import { Core, check, Reader, selection } from 'refrain/engine';
import { checkPageText } from '../arguments.ts';
import { checkCreate, type IndexCreateOptions, IndexingMemory } from '../module/memory.ts';
import { PageWords } from '../module/page-words.ts';
import { groupsOf } from './groups.ts';
import {
  type DuplicatePair,
  type DuplicatesOptions,
  type ResolvedDuplicatesOptions,
  resolveDuplicatesOptions,
} from './options.ts';

/** A fragment is template if it is on this number of pages of its site, and on this share of them. */
const FRAGMENT = { pages: 5, share: 0.1 };

const PAIRS_AT_ONCE = 4096;

interface Site {
  readonly number: number;
  /** The table of the detector with `incremental`; 0 otherwise. */
  readonly table: number;
  /** The detector of the site with `page-level`. */
  readonly detector: PageLevelDetector | undefined;
  /** Number of pages of the first pass. */
  surveyed: number;
}

type DetectorMaker = () => Promise<PageLevelDetector>;

/**
 * Finds pages with the same text. For each page it keeps some hundred bytes of minima of the words outside the template
 * (Broder, 1997), and estimates resemblance from them: the share of runs of words that two pages have in common. Template
 * would make different pages of one site alike, and copies on two sites different (Chakrabarti, Kumar and Punera, WWW
 * 2007).
 *
 * ```ts
 * const duplicates = await Duplicates.create();
 * for (const { url, html } of pages) await duplicates.add(url, html);
 * for (const { one, other, resemblance } of duplicates.pairs()) console.log(one, other, resemblance);
 * ```
 */
export class Duplicates {
  readonly options: ResolvedDuplicatesOptions;
  readonly #memory: IndexingMemory;
  readonly #words: PageWords;
  readonly #reader: Reader;
  readonly #makeDetector: DetectorMaker;
  readonly #sites = new Map<string, Site>();
  #count = 0;

  private constructor(
    options: ResolvedDuplicatesOptions,
    memory: IndexingMemory,
    reader: Reader,
    makeDetector: DetectorMaker,
  ) {
    this.options = options;
    this.#memory = memory;
    this.#words = new PageWords(memory);
    memory.reserve((indexing) => indexing.beginMinima(options.shingle, options.minima));
    this.#reader = reader;
    this.#makeDetector = makeDetector;
  }

  /**
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {ModelError} `MODEL_INVALID`
   */
  static async create(options: DuplicatesOptions = {}, create: IndexCreateOptions = {}): Promise<Duplicates> {
    const resolved = resolveDuplicatesOptions(options);
    const { evidence: _, ...detector } = options.detector ?? {};
    const { core, indexing } = checkCreate(create);
    const memory = await IndexingMemory.create(resolved.detector, indexing);
    const reader = new Reader(await Core.open(resolved.detector, core), resolved.detector);
    return new Duplicates(resolved, memory, reader, () => PageLevelDetector.create(detector));
  }

  /** Number of pages and texts that were added. */
  get count(): number {
    return this.#count;
  }

  /**
   * The first of two passes, which `site-level` needs: counts the fragments of a page. Survey all pages of a site before you
   * add one of them.
   *
   * @throws what `add` throws
   * @throws {OptionError} `OPTION_INVALID` unless `template` is `site-level`
   */
  async survey(url: string | URL, html: string | Uint8Array): Promise<void> {
    const { template } = this.options;
    if (template !== 'site-level') {
      throw new OptionError(`survey needs template: 'site-level', not ${check.shown(template)}`);
    }
    const site = await this.#site(url);
    this.#reader.divide(html);
    this.#words.copyPage(this.#reader.core);
    this.#memory.reserve((indexing) => indexing.countFragments(site.number));
    site.surveyed += 1;
  }

  /**
   * Adds a page; returns its number, from 0.
   *
   * @throws {InputError} `URL_INVALID`, `INPUT_INVALID`
   * @throws {LimitError} `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `PAGE_TOO_COMPLEX`, `OUT_OF_MEMORY`; the page is not added then
   */
  async add(url: string | URL, html: string | Uint8Array): Promise<number> {
    const site = await this.#site(url);
    const { template } = this.options;
    if (site.detector !== undefined) return this.addText(site.detector.learn(html).text('content'));
    if (template === 'incremental') this.#reader.html(site.table, html, { learn: true, id: undefined });
    else this.#reader.divide(html);
    this.#words.copyPage(this.#reader.core);
    if (template === 'site-level') {
      const minPages = Math.ceil(Math.max(FRAGMENT.pages, FRAGMENT.share * site.surveyed));
      this.#memory.reserve((indexing) => indexing.judgeByFragments(site.number, minPages));
    }
    this.#words.readPage(template === 'none' ? 0 : selection.removal(this.#reader.core, 'content'));
    return this.#addWords();
  }

  /** Adds a text without template. Returns and throws as `add` does. The limit is `maxPageBytes` UTF-16 code units. */
  addText(text: string): number {
    const checked = checkPageText(text, this.options.detector.maxPageBytes);
    this.#words.begin();
    this.#words.readText(checked);
    return this.#addWords();
  }

  /**
   * The resemblance of two pages, 0 to 1.
   *
   * @throws {InputError} `INPUT_INVALID` where a page does not exist
   */
  resemblance(one: number, other: number): number {
    this.#checkPage('one', one);
    this.#checkPage('other', other);
    return this.#memory.call((indexing) => indexing.commonMinima(one, other)) / this.options.minima;
  }

  #checkPage(name: string, page: number): void {
    if (Number.isInteger(page) && page >= 0 && page < this.#count) return;
    throw new InputError(`${name} must be a page number below ${this.#count}, not ${check.shown(page)}`);
  }

  /** All pairs with at least the `resemblance` of the options, each once. No pair is missed. */
  *pairs(): Generator<DuplicatePair> {
    const { resemblance, minima } = this.options;
    // The product of a decimal fraction may exceed the whole number that is meant by a rounding error.
    const minCommon = Math.max(1, Math.ceil(resemblance * minima - 1e-9));
    // Texts that share `min` of `count` minima share one of any count − min + 1.
    for (let column = 0; column <= minima - minCommon; column += 1) {
      this.#memory.reserve((indexing) => indexing.beginPairs(column));
      for (let found = this.#nextPairs(minCommon); found.length > 0; found = this.#nextPairs(minCommon)) {
        for (let at = 0; at < found.length; at += 3) {
          yield { one: found[at] ?? 0, other: found[at + 1] ?? 0, resemblance: (found[at + 2] ?? 0) / minima };
        }
      }
    }
  }

  /** The next pairs of the current column, three words each; none at its end. */
  #nextPairs(minCommon: number): Uint32Array {
    this.#memory.reserve((indexing) => indexing.findPairs(minCommon, PAIRS_AT_ONCE));
    return new Uint32Array(this.#memory.output().slice().buffer);
  }

  /** Groups of two or more pages that pairs connect, directly or through other pages. The numbers in a group ascend. */
  groups(): number[][] {
    return groupsOf(this.#count, this.pairs());
  }

  async #site(url: string | URL): Promise<Site> {
    const { template, siteOf } = this.options;
    const name = siteOf(check.urlText(url));
    const isNew = !this.#sites.has(name);
    const detector = isNew && template === 'page-level' ? await this.#makeDetector() : undefined;
    // Another page of the site may have been added meanwhile.
    const known = this.#sites.get(name);
    if (known !== undefined) return known;
    const table = template === 'incremental' ? this.#reader.core.createTable() : 0;
    const site = { number: this.#sites.size, table, detector, surveyed: 0 };
    this.#sites.set(name, site);
    return site;
  }

  /** Adds the words of the current page or text as those of the next page; returns its number. */
  #addWords(): number {
    this.#memory.reserve((indexing) => indexing.addMinima());
    this.#count += 1;
    return this.#count - 1;
  }
}
