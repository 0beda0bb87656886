/** Sites of a store in one instance of the module. Lookup order: open sites, write queue, store. */

import type { SiteTemplate, TemplateEvent } from '@refrain/rules';
import type { Page } from 'refrain';
import { Core, check, judge, type OpenSite, type Outcome, type Reader, type SitePage, type Want } from 'refrain/engine';
import { StoreError } from '../errors.ts';
import { markOf, openRecord, sealRecord } from '../store/site-record.ts';
import type { PageKey, SiteStore } from '../store/store.ts';
import { makeTemplate } from '../store/template.ts';
import { withMemory } from './core-for-sites.ts';
import { type FlushEvery, FlushPolicy } from './flush-policy.ts';
import type { SitesStats } from './sites-options.ts';
import { WriteQueue } from './write-queue.ts';

export interface HostOptions {
  readonly flushEvery: Required<FlushEvery>;
  readonly onIdle?: (() => void) | undefined;
  readonly template?: boolean | undefined;
  readonly onEvent?: ((event: TemplateEvent) => void) | undefined;
  /**
   * True if templates also observe pages that were counted before, as in a second reading of the site. Default: true.
   */
  readonly observesKnown?: boolean | undefined;
}

export class HotSite implements OpenSite {
  readonly name: string;
  /** Hash of the site's name. Computed when the site is loaded, because computing it overwrites the current page. */
  readonly mark: bigint;
  readonly table: number;
  pages: number;
  /** True if the store or the queue has a record of the site. */
  known: boolean;
  /** True if the table or the template has unsaved changes. */
  dirty = false;
  unsavedIds: Set<string> | undefined;
  /**
   * All ids that the table has ever evicted; undefined if unknown. They avoid queries of the store, which in browsers
   * are slower than judging a page.
   */
  evictedIds: Set<bigint> | undefined;
  /**
   * Answers of the store by page id: true if the page was counted and the table has evicted its id, undefined if the
   * store has lost this information.
   */
  answers: Map<string, boolean | undefined> | undefined;
  readonly template: SiteTemplate | undefined;
  readonly #read: (site: HotSite, page: SitePage, learns: boolean) => Page;

  constructor(
    { name, mark, table }: Pick<HotSite, 'name' | 'mark' | 'table'>,
    { pages, known, evictedIds, template }: Pick<HotSite, 'pages' | 'known' | 'evictedIds' | 'template'>,
    read: (site: HotSite, page: SitePage, learns: boolean) => Page,
  ) {
    this.name = name;
    this.mark = mark;
    this.table = table;
    this.pages = pages;
    this.known = known;
    this.evictedIds = evictedIds;
    this.template = template;
    this.#read = read;
  }

  read(page: SitePage, learns: boolean): Page {
    return this.#read(this, page, learns);
  }

  /** True if the table has evicted the id of the page. @throws {StoreError} `STORE_DAMAGED` */
  wasCounted(id: string): boolean {
    const answer = this.answers?.get(id);
    if (answer === undefined && this.answers?.has(id))
      throw new StoreError('STORE_DAMAGED', `the store's page ids of ${this.name} are damaged`);
    return answer === true;
  }

  /** True if the page was certainly counted. */
  isKnown(id: string, core: Core): boolean {
    if (this.answers?.get(id) === true) return true;
    const hash = core.pageId(this.table, id);
    return hash !== undefined && core.hasRecentId(this.table, hash);
  }
}

/** Copies a string. A host is a slice of its URL, and V8 would keep the whole URL in memory. */
const copyOf = (text: string): string => decoder.decode(encoder.encode(text));
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const idDigits = (id: bigint): string => id.toString(16).padStart(16, '0');

/** Maximum of all sites together; they need about 16 MB. */
const MAX_EVICTED_IDS = 2 ** 18;

/** Memory for saving is reserved for this number of new entries per page: more than most pages add. */
const NEW_ENTRIES = 4096;

export interface PageRef {
  readonly site: string;
  readonly id: string;
}

/** Share of the tables that are evicted together when memory is full. */
const EVICTED_SHARE = 1 / 32;

/** Pages per query of the store. The tables of their sites should fit into memory together. */
const KNOWN_STEP = 64;

const MAX_ANSWERS = 1024;

const NONE: ReadonlySet<string> = new Set();

export class SiteHost {
  readonly #core: Core;
  readonly #reader: Reader;
  readonly #store: SiteStore;
  readonly #queue: WriteQueue;
  readonly #policy: FlushPolicy;
  readonly #options: HostOptions;
  /** Least recently used first. */
  readonly #hot = new Map<string, HotSite>();
  #evictedIds = 0;
  #counted = 0;
  #loaded = 0;
  #evicted = 0;
  /** Number of sites that have counted pages, but no record in the store or the queue. */
  #unsaved = 0;

  constructor(reader: Reader, store: SiteStore, options: HostOptions) {
    this.#core = reader.core;
    this.#reader = reader;
    this.#store = store;
    this.#queue = new WriteQueue(store);
    this.#policy = new FlushPolicy(options.flushEvery, options.onIdle);
    this.#options = options;
  }

  get stats(): Omit<SitesStats, 'sites'> {
    return {
      newSites: this.#unsaved + this.#queue.newSites,
      pages: this.#counted,
      hot: this.#hot.size,
      loaded: this.#loaded,
      evicted: this.#evicted,
      queuedBytes: this.#queue.bytes,
      memoryBytes: this.#core.size,
    };
  }

  async #admit(sites: readonly string[], onError: (error: unknown) => void): Promise<void> {
    const cold = [...new Set(sites)].filter((site) => !this.#hot.has(site));
    if (cold.length === 0) return;
    if (this.#queue.isFull) await this.#queue.written();
    // Read before querying the store, because changes that are written in the meantime leave the queue.
    const waiting = new Map(cold.map((site) => [site, this.#queue.change(site)]));
    const stored = cold.filter((site) => waiting.get(site) === undefined);
    const records = stored.length === 0 ? [] : await this.#store.records(stored);
    const templates = stored.length === 0 || !this.#options.template ? [] : await this.#store.templates(stored);
    const found = new Map(stored.map((site, index) => [site, index]));
    for (const site of cold) {
      try {
        const index = found.get(site) ?? -1;
        const queued = waiting.get(site);
        const record = queued?.record ?? records[index];
        this.#load(site, record, queued?.template ?? templates[index]);
        if (record !== undefined) this.#loaded += 1;
      } catch (error) {
        onError(error);
      }
    }
  }

  /**
   * Opens the sites of pages, and looks up which ids were counted: one query of the store for each. Errors are ignored,
   * because `open` repeats what failed.
   */
  async prepare(pages: readonly PageRef[]): Promise<void> {
    const sites = pages.map(({ site }) => site);
    await this.#admit(sites, () => undefined);
    await this.#query(pages);
  }

  /**
   * Opens a site. The result is valid until another site is opened. After a query of the store, at most
   * `Core.RECENT_IDS` pages may be learned, because the table keeps only these ids.
   */
  async open(name: string, ids: readonly string[] = []): Promise<HotSite> {
    const site = check.site(name);
    await this.#admit([site], (error) => {
      throw error;
    });
    const hot = this.#use(site);
    if (hot.pages >= Core.RECENT_IDS && !ids.every((id) => hot.answers?.has(id)))
      await this.#query(ids.map((id) => ({ site, id })));
    return hot;
  }

  /** Judges pages. If a site cannot be opened, the outcome of each of its pages is the error. */
  async *judge<P extends SitePage & PageRef, T>(
    pages: readonly P[],
    want: Want<P, T>,
  ): AsyncGenerator<Outcome<P, T> | undefined, void> {
    const [first] = pages;
    if (first === undefined) return;
    let site: HotSite;
    try {
      site = await this.open(
        first.site,
        pages.map(({ id }) => id),
      );
    } catch (error) {
      for (const source of pages) yield { source, counted: false, error };
      return;
    }
    yield* judge(site, pages, want);
  }

  /** @throws {StoreError} `SITE_UNKNOWN` */
  async openKnown(name: string, ids: readonly string[] = []): Promise<HotSite> {
    const hot = await this.open(name, ids);
    if (hot.pages === 0) throw new StoreError('SITE_UNKNOWN', `no page of ${name} was counted`);
    return hot;
  }

  wasCounted({ site, id }: PageRef): boolean {
    return this.#hot.get(site)?.answers?.get(id) === true;
  }

  /** True for each page that was certainly counted. */
  async known(pages: readonly PageRef[]): Promise<boolean[]> {
    const answers: boolean[] = [];
    for (let at = 0; at < pages.length; at += KNOWN_STEP) {
      const step = pages.slice(at, at + KNOWN_STEP);
      await this.prepare(step);
      for (const { site, id } of step) answers.push(this.#hot.get(site)?.isKnown(id, this.#core) === true);
    }
    return answers;
  }

  async #query(pages: readonly PageRef[]): Promise<void> {
    const queries: { readonly hot: HotSite; readonly id: string; readonly key: PageKey }[] = [];
    for (const site of new Set(pages.map((page) => page.site))) {
      const hot = this.#hot.get(site);
      if (hot?.answers !== undefined && hot.answers.size > MAX_ANSWERS) hot.answers = undefined;
    }
    for (const { site, id } of pages) {
      const hot = this.#hot.get(site);
      if (hot === undefined || hot.pages < Core.RECENT_IDS) continue;
      hot.answers ??= new Map();
      const hash = this.#core.pageId(hot.table, id) ?? 0n;
      if (hot.evictedIds?.has(hash) === false) {
        hot.answers.set(id, false);
        continue;
      }
      const key = { site, id: idDigits(hash) };
      if (hot.unsavedIds?.has(key.id) || this.#queue.change(site)?.pages.has(key.id)) hot.answers.set(id, true);
      else queries.push({ hot, id, key });
    }
    if (queries.length === 0) return;
    const found = await this.#store.counted(queries.map(({ key }) => key));
    for (const [at, { hot, id }] of queries.entries()) hot.answers?.set(id, found[at]);
  }

  readonly #read = (hot: HotSite, page: SitePage, learns: boolean): Page => {
    const isCounted = hot.wasCounted(page.id);
    const read = this.#readHot(hot, page, learns && !isCounted, isCounted);
    if (!learns) return read;
    if (read.counted) this.#noteCounted(hot, page.id, read.number);
    if (this.#options.template && (read.counted || this.#options.observesKnown !== false))
      this.#observe(hot, page.id, read);
    return read;
  };

  #readHot({ table }: HotSite, { id: name, read }: SitePage, learn: boolean, isCounted: boolean): Page {
    if (learn) this.#makeSavable(table, NEW_ENTRIES);
    const how = { learn, isCounted, name, id: this.#core.pageId(table, name) };
    return this.#withMemory(() => read(this.#reader, table, how), table);
  }

  #noteCounted(hot: HotSite, id: string, pages: number): void {
    this.#counted += 1;
    this.#policy.count();
    hot.pages = pages;
    hot.answers?.delete(id);
    this.#markChanged(hot);
    this.#noteEvictedId(hot);
    // Last, because it may throw: by then the page is recorded as counted.
    this.#makeSavable(hot.table, 0);
  }

  #noteEvictedId(hot: HotSite): void {
    const evicted = this.#core.droppedId();
    if (evicted === undefined) return;
    hot.unsavedIds ??= new Set();
    hot.unsavedIds.add(idDigits(evicted));
    if (this.#evictedIds === MAX_EVICTED_IDS) this.#releaseIds(hot);
    if (hot.evictedIds === undefined) return;
    this.#evictedIds += 1;
    hot.evictedIds.add(evicted);
  }

  #observe(hot: HotSite, id: string, page: Page): void {
    const { template } = hot;
    if (template === undefined) return;
    const events = template.observe(page, id);
    // A repeated page does not change the table. It changes the template if this has observed fewer pages than the
    // table.
    const isIncomplete = template.pages <= page.number;
    if (!page.counted && (events.length > 0 || isIncomplete)) this.#markChanged(hot);
    for (const event of events) this.#options.onEvent?.(event);
  }

  #withMemory<T>(run: () => T, kept?: number): T {
    return withMemory(this.#core, run, () => this.#makeSpace(kept));
  }

  saved({ table }: HotSite) {
    const { pages, entries } = this.#core.tableState(table);
    return { pages, entries, saved: this.#core.saveTable(table) };
  }

  /** Replaces a site by a snapshot, which has only the last page ids and no template. */
  async replace(
    site: string,
    state: { readonly pages: number; readonly entries: number; readonly ids: number; readonly saved: Uint8Array },
  ): Promise<void> {
    const { pages: clock, entries: count, ids, saved } = state;
    // First, because it may fail.
    const table = this.#savable(this.#withMemory(() => this.#core.loadTable(saved, { clock, count, ids })));
    try {
      await this.forget(site);
    } catch (error) {
      this.#core.releaseTable(table);
      throw error;
    }
    this.#markChanged(this.#add(site, table, false));
    await this.flush();
  }

  async forget(site: string): Promise<boolean> {
    // First, because it may fail.
    await this.#queue.written();
    const [record] = await this.#store.records([site]);
    if (record !== undefined) await this.#store.forget?.(site);
    const hot = this.#hot.get(site);
    if (hot === undefined) return record !== undefined;
    if (hot.dirty && !hot.known) this.#unsaved -= 1;
    this.#remove(hot);
    return record !== undefined || hot.pages > 0;
  }

  async flushIfDue(): Promise<void> {
    if (this.#policy.isDue) await this.flush();
  }

  /** Resolves when the store has all changed tables. The current page remains readable. */
  async flush(): Promise<void> {
    for (const hot of this.#hot.values()) {
      if (!hot.dirty) continue;
      this.#save(hot);
      if (this.#queue.isFull) await this.#queue.written();
    }
    await this.#queue.written();
    this.#policy.reset();
  }

  close(): void {
    this.#policy.reset();
  }

  #use(site: string): HotSite {
    const hot = this.#hot.get(site);
    if (hot === undefined) throw new TypeError(`the site ${site} is not admitted`);
    this.#hot.delete(site);
    this.#hot.set(hot.name, hot);
    return hot;
  }

  #load(site: string, record: Uint8Array | undefined, saved?: Uint8Array): void {
    const core = this.#core;
    const mark = markOf(core, site);
    const open = (): number => (record === undefined ? core.createTable() : openRecord(core, site, mark, record));
    const template = this.#templateOf(site, saved);
    this.#add(site, this.#savable(this.#withMemory(open)), record !== undefined, template);
  }

  #add(site: string, table: number, isKnown: boolean, template = this.#templateOf(site)): HotSite {
    const core = this.#core;
    const { pages } = core.tableState(table);
    // With at most this number of pages, the table has evicted no id.
    const evictedIds = pages <= Core.RECENT_IDS ? new Set<bigint>() : undefined;
    const identity = { name: copyOf(site), mark: markOf(core, site), table };
    const hot = new HotSite(identity, { pages, known: isKnown, evictedIds, template }, this.#read);
    this.#hot.set(hot.name, hot);
    return hot;
  }

  #templateOf(site: string, saved?: Uint8Array): SiteTemplate | undefined {
    return this.#options.template ? makeTemplate(site, saved) : undefined;
  }

  /** Keeps the invariant that memory for saving the largest table is reserved, so each table can be saved. */
  #makeSavable(table: number, newEntries: number): void {
    this.#withMemory(() => this.#core.reserveSaving(table, newEntries), table);
  }

  #savable(table: number): number {
    try {
      this.#makeSavable(table, 0);
      return table;
    } catch (error) {
      this.#core.releaseTable(table);
      throw error;
    }
  }

  #markChanged(hot: HotSite): void {
    if (!hot.dirty && !hot.known) this.#unsaved += 1;
    hot.dirty = true;
  }

  #save(hot: HotSite): void {
    const { name: site, known } = hot;
    const record = sealRecord(this.#core, hot.table, hot.mark);
    this.#queue.add({ site, record, template: hot.template?.save(), pages: hot.unsavedIds ?? NONE, isNew: !known });
    if (!known) this.#unsaved -= 1;
    hot.known = true;
    hot.dirty = false;
    hot.unsavedIds = undefined;
  }

  /** Evicts the least recently used tables; false if there are none. */
  #makeSpace(kept: number | undefined): boolean {
    let left = Math.ceil(this.#hot.size * EVICTED_SHARE);
    const before = this.#evicted;
    for (const hot of this.#hot.values()) {
      if (left === 0) break;
      if (hot.table === kept) continue;
      if (hot.dirty) this.#save(hot);
      this.#remove(hot);
      this.#evicted += 1;
      left -= 1;
    }
    return this.#evicted > before;
  }

  #remove(hot: HotSite): void {
    this.#core.releaseTable(hot.table);
    this.#releaseIds(hot);
    this.#hot.delete(hot.name);
  }

  #releaseIds(hot: HotSite): void {
    this.#evictedIds -= hot.evictedIds?.size ?? 0;
    hot.evictedIds = undefined;
  }
}
