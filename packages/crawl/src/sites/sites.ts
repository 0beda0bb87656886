/// <reference lib="esnext.disposable" preserve="true" />
import type { LayoutRecord, SiteRules, SiteTemplate } from '@refrain/rules';
import {
  type CreateOptions,
  type DocumentOptions,
  type ElementOf,
  InputError,
  type NodeOf,
  OptionError,
  type Page,
  type PageDocument,
  type PageField,
  type PageFields,
  type PageInput,
  type ResolvedOptions,
  resolveOptions,
  type TreeAdapter,
  UsageError,
} from 'refrain';
import {
  Core,
  check,
  checkFields,
  FirstPages,
  judgeOne,
  type PageReader,
  type Policy,
  Reader,
  SETTLE,
  Snapshot,
  type Want,
} from 'refrain/engine';
import { type CheckedPage, type CrawlPage, checkPage, type PageArgument } from '../crawl-page.ts';
import { isRefusal } from '../errors.ts';
import { SerialQueue } from '../serial-queue.ts';
import { openStore } from '../store/open-store.ts';
import type { SiteStore, SiteSummary } from '../store/store.ts';
import { coreForSites } from './core-for-sites.ts';
import { HandRules, type SiteRuleMiss } from './hand-rules.ts';
import { type HostOptions, SiteHost } from './host.ts';
import { hostOfUrl, siteFinder } from './site-of.ts';
import {
  agree,
  checkSitesOptions,
  type DocumentsOptions,
  OUTPUT_OPTIONS,
  outputOf,
  type SiteDocument,
  type SitePageOptions,
  type SitesOptions,
  type SitesStats,
  tableOptions,
} from './sites-options.ts';

export type { FlushEvery } from './flush-policy.ts';
export type { SiteRuleMiss } from './hand-rules.ts';
export type { DocumentsOptions, SiteDocument, SitePageOptions, SitesOptions, SitesStats } from './sites-options.ts';

type TreeOptions<N> = SitePageOptions & { adapter?: TreeAdapter<N> };

export interface PageWant<T> extends Pick<Want<CheckedPage, T>, 'learns' | 'part' | 'write'> {
  readonly isKnown?: boolean;
}

export interface SitesOverOptions extends Omit<HostOptions, 'onIdle'> {
  readonly detector: ResolvedOptions;
  readonly siteOf?: (url: string) => string;
  /** True if a timer also starts flushes. The next call throws errors of these flushes. */
  readonly flushesWhenIdle: boolean;
  /** Awaited before each call, so that the program can do other work. */
  readonly pause?: () => Promise<void>;
  readonly rules?: SitesOptions['rules'] | undefined;
}

/**
 * Many sites, each with its table, in an embedded store. Pages may have any order, also over several runs.
 *
 * ```ts
 * const sites = await Sites.open({ location: 'crawl.refrain' });
 * for await (const { url, bytes, contentType } of crawl) {
 *   const page = await sites.learn(url, bytes, { contentType });
 *   console.log(page.text());
 * }
 * await sites.close();
 * ```
 *
 * Calls run one after another. A returned page is valid until the next call resolves, so read it before you await
 * anything else.
 *
 * A page is counted once, by its id. After a crash, repeat the crawl from any earlier point: the store reaches the same
 * state.
 */
export class Sites {
  readonly options: ResolvedOptions;
  readonly #core: Core;
  readonly #store: SiteStore;
  readonly #siteOf: (url: string) => string;
  readonly #host: SiteHost;
  readonly #rules: HandRules | undefined;
  readonly #policies: readonly Policy[];
  readonly #calls = new SerialQueue();
  readonly #pause: (() => Promise<void>) | undefined;
  #idleFailure: unknown;
  #closing: Promise<void> | undefined;
  #isClosed = false;

  private constructor(core: Core, store: SiteStore, over: SitesOverOptions) {
    if (!(core instanceof Core)) throw new OptionError('sites are opened by `await Sites.open({ location })`');
    const { detector, siteOf = hostOfUrl, flushesWhenIdle, pause, rules, ...options } = over;
    this.#pause = pause;
    this.options = detector;
    this.#core = core;
    this.#store = store;
    this.#siteOf = siteOf;
    this.#rules = rules && new HandRules(rules);
    this.#policies = this.#rules === undefined ? [] : [this.#rules.policy];
    const onIdle = (): void => {
      this.flush().catch((error: unknown) => {
        this.#idleFailure ??= error;
      });
    };
    this.#host = new SiteHost(new Reader(core, detector), store, {
      ...options,
      onIdle: flushesWhenIdle ? onIdle : undefined,
    });
  }

  /**
   * Opens the store, or creates it. Options of the creation need not be repeated, except limits.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {StoreError} `STORE_LOCKED` if it is open elsewhere, `STORE_OPTIONS` if it was created with other options,
   * `STORE_DAMAGED`, `STORE_VERSION`, `STORE_FAILED`
   * @throws {PackageError} `PACKAGE_MISSING` if a location or `siteOf: 'domain'` needs a package that is not installed
   */
  static async open(options: SitesOptions, create: CreateOptions = {}): Promise<Sites> {
    const { target, detector, flushEvery, template, onEvent, rules, ...given } = checkSitesOptions(options);
    const siteOf = await siteFinder(given.siteOf);
    const { store, options: resolved } = await openStore(target, {
      create: true,
      settle: (saved) => (saved === undefined ? resolveOptions(detector) : agree(detector, saved)),
    });
    const over = { detector: resolved, siteOf, flushEvery, flushesWhenIdle: true, template, onEvent, rules };
    try {
      return await Sites.over(store, over, create);
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  /** @internal */
  static async over(store: SiteStore, options: SitesOverOptions, create: CreateOptions = {}): Promise<Sites> {
    return new Sites(await coreForSites(options.detector, create), store, options);
  }

  /**
   * @internal Runs a call after all earlier calls. @throws {UsageError} `DISPOSED`; an error of a flush that a timer
   * started
   */
  run<T>(call: (host: SiteHost) => Promise<T>): Promise<T> {
    return this.#calls.run(async () => {
      if (this.#pause !== undefined) await this.#pause();
      this.#checkOpen();
      const failure = this.#idleFailure;
      this.#idleFailure = undefined;
      if (failure !== undefined) throw failure;
      return call(this.#host);
    });
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new UsageError('DISPOSED', 'the sites were closed');
  }

  /**
   * Labels the page's blocks by the data of its site, and counts the page unless its id was counted before.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {InputError} `URL_INVALID`, `INPUT_INVALID`, `NOT_HTML`
   * @throws {LimitError} `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `PAGE_TOO_COMPLEX`, `TABLE_FULL`, `OUT_OF_MEMORY`; nothing
   * has changed
   * @throws {StoreError} `STORE_DAMAGED` if the site's record is damaged; `STORE_FAILED` if the store cannot be read or
   * written: the page was not counted, and unsaved changes remain in memory
   * @throws {UsageError} `DISPOSED` after `close`
   */
  learn(url: string | URL, html: PageInput, options: SitePageOptions = {}): Promise<Page<never>> {
    return this.#view(() => this.#page('learn', url, html, options), true);
  }

  /**
   * Learns a page and returns it as a document: plain data, so calls may run concurrently. Reads a `Response` first.
   *
   * ```ts
   * const documents = await Promise.all(urls.map(async (url) => sites.document(url, await fetch(url))));
   * ```
   *
   * @throws as `learn` and `Page.document`
   */
  async document<F extends PageField = keyof PageDocument>(
    url: string | URL,
    html: PageInput | Response,
    options: SitePageOptions & Pick<DocumentOptions<F>, 'fields'> = {},
  ): Promise<Pick<PageFields, F>> {
    const address = check.urlText(url);
    const { fields, ...how } = check.object('document', options, ['fields', ...PAGE_OPTIONS]);
    const wanted = checkFields<F>(fields);
    const page = await Reader.readResponse({ html, contentType: how.contentType }, this.options.maxPageBytes);
    return this.judge(() => this.#page('document', address, page.html, { ...how, contentType: page.contentType }), {
      write: (judged) => judged.record(wanted),
    });
  }

  /** `learn` for an existing tree, as in `Detector.learnTree`. The tree is read after all earlier calls. */
  learnTree<N>(url: string | URL, root: N, options: SitePageOptions & { adapter: TreeAdapter<N> }): Promise<Page<N>>;
  learnTree<Root>(
    url: string | URL,
    root: Root,
    options?: SitePageOptions,
  ): Promise<Page<NodeOf<Root>, ElementOf<Root>>>;
  learnTree(url: string | URL, root: unknown, options: TreeOptions<unknown> = {}): Promise<Page> {
    return this.#view(() => this.#tree('learnTree', url, root, options), true);
  }

  /** Labels the page's blocks without counting it. Throws as `learn` does. */
  label(url: string | URL, html: PageInput, options: SitePageOptions = {}): Promise<Page<never>> {
    return this.#view(() => this.#page('label', url, html, options), false);
  }

  /** `label` for an existing tree. */
  labelTree<N>(url: string | URL, root: N, options: SitePageOptions & { adapter: TreeAdapter<N> }): Promise<Page<N>>;
  labelTree<Root>(
    url: string | URL,
    root: Root,
    options?: SitePageOptions,
  ): Promise<Page<NodeOf<Root>, ElementOf<Root>>>;
  labelTree(url: string | URL, root: unknown, options: TreeOptions<unknown> = {}): Promise<Page> {
    return this.#view(() => this.#tree('labelTree', url, root, options), false);
  }

  /**
   * Like `label`, but throws if the site is unknown. For a second pass over a crawl, which labels also the first pages
   * by all others.
   *
   * @throws {StoreError} `SITE_UNKNOWN` if no page of the site was counted; else as `learn`
   */
  relabel(url: string | URL, html: PageInput, options: SitePageOptions = {}): Promise<Page<never>> {
    return this.#view(() => this.#page('relabel', url, html, options), false, true);
  }

  #view<N, E = N>(page: () => CheckedPage, learns: boolean, isKnown = false): Promise<Page<N, E>> {
    return this.judge(page, { learns, isKnown, write: ({ changed }) => changed }) as Promise<Page<N, E>>;
  }

  /** @internal */
  flushIfDue(): Promise<void> {
    return this.run((host) => host.flushIfDue());
  }

  /** @internal Calls `page` after all earlier calls. */
  judge<T>(page: () => CheckedPage, { isKnown, ...want }: PageWant<T>): Promise<T> {
    return this.run(async (host) => {
      const checked = page();
      const { site, id } = checked;
      if (want.learns !== false) await host.flushIfDue();
      const opened = await host[isKnown === true ? 'openKnown' : 'open'](site, [id]);
      return judgeOne(opened, checked, { ...want, policies: this.#policies });
    });
  }

  /**
   * Learns the pages of a stream, and yields each as a document, or the error of a refused page. The first pages of a
   * site are held, in at most 64 MB, until there are enough to judge them together. Pages of a site keep their order.
   * An error of the store ends the stream.
   *
   * ```ts
   * for await (const { url, document } of sites.documents(crawl)) console.log(url, document?.markdown);
   * ```
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {UsageError} `NO_MAIN` if `part` needs a model, and none decides
   * @throws {StoreError} as `learn`
   */
  documents<F extends PageField = keyof PageDocument>(
    pages: AsyncIterable<CrawlPage> | Iterable<CrawlPage>,
    options: DocumentsOptions<F> = {},
  ): AsyncGenerator<SiteDocument<Pick<PageFields, F>>> {
    const { settle, ...given } = check.object('documents', options, ['settle', ...OUTPUT_OPTIONS]);
    return this.records(pages, { settle, ...outputOf(this.options, given) });
  }

  /** @internal */
  async *records<T>(
    pages: AsyncIterable<PageArgument> | Iterable<PageArgument>,
    { settle = SETTLE.default, ...want }: Omit<Want<CheckedPage, T>, 'policies'>,
  ): AsyncGenerator<SiteDocument<T>> {
    check.whole('settle', settle, SETTLE.min, SETTLE.max);
    const waits = this.options.evidence !== 'page' && want.learns !== false;
    const first = new FirstPages<CheckedPage>(waits ? settle : 0);
    const how = { ...want, settle };
    for await (const page of pages) {
      let checked: CheckedPage;
      try {
        checked = this.check(page);
      } catch (error) {
        yield refused(String(page?.url), error);
        continue;
      }
      for (const group of first.add(checked.site, checked, memoryOf(checked))) yield* await this.#group(group, how);
    }
    for (const group of first.end()) yield* await this.#group(group, how);
  }

  #group<T>(pages: readonly CheckedPage[], want: Want<CheckedPage, T>): Promise<SiteDocument<T>[]> {
    return this.run(async (host) => {
      await host.flushIfDue();
      const records: SiteDocument<T>[] = [];
      for await (const outcome of host.judge(pages, { ...want, policies: this.#policies })) {
        if (outcome === undefined) continue;
        const { id, url = id } = outcome.source;
        records.push('error' in outcome ? refused(url, outcome.error) : { url, document: outcome.record });
      }
      return records;
    });
  }

  /** Handwritten rules that matched nothing on some page since `open`. */
  ruleMisses(): SiteRuleMiss[] {
    return this.#rules?.misses() ?? [];
  }

  /** Counts of sites, pages and bytes since `open`. */
  stats(): SitesStats {
    this.#checkOpen();
    const stats = this.#host.stats;
    return { sites: (this.#store.count ?? 0) + stats.newSites, ...stats };
  }

  /** All sites by name. Flushes first. */
  async *list(): AsyncGenerator<SiteSummary> {
    await this.flush();
    if (this.#store.list !== undefined) yield* this.#store.list();
  }

  /** Removes all data of a site; true if there was any. */
  forget(site: string): Promise<boolean> {
    return this.run((host) => host.forget(check.site(site)));
  }

  /**
   * A snapshot of the site for `Detector.restore`. It contains only the latest page ids.
   *
   * @throws {StoreError} `SITE_UNKNOWN`
   */
  snapshot(site: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.run(async (host) =>
      Snapshot.seal(this.#core, this.options, host.saved(await host.openKnown(check.site(site)))),
    );
  }

  /**
   * Replaces all data of a site by a detector's snapshot, also in the store.
   *
   * @throws {SnapshotError} `SNAPSHOT_DAMAGED`, `SNAPSHOT_VERSION`
   * @throws {StoreError} `STORE_OPTIONS` if the options of the snapshot differ from those of the store
   */
  restore(site: string, snapshot: Uint8Array): Promise<void> {
    return this.run(async (host) => {
      check.site(site);
      if (!(snapshot instanceof Uint8Array))
        throw new InputError(`a snapshot must be a Uint8Array, not ${check.describe(snapshot)}`);
      const opened = Snapshot.open(this.#core, snapshot);
      agree(tableOptions(opened.options), this.options);
      await host.replace(site, opened);
    });
  }

  /**
   * The layouts of a site, most pages first.
   *
   * @throws {StoreError} `SITE_UNKNOWN`
   * @throws {OptionError} `OPTION_INVALID` without the option `template`
   */
  layouts(site: string): Promise<LayoutRecord[]> {
    return this.#withTemplate(site, (template) => template.layouts());
  }

  /**
   * Selectors of the template and the content of a site.
   *
   * @throws {StoreError} `SITE_UNKNOWN`
   * @throws {OptionError} `OPTION_INVALID` without the option `template`
   * @throws {RulesError} `TOO_FEW_PAGES`
   */
  rules(site: string): Promise<SiteRules> {
    return this.#withTemplate(site, (template) => template.rules(site));
  }

  #withTemplate<T>(site: string, run: (template: SiteTemplate) => T): Promise<T> {
    return this.run(async (host) => {
      const { template } = await host.openKnown(check.site(site));
      if (template === undefined) throw check.optionError('template', 'true for layouts and rules', false);
      return run(template);
    });
  }

  /** Writes learned data to the store. After the promise resolves, the data survive a crash of the machine. */
  flush(): Promise<void> {
    return this.#calls.run(async () => {
      this.#checkOpen();
      await this.#host.flush();
      this.#idleFailure = undefined;
    });
  }

  /** Flushes and closes the store. Every later call throws `DISPOSED`. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      this.#isClosed = true;
      this.#core.invalidate('close()');
      this.#host.close();
      await this.#store.close?.();
    }
  }

  /** {@link close} */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** The site of a URL according to `siteOf`. @throws {InputError} `INPUT_INVALID` */
  siteOf(url: string | URL): string {
    return this.#siteOf(check.urlText(url));
  }

  /** @internal @throws {InputError} `URL_INVALID`, `INPUT_INVALID` */
  check(page: PageArgument): CheckedPage {
    return checkPage(page, this.#siteOf);
  }

  #page(method: string, url: string | URL, html: unknown, options: SitePageOptions): CheckedPage {
    const given = check.object(method, options, PAGE_OPTIONS);
    return this.check({ ...given, url: check.urlText(url), html: html as string });
  }

  #tree<N>(method: string, url: string | URL, root: N, options: TreeOptions<N>): CheckedPage {
    const { adapter, ...given } = check.object(method, options, ['id', 'site', 'adapter']);
    const read = ((reader, table, how) => reader.tree(table, root, adapter, how)) as PageReader;
    return { ...this.check({ ...given, url: check.urlText(url), html: '' }), read };
  }
}

const PAGE_OPTIONS = ['id', 'site', 'contentType', 'guessEncoding'] as const;

/** Memory of a held page. A character needs two bytes. */
const memoryOf = ({ html }: CheckedPage): number =>
  PAGE_BYTES + (typeof html === 'string' ? 2 * html.length : (html?.byteLength ?? 0));

const PAGE_BYTES = 1024;

function refused(url: string, error: unknown): SiteDocument<never> {
  if (isRefusal(error)) return { url, error };
  throw error;
}
