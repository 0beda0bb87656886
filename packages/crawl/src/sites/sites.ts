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
import { Core, check, checkFields, Reader, recordOf, Snapshot } from 'refrain/engine';
import { SerialQueue } from '../serial-queue.ts';
import { openStore } from '../store/open-store.ts';
import type { SiteStore, SiteSummary } from '../store/store.ts';
import { coreForSites } from './core-for-sites.ts';
import { type DocumentsOptions, documentsOf, type SiteDocument } from './documents.ts';
import { HandRules, type SiteRuleMiss } from './hand-rules.ts';
import { hostOfUrl, siteFinder } from './site-of.ts';
import {
  agree,
  type CrawledPage,
  checkSitesOptions,
  type SitePageOptions,
  type SitesOptions,
  type SitesStats,
  tableOptions,
} from './sites-options.ts';
import { type PageRef, type ReadPage, readHtml, SiteTables, type TablesOptions } from './tables.ts';

export type { SiteDocument } from './documents.ts';
export type { FlushEvery } from './flush-policy.ts';
export type { SiteRuleMiss } from './hand-rules.ts';
export type { CrawledPage, SitePageOptions, SitesOptions, SitesStats } from './sites-options.ts';

/** How a tree is read. */
type TreeOptions<N> = SitePageOptions & { adapter?: TreeAdapter<N> };

/** What sites over a store are opened with. */
export interface SitesOverOptions extends Omit<TablesOptions, 'onIdle'> {
  /** The options of all sites. */
  readonly detector: ResolvedOptions;
  /** Default: the host. */
  readonly siteOf?: (url: string) => string;
  /** Whether a timer starts a due flush when no further page comes. Its error is thrown by the next call. */
  readonly flushesWhenIdle: boolean;
  readonly rules?: SitesOptions['rules'] | undefined;
}

/**
 * Many sites, each with its table, in an embedded store. Pages of a crawl may come in any order, over any number of runs.
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
 * Calls are answered one after another, in the order in which they were made. A page is a view that is valid until the next
 * call is answered: read it before you wait for anything else.
 *
 * A page is counted once: the ids of all counted pages are kept with their site. After a crash a crawl may be fed again from any
 * earlier point; the store then ends in the same state as without the crash.
 */
export class Sites {
  readonly options: ResolvedOptions;
  readonly #core: Core;
  readonly #store: SiteStore;
  readonly #siteOf: (url: string) => string;
  readonly #tables: SiteTables;
  readonly #rules: HandRules | undefined;
  readonly #calls = new SerialQueue();
  #idleFailure: unknown;
  #closing: Promise<void> | undefined;
  #isClosed = false;

  private constructor(core: Core, store: SiteStore, over: SitesOverOptions) {
    if (!(core instanceof Core)) throw new OptionError('sites are opened by `await Sites.open({ location })`');
    const { detector, siteOf = hostOfUrl, flushesWhenIdle, rules, ...options } = over;
    this.options = detector;
    this.#core = core;
    this.#store = store;
    this.#siteOf = siteOf;
    this.#rules = rules && new HandRules(rules);
    const onIdle = (): void => {
      this.flush().catch((error: unknown) => {
        this.#idleFailure ??= error;
      });
    };
    this.#tables = new SiteTables(new Reader(core, detector), store, {
      ...options,
      onIdle: flushesWhenIdle ? onIdle : undefined,
    });
  }

  /**
   * Opens the store, or creates it. The options that it was created with need not be given again; limits are those of this call.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {StoreError} `STORE_LOCKED` where it is open elsewhere, `STORE_OPTIONS` where it was created with other options,
   * `STORE_DAMAGED`, `STORE_VERSION`, `STORE_FAILED`
   * @throws {PackageError} `PACKAGE_MISSING` where a location or `siteOf: 'domain'` needs a package that is not installed
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

  /** @internal Sites over a store of any kind, which is open: that of a run of the command. */
  static async over(store: SiteStore, options: SitesOverOptions, create: CreateOptions = {}): Promise<Sites> {
    return new Sites(await coreForSites(options.detector, create), store, options);
  }

  /**
   * @internal Runs a call with the tables, after all earlier calls. A page is a view that is valid until the next page is read.
   *
   * @throws {UsageError} `DISPOSED` after `close`; and the error of a flush that a timer started
   */
  run<T>(call: (tables: SiteTables) => Promise<T>): Promise<T> {
    return this.#calls.run(async () => {
      this.#check();
      const failure = this.#idleFailure;
      this.#idleFailure = undefined;
      if (failure !== undefined) throw failure;
      return call(this.#tables);
    });
  }

  #check(): void {
    if (this.#isClosed) throw new UsageError('DISPOSED', 'the sites were closed');
  }

  /**
   * Labels the page's blocks by what is known of its site, and counts the page unless a page of the same id was counted before.
   * The page is text, bytes in any character set, or a live document or element.
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {InputError} `URL_INVALID`, `INPUT_INVALID`, `NOT_HTML`
   * @throws {LimitError} `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `PAGE_TOO_COMPLEX`, `TABLE_FULL`, `OUT_OF_MEMORY`; the page has changed
   * nothing
   * @throws {StoreError} `STORE_DAMAGED` where the site's record is damaged; `STORE_FAILED` where the store cannot be read or
   * written: the page was not counted, and what was learned before is kept in memory for the next attempt
   * @throws {UsageError} `DISPOSED` after `close`
   */
  learn(url: string | URL, html: PageInput, options: SitePageOptions = {}): Promise<Page<never>> {
    return this.#learn(url, options, () => this.#html('learn', html, options), itself);
  }

  /**
   * Learns a page and makes a document of it: plain data, which no later call makes stale, so that any number of calls may run at the same
   * time. A `Response` is read first, with its content type.
   *
   * ```ts
   * const documents = await Promise.all(urls.map(async (url) => sites.document(url, await fetch(url))));
   * ```
   *
   * @throws as `learn` and `Page.document` do
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
    const given = { ...how, contentType: page.contentType };
    const written = (learned: Page<never>, { site }: PageRef) => recordOf(learned, wanted, { url: address, site });
    return this.#learn(address, given, () => this.#html('document', page.html, given), written);
  }

  /**
   * `learn` for a tree that exists already: a browser's document, or any other that `Detector.learnTree` takes. The tree is read
   * when all earlier calls are answered. Blocks and segments lead back to its nodes.
   */
  learnTree<N>(url: string | URL, root: N, options: SitePageOptions & { adapter: TreeAdapter<N> }): Promise<Page<N>>;
  learnTree<Root>(
    url: string | URL,
    root: Root,
    options?: SitePageOptions,
  ): Promise<Page<NodeOf<Root>, ElementOf<Root>>>;
  learnTree(url: string | URL, root: unknown, options: TreeOptions<unknown> = {}): Promise<Page> {
    return this.#learn(url, options, () => tree('learnTree', root, options), itself);
  }

  /** Learns a page, and uses it before any other call is answered. */
  #learn<N, T>(
    url: string | URL,
    options: SitePageOptions,
    read: () => ReadPage<N>,
    use: (page: Page<N>, ref: PageRef) => T,
  ): Promise<T> {
    return this.run(async (tables) => {
      const page = read();
      const ref = this.#ref(url, options);
      await tables.flushIfDue();
      return use(this.#byHand(ref, await tables.learn(ref, page)), ref);
    });
  }

  /**
   * Labels the page's blocks by what is known of other pages of its site, and changes nothing: the page's own sight is left out
   * where it was counted. Throws as `learn` does.
   */
  label(url: string | URL, html: PageInput, options: SitePageOptions = {}): Promise<Page<never>> {
    return this.#label(url, options, () => this.#html('label', html, options));
  }

  /** `label` for a tree that exists already. */
  labelTree<N>(url: string | URL, root: N, options: SitePageOptions & { adapter: TreeAdapter<N> }): Promise<Page<N>>;
  labelTree<Root>(
    url: string | URL,
    root: Root,
    options?: SitePageOptions,
  ): Promise<Page<NodeOf<Root>, ElementOf<Root>>>;
  labelTree(url: string | URL, root: unknown, options: TreeOptions<unknown> = {}): Promise<Page> {
    return this.#label(url, options, () => tree('labelTree', root, options));
  }

  /**
   * Labels a page that was learned before by what is known now of other pages, without counting it: the second pass over a crawl.
   * The first pages of a site, which were labelled when nothing was known of it, then get their template too.
   *
   * @throws {StoreError} `SITE_UNKNOWN` where no page of the site was counted; else as `learn`
   */
  relabel(url: string | URL, html: PageInput, options: SitePageOptions = {}): Promise<Page<never>> {
    return this.#label(url, options, () => this.#html('relabel', html, options), true);
  }

  /** `isKnown`: whether pages of the site must have been counted. */
  #label<N>(url: string | URL, options: SitePageOptions, read: () => ReadPage<N>, isKnown = false): Promise<Page<N>> {
    return this.run(async (tables) => {
      const page = read();
      const ref = this.#ref(url, options);
      if (isKnown) await tables.admitKnown(ref.site);
      return this.#byHand(ref, await tables.label(ref, page));
    });
  }

  /**
   * Learns the pages of a stream, and gives each as a document, or the error with which it was refused. The first pages of a site wait
   * until some are known, in at most 64 MB, and are then judged by all of them. Those of a site stay in their order. What waits is not
   * counted; an error of the store ends the stream.
   *
   * ```ts
   * for await (const { url, document } of sites.documents(crawl)) console.log(url, document?.markdown);
   * ```
   *
   * @throws {OptionError} `OPTION_INVALID`
   * @throws {StoreError} as `learn`
   */
  documents(
    pages: AsyncIterable<CrawledPage> | Iterable<CrawledPage>,
    options: DocumentsOptions = {},
  ): AsyncGenerator<SiteDocument> {
    const host = {
      learns: this.options.evidence !== 'page',
      ref: (page: CrawledPage) => this.#ref(page.url, page),
      read: ({ html, contentType, guessEncoding }: CrawledPage) =>
        this.#html('documents', html, { contentType, guessEncoding }),
      byHand: (ref: PageRef, page: Page<never>) => this.#byHand(ref, page),
      run: <T>(call: (tables: SiteTables) => Promise<T>) => this.run(call),
    };
    return documentsOf(host, pages, options);
  }

  #byHand<N>({ site }: PageRef, page: Page<N>): Page<N> {
    this.#rules?.apply(site, page);
    return page;
  }

  /** What the option `rules` has missed on the pages since `open`, site by site. */
  ruleMisses(): SiteRuleMiss[] {
    return this.#rules?.misses() ?? [];
  }

  /** Numbers of what is held. */
  stats(): SitesStats {
    this.#check();
    const stats = this.#tables.stats;
    return { sites: (this.#store.count ?? 0) + stats.newSites, ...stats };
  }

  /** All sites in the order of their names, as of the flush with which it begins. */
  async *list(): AsyncGenerator<SiteSummary> {
    await this.flush();
    if (this.#store.list !== undefined) yield* this.#store.list();
  }

  /** Removes all that is known of a site; whether anything was known. */
  forget(site: string): Promise<boolean> {
    return this.run((tables) => tables.forget(check.site(site)));
  }

  /**
   * What is known of a site, as a snapshot that `Detector.restore` takes. It holds the last ids of counted pages, not all.
   *
   * @throws {StoreError} `SITE_UNKNOWN`
   */
  snapshot(site: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.run(async (tables) => {
      await tables.admitKnown(check.site(site));
      return Snapshot.seal(this.#core, this.options, tables.saved(site));
    });
  }

  /**
   * Replaces all that is known of a site by a detector's snapshot, also in the store.
   *
   * @throws {SnapshotError} `SNAPSHOT_DAMAGED`, `SNAPSHOT_VERSION`
   * @throws {StoreError} `STORE_OPTIONS` where the snapshot was made with other options than the store
   */
  restore(site: string, snapshot: Uint8Array): Promise<void> {
    return this.run(async (tables) => {
      check.site(site);
      if (!(snapshot instanceof Uint8Array))
        throw new InputError(`a snapshot must be a Uint8Array, not ${check.shown(snapshot)}`);
      const opened = Snapshot.open(this.#core, snapshot);
      agree(tableOptions(opened.options), this.options);
      await tables.replace(site, opened);
    });
  }

  /**
   * The layouts of a site, that with most pages first. For sites with the option `template`.
   *
   * @throws {StoreError} `SITE_UNKNOWN`
   * @throws {OptionError} `OPTION_INVALID` without `template`
   */
  layouts(site: string): Promise<LayoutRecord[]> {
    return this.#withTemplate(site, (template) => template.layouts());
  }

  /**
   * Selectors of the template and the content of a site. For sites with the option `template`.
   *
   * @throws {StoreError} `SITE_UNKNOWN`
   * @throws {OptionError} `OPTION_INVALID` without `template`
   * @throws {RulesError} `TOO_FEW_PAGES`
   */
  rules(site: string): Promise<SiteRules> {
    return this.#withTemplate(site, (template) => template.rules(site));
  }

  #withTemplate<T>(site: string, run: (template: SiteTemplate) => T): Promise<T> {
    return this.run(async (tables) => {
      await tables.admitKnown(check.site(site));
      const template = tables.template(site);
      if (template === undefined) throw check.optionError('template', 'true for layouts and rules', false);
      return run(template);
    });
  }

  /** Writes what was learned to the store. Once the promise resolves, it survives a crash of the machine. */
  flush(): Promise<void> {
    return this.#calls.run(async () => {
      this.#check();
      await this.#tables.flush();
      this.#idleFailure = undefined;
    });
  }

  /** Writes what was learned and closes the store. Every later call throws `DISPOSED`. */
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
      // Pages that were returned become stale.
      this.#core.invalidate('close()');
      this.#tables.close();
      await this.#store.close?.();
    }
  }

  /** For `await using`: {@link close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * The site of a URL, as the option `siteOf` has it.
   *
   * @throws {InputError} `INPUT_INVALID` for what is no URL
   */
  siteOf(url: string | URL): string {
    return this.#siteOf(check.urlText(url));
  }

  #html(method: string, html: unknown, options: SitePageOptions): ReadPage<never> {
    const { contentType, guessEncoding } = check.object(method, options, PAGE_OPTIONS);
    check.type('contentType', contentType, 'string');
    check.type('guessEncoding', guessEncoding, 'function');
    return readHtml(html, { contentType, guessEncoding });
  }

  #ref(url: string | URL, { id, site }: SitePageOptions): PageRef {
    const text = check.urlText(url);
    const found = site === undefined ? this.#siteOf(text) : check.site(site);
    if ((id ?? text) === '') throw new InputError('the id of a page must not be empty');
    return { site: found, id: check.pageId(id ?? text) };
  }
}

const PAGE_OPTIONS = ['id', 'site', 'contentType', 'guessEncoding'] as const;

const itself = <T>(page: T): T => page;

function tree<N>(method: string, root: N, options: TreeOptions<N>): ReadPage<N> {
  check.object(method, options, ['id', 'site', 'adapter']);
  return (reader, table, how) => reader.tree(table, root, options.adapter, how);
}
