/** The tools of `refrain mcp`: what they do, without the protocol. */
import { createHash } from 'node:crypto';
import { basename, dirname, relative } from 'node:path';
import { Readable } from 'node:stream';
import type { Sites } from '@refrain/crawl';
import { inputFiles } from '@refrain/crawl/engine/node';
import type { InputFailure } from '@refrain/crawl/input';
import { TemplateTexts } from '@refrain/rules';
import { InputError, type Page, type Part } from 'refrain';
import { recordOf } from 'refrain/engine';
import { getPage } from '../../read/fetch.ts';
import { isAddress } from '../../read/inputs.ts';
import { pageTest } from '../../read/patterns.ts';
import { type Plan, planInputs } from '../../read/plan.ts';
import { isPage, knownUrl, readTask } from '../../read/task.ts';
import { LIST_FACTS, PAGE_FACTS } from './answers.ts';
import type { McpOptions } from './flags.ts';
import {
  type AddressInput,
  type BlockInput,
  type ContentInput,
  type FilesInput,
  type PageInput,
  pathBelow,
  type SiteAddressInput,
  type TemplateInput,
  type Tool,
  toolsFor,
} from './tool-input.ts';
import { type WebOptions, withSite } from './web.ts';

/** A page of a call. */
interface GivenPage {
  readonly url: string | undefined;
  readonly id: string;
  readonly site: string;
  readonly html: string | Uint8Array;
  readonly contentType?: string | undefined;
}

/** What tools may do, how much, and who asks. */
export interface ToolOptions
  extends Pick<McpOptions, 'web' | 'allowPrivate' | 'maxPages' | 'maxLength'>,
    Pick<WebOptions, 'identity'> {
  /** The folder whose files are read; undefined: none is. */
  readonly root: string | undefined;
}

/** An answer: its facts, and the content of a page where it has one. */
export interface ToolAnswer {
  readonly facts: object;
  readonly markdown?: string;
  readonly text?: string;
}

/** What is written of a page. */
interface Content {
  readonly part: Part | undefined;
  readonly format: 'markdown' | 'text';
}

/** What is written of the pages of a site, and of how many. */
interface Wanted extends Content {
  readonly limit: number;
}

/** Where pages stand that name neither a URL nor a site. */
const UNNAMED = 'unnamed';
/** Pages of an answer where a call does not say how many. */
const PAGES = 20;
/** Failures of an answer. */
const FAILURES_MAX = 20;
/** Sites that are listed, or whose texts are kept; and texts of an answer. */
const SITES_MAX = 200;
const TEXTS_MAX = 100;

/** Inputs are files, and a call is never interrupted. */
const NO_STDIN = Readable.from([]);
const UNINTERRUPTED = new AbortController().signal;

const contentIn = ({ keep, format = 'markdown' }: ContentInput): Content => ({ part: keep, format });

/** @throws {InputError} */
function addressIn({ url }: Pick<AddressInput, 'url'>): string {
  if (isAddress(url) && URL.canParse(url)) return url;
  throw new InputError('url must be an address that begins with http:// or https://');
}

/** Which files a call reads. */
interface PlanInput extends Pick<FilesInput, 'inputs'> {
  readonly include?: readonly string[] | undefined;
  readonly site?: string | undefined;
}

export class Tools {
  readonly #sites: Sites;
  readonly #options: ToolOptions;
  /** The tools that clients may call. */
  readonly list: readonly Tool[];
  /** What the sites repeat, those last that were read last: tables hold fingerprints only. */
  readonly #texts = new Map<string, TemplateTexts>();

  constructor(sites: Sites, options: ToolOptions) {
    this.#sites = sites;
    this.#options = options;
    this.list = toolsFor(options);
  }

  /** The facts of a page, and its text. */
  async cleanPage(input: PageInput): Promise<ToolAnswer> {
    return this.#clean(this.#pageIn(input), contentIn(input));
  }

  /** The same of the page at an address. */
  async readUrl(input: AddressInput, signal: AbortSignal): Promise<ToolAnswer> {
    const { maxPageBytes: maxBytes, ...options } = this.#web(signal);
    const { url, bytes: html, contentType } = await getPage(addressIn(input), { maxBytes, ...options });
    const { site = this.#sites.siteOf(url) } = input;
    return this.#clean({ url, id: url, site, html, contentType }, contentIn(input));
  }

  /** Pages of the site at an address. */
  async readSite(input: SiteAddressInput, signal: AbortSignal): Promise<ToolAnswer> {
    const options = {
      ...this.#web(signal),
      maxPages: this.#limitOf(input),
      siteOf: (url: string) => this.#sites.siteOf(url),
      isRead: pageTest(input.include ?? []),
    };
    return withSite(addressIn(input), options, (plan, failures) =>
      this.#cleanAll(plan, this.#wantedIn(input), failures),
    );
  }

  async #clean(given: GivenPage, { part, format }: Content): Promise<ToolAnswer> {
    const page = await this.#learn(given);
    const { [format]: content, ...facts } = recordOf(page, [...PAGE_FACTS, format], { ...given, part });
    return { facts, [format]: this.#cut(content) };
  }

  /** Pages of a site: all are read first, so that each is judged by all of them. */
  async cleanSite(input: FilesInput): Promise<ToolAnswer> {
    return this.#cleanAll(await this.#planOf(input), this.#wantedIn(input), []);
  }

  #limitOf({ maxPages = PAGES }: Pick<FilesInput, 'maxPages'>): number {
    return Math.min(maxPages, this.#options.maxPages);
  }

  /** What a call wants of the pages of a site. */
  #wantedIn(input: ContentInput & Pick<FilesInput, 'maxPages'>): Wanted {
    return { ...contentIn(input), limit: this.#limitOf(input) };
  }

  async #cleanAll(plan: Plan, { part, format, limit }: Wanted, earlier: readonly string[]): Promise<ToolAnswer> {
    const failures = await this.#learnAll(plan, earlier);
    const pages: object[] = [];
    let left = this.#options.maxLength;
    let omitted = 0;
    for await (const given of this.#pagesOf(plan, [])) {
      const page = await this.#label(given).catch(() => undefined);
      if (page === undefined) continue;
      const found = recordOf(page, [...LIST_FACTS, format], { ...given, part });
      const { length } = found[format];
      if (pages.length < limit && length <= left) {
        pages.push(found);
        left -= length;
      } else omitted += 1;
    }
    return { facts: { pages, omitted, failures } };
  }

  /** The blocks that a site repeats, those of most pages first; without a site the sites that are known. */
  async siteTemplate({ inputs, site, include }: TemplateInput): Promise<ToolAnswer> {
    const failures = inputs ? await this.#learnAll(await this.#planOf({ inputs, site, include }), []) : [];
    if (site === undefined) {
      const known: object[] = [];
      for await (const { site: name, pages } of this.#sites.list())
        if (known.length < SITES_MAX) known.push({ site: name, pages });
      return { facts: { sites: known, failures } };
    }
    const texts = this.#texts.get(site);
    if (texts === undefined)
      throw new InputError(`no page of ${site} was read in this session: give inputs, or clean a page of it first`);
    const layouts = texts.records();
    const template = layouts
      .flatMap(({ blocks }) => blocks)
      .map(({ text, region, seen }) => ({ text, region, pages: seen }))
      .sort((one, other) => other.pages - one.pages)
      .slice(0, TEXTS_MAX);
    const pages = layouts.reduce((sum, each) => sum + each.pages, 0);
    return { facts: { site, pages, template, failures } };
  }

  /** Why a block of a page is template or content. */
  async explainBlock({ text, ...input }: BlockInput): Promise<ToolAnswer> {
    const page = await this.#label(this.#pageIn(input));
    const block = page.blocks.find((each) => each.text.includes(text));
    if (block === undefined)
      throw new InputError(`no block of the page has the text ${JSON.stringify(text.slice(0, 80))}`);
    const { verdict, score, main, mainScore, path, ratio, text: whole } = block;
    const { reason, section } = block.explain();
    const facts = { verdict, score, main, mainScore, ratio, path, section, reason, text: whole.slice(0, 1000) };
    return { facts };
  }

  /** The page that a call gives as HTML or as a file. */
  #pageIn({ html, file, url, site }: PageInput): GivenPage {
    if ((html === undefined) === (file === undefined)) throw new InputError('a page must have either html or file');
    const named = site ?? (url === undefined ? undefined : this.#sites.siteOf(url));
    if (html !== undefined) {
      const id = url ?? createHash('sha256').update(html).digest('hex');
      return { url, id, site: named ?? UNNAMED, html };
    }
    const path = pathBelow(this.#options.root, file ?? '');
    const bytes = inputFiles.readPage(path, this.#sites.options.maxPageBytes);
    return { url, id: url ?? path, site: named ?? basename(dirname(path)), html: bytes };
  }

  #label(page: GivenPage): Promise<Page<never>> {
    const { url, id, html, site, contentType } = page;
    return this.#sites.label(url ?? id, html, { id, site, contentType });
  }

  async #learn(page: GivenPage): Promise<Page<never>> {
    const { url, id, html, site, contentType } = page;
    const learned = await this.#sites.learn(url ?? id, html, { id, site, contentType });
    const texts = this.#texts.get(site) ?? new TemplateTexts();
    texts.observe(learned);
    this.#texts.delete(site);
    this.#texts.set(site, texts);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > SITES_MAX && oldest !== undefined) this.#texts.delete(oldest);
    return learned;
  }

  /** Learns the pages of inputs; messages about those that failed. */
  async #learnAll(plan: Plan, earlier: readonly string[]): Promise<string[]> {
    const failures = [...earlier];
    let count = 0;
    for await (const page of this.#pagesOf(plan, failures)) {
      count += 1;
      await this.#learn(page).catch((error: Error) => failures.push(`${page.id}: ${error.message}`));
    }
    if (count === 0) throw new InputError(`no page was read${failures.length === 0 ? '' : `: ${failures[0]}`}`);
    return failures.slice(0, FAILURES_MAX);
  }

  #planOf({ inputs: paths, include = [], site }: PlanInput): Promise<Plan> {
    const inputs = paths.map((path) => pathBelow(this.#options.root, path));
    return planInputs({ inputs, listFile: undefined, isRead: pageTest(include), site, siteOf: 'host' }, NO_STDIN);
  }

  async *#pagesOf(plan: Plan, failures: string[]): AsyncGenerator<GivenPage> {
    const { root, maxPages } = this.#options;
    const { maxPageBytes } = this.#sites.options;
    const onFailure = ({ source, error }: InputFailure): void =>
      void failures.push(`${relative(root ?? '', source)}: ${error.message}`);
    let count = 0;
    for await (const task of plan.tasks({ interrupted: UNINTERRUPTED, maxPageBytes, onFailure })) {
      if (!isPage(task)) continue;
      count += 1;
      if (count > maxPages) {
        failures.push(`more than ${maxPages} pages: the others were not read (--max-pages)`);
        return;
      }
      try {
        // A file in a folder may be a link: each is looked at like one that a call names.
        if (task.from.kind === 'file') pathBelow(root, task.from.path);
        const { html } = readTask(task, maxPageBytes);
        yield { url: knownUrl(task), id: task.id, site: task.site, html };
      } catch (error) {
        onFailure({ source: task.source, error: error as Error });
      }
    }
  }

  #web(signal: AbortSignal): WebOptions {
    const { allowPrivate, identity } = this.#options;
    return { allowPrivate, identity, maxPageBytes: this.#sites.options.maxPageBytes, signal };
  }

  /** The text, cut after `maxLength` characters. */
  #cut(text: string): string {
    const { maxLength } = this.#options;
    return text.length <= maxLength ? text : `${text.slice(0, maxLength)}\n\n(cut after ${maxLength} characters)`;
  }
}
