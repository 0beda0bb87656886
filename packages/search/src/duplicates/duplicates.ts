import type { CreateOptions } from 'refrain';
import { InputError, LimitError, UsageError } from 'refrain';
import { PageLevelDetector } from 'refrain/page-level';
import { Reader } from 'refrain/unstable';
import { IndexingMemory } from '../memory.ts';
import { checkedSiteOf } from '../site.ts';
import {
  type DuplicatePair,
  type DuplicatesOptions,
  type ResolvedDuplicatesOptions,
  resolveDuplicatesOptions,
} from './options.ts';

/** A fragment is template on so many pages of its site, and on so large a share of them. */
const FRAGMENT = { pages: 5, share: 0.1 };

interface Site {
  readonly number: number;
  readonly table: number;
  readonly judge: PageLevelDetector | undefined;
  /** Pages of the pass before. */
  surveyed: number;
}

/** Makes the detector of a site that learns by regression. */
type JudgeMaker = () => Promise<PageLevelDetector>;

/**
 * Finds pages that say the same. Of each page the words outside its template are kept as a few hundred bytes of minima
 * (Broder, 1997), by which resemblance is estimated: the share of runs of words that both have. What sites put around
 * their pages makes different pages alike and the same page different, which is why it is left out first (Chakrabarti,
 * Kumar and Punera, WWW 2007).
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
  readonly #reader: Reader;
  readonly #siteOf: (url: string) => string;
  readonly #makeJudge: JudgeMaker;
  readonly #sites = new Map<string, Site>();
  #count = 0;

  private constructor(
    options: ResolvedDuplicatesOptions,
    memory: IndexingMemory,
    siteOf: (url: string) => string,
    makeJudge: JudgeMaker,
  ) {
    this.options = options;
    this.#memory = memory;
    this.#reader = new Reader(memory.core, options.detector);
    this.#siteOf = siteOf;
    this.#makeJudge = makeJudge;
    memory.beginMinima(options.shingle, options.minima);
  }

  /**
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {ModelError} `MODEL_INVALID`
   */
  static async create(options: DuplicatesOptions = {}, create: CreateOptions = {}): Promise<Duplicates> {
    const resolved = resolveDuplicatesOptions(options);
    const siteOf = checkedSiteOf(resolved.siteOf);
    const { evidence: _, ...detector } = options.detector ?? {};
    const memory = await IndexingMemory.create(resolved.detector, create);
    return new Duplicates(resolved, memory, siteOf, () => PageLevelDetector.create(detector));
  }

  /** Pages and texts that were added. */
  get count(): number {
    return this.#count;
  }

  /**
   * The first of two passes, which `site-level` needs: counts what the page is made of. All pages of a site are surveyed
   * before the first of them is added.
   *
   * @throws what `add` throws; `DISPOSED` where the template is told otherwise
   */
  async survey(url: string, html: string | Uint8Array): Promise<void> {
    if (this.options.template !== 'site-level') throw new UsageError('DISPOSED', 'only site-level has a first pass');
    const site = await this.#site(url);
    this.#reader.divide(html);
    this.#memory.countFragments(site.number);
    site.surveyed += 1;
  }

  /**
   * Adds a page; its number, from 0.
   *
   * @throws {InputError} `URL_INVALID`, `INPUT_INVALID`
   * @throws {LimitError} `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `OUT_OF_MEMORY`; the page is not among those compared then
   */
  async add(url: string, html: string | Uint8Array): Promise<number> {
    const site = await this.#site(url);
    const memory = this.#memory;
    const { template } = this.options;
    if (site.judge !== undefined) return this.addText(site.judge.learn(html).text('content'));
    if (template === 'incremental') {
      this.#reader.html(site.table, html, { learn: true, id: undefined });
    } else {
      this.#reader.divide(html);
      if (template === 'site-level') {
        memory.judgeByFragments(site.number, Math.ceil(Math.max(FRAGMENT.pages, FRAGMENT.share * site.surveyed)));
      }
    }
    memory.readPage({ keepsVerdicts: template !== 'none', findsStyles: false });
    return this.#take();
  }

  /** Adds a text that has no template any more. Throws as `add` does. */
  addText(text: string): number {
    if (typeof text !== 'string') throw new InputError('a text is a string');
    const { maxPageBytes } = this.options.detector;
    if (text.length > maxPageBytes)
      throw new LimitError('PAGE_TOO_LARGE', `the text has more than ${maxPageBytes} characters`);
    this.#memory.beginWords();
    this.#memory.readText(text);
    return this.#take();
  }

  /** How much two pages resemble each other, 0 to 1. */
  resemblance(one: number, other: number): number {
    for (const page of [one, other]) {
      if (!Number.isInteger(page) || page < 0 || page >= this.#count) throw new InputError(`there is no page ${page}`);
    }
    return this.#memory.commonMinima(one, other) / this.options.minima;
  }

  /**
   * All pairs that resemble each other by `resemblance` and more, each once, the page that was added first before the
   * other. None is missed: pages are compared that have one of so many minima in common that others can not be a pair.
   */
  *pairs(): Generator<DuplicatePair> {
    const { resemblance, minima } = this.options;
    const least = Math.max(1, Math.ceil(resemblance * minima - 1e-9));
    for (const [one, other, common] of this.#memory.pairs(least, minima)) {
      yield { one, other, resemblance: common / minima };
    }
  }

  /** Pages that are pairs, directly or through others, as groups: each ascending, of two pages and more. */
  groups(): number[][] {
    const parents = Array.from({ length: this.#count }, (_, page) => page);
    const top = (page: number): number => {
      let at = page;
      while (parents[at] !== at) {
        parents[at] = parents[parents[at] ?? at] ?? at;
        at = parents[at] ?? at;
      }
      return at;
    };
    for (const { one, other } of this.pairs()) {
      const [first, second] = [top(one), top(other)];
      parents[Math.max(first, second)] = Math.min(first, second);
    }
    const groups = new Map<number, number[]>();
    for (const page of parents.keys()) {
      const group = groups.get(top(page));
      if (group === undefined) groups.set(top(page), [page]);
      else group.push(page);
    }
    return [...groups.values()].filter(({ length }) => length > 1);
  }

  async #site(url: string): Promise<Site> {
    const name = this.#siteOf(url);
    const known = this.#sites.get(name);
    if (known !== undefined) return known;
    const { template } = this.options;
    const site = {
      number: this.#sites.size,
      table: template === 'incremental' ? this.#memory.core.createTable() : 0,
      judge: template === 'page-level' ? await this.#makeJudge() : undefined,
      surveyed: 0,
    };
    this.#sites.set(name, site);
    return site;
  }

  #take(): number {
    this.#memory.addMinima();
    this.#count += 1;
    return this.#count - 1;
  }
}
