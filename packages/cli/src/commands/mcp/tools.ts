/** The tools of `refrain mcp`, without the protocol. */
import { createHash } from 'node:crypto';
import { basename, dirname, relative } from 'node:path';
import { Readable } from 'node:stream';
import type { Sites } from '@refrain/crawl';
import type { CheckedPage, PageArgument, PageWant } from '@refrain/crawl/engine';
import { inputFiles } from '@refrain/crawl/engine/node';
import type { InputFailure } from '@refrain/crawl/input';
import { TemplateTexts } from '@refrain/rules';
import { InputError, type Part } from 'refrain';
import { type PageJudgement, SETTLE } from 'refrain/engine';
import { isUrl } from '../../arguments/flag-values.ts';
import { getPage } from '../../read/fetch.ts';
import { pageTest } from '../../read/patterns.ts';
import { type Plan, planInputs } from '../../read/plan.ts';
import { isPage, knownUrl, readTask } from '../../read/task.ts';
import type { McpOptions } from './flags.ts';
import { pathBelow } from './root-path.ts';
import { type WebOptions, withSite } from './web.ts';

export interface ToolOptions
  extends Pick<McpOptions, 'web' | 'allowPrivate' | 'maxPages' | 'maxLength'>,
    Pick<WebOptions, 'identity'> {
  /** The folder of readable files; undefined if none may be read. */
  readonly root: string | undefined;
}

/** Arguments of a call, as in the schema of its tool. */
export interface ToolInput {
  readonly html?: string;
  readonly file?: string;
  readonly inputs?: readonly string[];
  readonly include?: readonly string[];
  readonly url?: string;
  readonly site?: string;
  /** Text by which a block is found. */
  readonly text?: string;
  /** Default: main content if a model decides, otherwise all content. */
  readonly keep?: Part;
  readonly format?: 'markdown' | 'text';
  readonly maxPages?: number;
}

/** Fields of a page in an answer, and of each page in a list. */
export const ANSWER_FIELDS = [
  ...(['site', 'page', 'templateShare', 'confidence', 'reason', 'unseen', 'metadata'] as const),
];
export const LIST_FIELDS = ['id', 'url', 'site', 'title', 'templateShare', 'reason', 'unseen'] as const;

/** An answer: metadata, and the content of a page if it has one. */
export interface ToolAnswer {
  readonly fields: object;
  readonly markdown?: string;
  readonly text?: string;
}

/** The site of pages without URL and site. */
const UNNAMED = 'unnamed';
const PAGES = 20;
const FAILURES_MAX = 20;
/** Maximum number of sites in a list, and of sites whose texts are kept; maximum number of texts in an answer. */
const SITES_MAX = 200;
const TEXTS_MAX = 100;

/** Inputs of calls are files, never standard input. */
const NO_STDIN = Readable.from([]);
const UNINTERRUPTED = new AbortController().signal;

/** @throws {InputError} if `url` is not an address of the web */
export function addressIn({ url = '' }: { readonly url?: string | undefined }): string {
  if (isUrl(url) && URL.canParse(url)) return url;
  throw new InputError('url must be an address that begins with http:// or https://');
}

/** Probability in percent. */
const percentOf = (odds: number | undefined): number | undefined =>
  odds === undefined ? undefined : Math.round(100 / (1 + Math.exp(-odds)));

export class Tools {
  readonly #sites: Sites;
  readonly #options: ToolOptions;
  /** Repeated texts of the most recently read sites. The store contains only fingerprints. */
  readonly #texts = new Map<string, TemplateTexts>();

  constructor(sites: Sites, options: ToolOptions) {
    this.#sites = sites;
    this.#options = options;
  }

  async cleanPage(input: ToolInput): Promise<ToolAnswer> {
    return this.#clean(this.#pageIn(input), input);
  }

  async readUrl(input: ToolInput, signal: AbortSignal): Promise<ToolAnswer> {
    const { maxPageBytes: maxBytes, ...options } = this.#web(signal);
    const page = await getPage(addressIn(input), { maxBytes, ...options });
    return this.#clean({ ...page, id: page.url, site: input.site }, input);
  }

  async readSite(input: ToolInput, signal: AbortSignal): Promise<ToolAnswer> {
    const options = {
      ...this.#web(signal),
      maxPages: this.#limitOf(input),
      siteOf: (url: string) => this.#sites.siteOf(url),
      isRead: pageTest(input.include ?? []),
    };
    return withSite(addressIn(input), options, (plan, failures) => this.#cleanAll(plan, input, failures));
  }

  async #clean(given: PageArgument, { keep: part, format = 'markdown' }: ToolInput): Promise<ToolAnswer> {
    const write = this.#observed((judged) => judged.record([...ANSWER_FIELDS, format]));
    const { [format]: content, ...fields } = await this.#sites.judge(() => this.#sites.check(given), { part, write });
    return { fields, [format]: this.#cut(content) };
  }

  /** Reads all pages of a site before it judges them. */
  async cleanSite(input: ToolInput): Promise<ToolAnswer> {
    return this.#cleanAll(await this.#planOf(input), input, []);
  }

  #limitOf({ maxPages = PAGES }: ToolInput): number {
    return Math.min(maxPages, this.#options.maxPages);
  }

  async #cleanAll(plan: Plan, input: ToolInput, failures: string[]): Promise<ToolAnswer> {
    const { keep: part, format = 'markdown' } = input;
    const limit = this.#limitOf(input);
    const pages: object[] = [];
    let left = this.#options.maxLength;
    let omitted = 0;
    const write = (judged: PageJudgement<CheckedPage>) =>
      pages.length < limit ? judged.record([...LIST_FIELDS, format]) : undefined;
    for await (const page of this.#read(plan, failures, { part, write })) {
      // The first pages of a site arrive together.
      if (page !== undefined && pages.length < limit && page[format].length <= left) {
        pages.push(page);
        left -= page[format].length;
      } else omitted += 1;
    }
    return { fields: { pages, omitted, failures: failures.slice(0, FAILURES_MAX) } };
  }

  /** The blocks that a site repeats, by descending number of pages. Without a site, the known sites. */
  async siteTemplate(input: ToolInput): Promise<ToolAnswer> {
    const { inputs, site } = input;
    const failures: string[] = [];
    const read = inputs && this.#read(await this.#planOf(input), failures, { write: () => undefined });
    for await (const _ of read ?? []);
    failures.splice(FAILURES_MAX);
    if (site === undefined) {
      const known: object[] = [];
      for await (const { site: name, pages } of this.#sites.list())
        if (known.length < SITES_MAX) known.push({ site: name, pages });
      return { fields: { sites: known, failures } };
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
    return { fields: { site, pages, template, failures } };
  }

  async explainBlock({ text = '', ...input }: ToolInput): Promise<ToolAnswer> {
    const page = this.#pageIn(input);
    const fields = await this.#sites.judge(() => this.#sites.check(page), {
      learns: false,
      write({ changed: { blocks } }) {
        const block = blocks.find((each) => each.text.includes(text));
        if (block === undefined)
          throw new InputError(`no block of the page has the text ${JSON.stringify(text.slice(0, 80))}`);
        const { verdict, score, main, mainScore, path, ratio, text: whole } = block;
        const { reason } = block.explain();
        const [templatePercent, mainPercent] = [score, mainScore].map(percentOf);
        return {
          ...{ verdict, templatePercent, main, mainPercent, ratio, path, reason },
          text: whole.slice(0, 1000),
        };
      },
    });
    return { fields };
  }

  #pageIn({ html, file, url, site }: ToolInput): PageArgument {
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

  /** Wraps `write`: first collects the template texts of the page. */
  #observed<T>(write: (judged: PageJudgement<CheckedPage>) => T): (judged: PageJudgement<CheckedPage>) => T {
    return (judged) => {
      const { site } = judged.source;
      const texts = this.#texts.get(site) ?? new TemplateTexts();
      texts.observe(judged.changed);
      this.#texts.delete(site);
      this.#texts.set(site, texts);
      const [oldest] = this.#texts.keys();
      if (this.#texts.size > SITES_MAX && oldest !== undefined) this.#texts.delete(oldest);
      return write(judged);
    };
  }

  /** Yields the pages, judged after all were learned. Appends errors of pages to `failures`. */
  async *#read<T>(plan: Plan, failures: string[], { part, write }: PageWant<T>): AsyncGenerator<T> {
    let count = 0;
    const pages = this.#pagesOf(plan, failures);
    const want = { settle: SETTLE.max, part, write: this.#observed(write) };
    for await (const { url, document, error } of this.#sites.records(pages, want)) {
      count += 1;
      if (error === undefined) yield document;
      else failures.push(`${url}: ${error.message}`);
    }
    if (count === 0) throw new InputError(`no page was read${failures.length === 0 ? '' : `: ${failures[0]}`}`);
  }

  #planOf({ inputs: paths = [], include = [], site }: ToolInput): Promise<Plan> {
    const inputs = paths.map((path) => pathBelow(this.#options.root, path));
    return planInputs({ inputs, listFile: undefined, isRead: pageTest(include), site, siteOf: 'host' }, NO_STDIN);
  }

  async *#pagesOf(plan: Plan, failures: string[]): AsyncGenerator<PageArgument> {
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
        // A file in a folder may be a link, so it is checked like an argument.
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

  #cut(text: string): string {
    const { maxLength } = this.#options;
    return text.length <= maxLength ? text : `${text.slice(0, maxLength)}\n\n(cut after ${maxLength} characters)`;
  }
}
