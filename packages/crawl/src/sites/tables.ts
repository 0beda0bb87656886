/**
 * The tables of many sites in one instance of the module: recently used tables in linear memory, all others in the store. A
 * site is looked up in this order: the tables in memory, the write queue, the store.
 */

import type { SiteTemplate, TemplateEvent } from '@refrain/rules';
import type { BytesOptions, Page } from 'refrain';
import { type Core, check, type How, type Reader } from 'refrain/engine';
import { StoreError } from '../errors.ts';
import { markOf, openRecord, sealRecord } from '../store/record.ts';
import type { PageKey, SiteStore } from '../store/store.ts';
import { makeTemplate } from '../store/template.ts';
import { withRoom } from './core-for-sites.ts';
import { type FlushEvery, FlushPolicy } from './flush-policy.ts';
import type { SitesStats } from './sites-options.ts';
import { WriteQueue } from './write-queue.ts';

/** How tables are kept. */
export interface TablesOptions {
  readonly flushEvery: Required<FlushEvery>;
  /** Called when a flush is due and no further page has come that could have started it. */
  readonly onIdle?: (() => void) | undefined;
  /** Whether the template of each site is kept beside its table, and what is called with its events. */
  readonly template?: boolean | undefined;
  readonly onEvent?: ((event: TemplateEvent) => void) | undefined;
  /** Whether templates observe pages that were counted before. Default: true, so that a site can be read again for its template. */
  readonly observesKnown?: boolean | undefined;
}

/** Reads a page of any form by a table. */
export type ReadPage<N> = (reader: Reader, table: number, how: How) => Page<N>;

/** Reads a page of any form but a tree: a `PageInput`. */
export const readHtml =
  (html: unknown, options?: BytesOptions): ReadPage<never> =>
  (reader, table, how) =>
    reader.html(table, html, how, options);

/** A table in linear memory. */
interface HotTable {
  readonly site: string;
  /** The mark of the site's records. It is computed on loading, because computing it overwrites the current page. */
  readonly mark: bigint;
  readonly table: number;
  pages: number;
  /** Whether the store, or the queue, has a record of the site. */
  known: boolean;
  /** Whether the table or the template has changed since it was saved. */
  dirty: boolean;
  /** Ids that the table has evicted since it was saved. */
  unsavedIds: Set<string> | undefined;
  /**
   * All ids that the table has ever evicted; undefined where they are not known. The store need not be asked for an id that is
   * missing here; in a browser such a question takes longer than the page.
   */
  evictedIds: Set<bigint> | undefined;
  /** The site's template, where templates are kept. */
  readonly template: SiteTemplate | undefined;
}

/** A host is a slice of its URL, which V8 would keep in memory as a whole. */
const copyOf = (text: string): string => decoder.decode(encoder.encode(text));
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A page id in the form of the store. */
const idDigits = (id: bigint): string => id.toString(16).padStart(16, '0');

/** Evicted ids that are held in memory, of all sites together: some 16 MB. */
const MAX_EVICTED_IDS = 2 ** 18;

/** More entries than most pages add. For a page that adds more, saving may find no room but that of the page itself. */
const NEW_ENTRIES = 4096;

/** A page by its site and the id that its user gave it. */
export interface PageRef {
  readonly site: string;
  readonly id: string;
}

/** The share of the tables that is evicted when memory is used up, so that the next pages find room too. */
const EVICTED_SHARE = 1 / 32;

/** Pages of which is asked at once whether they are known: the tables of their sites should be in memory together. */
const KNOWN_STEP = 64;

const NONE: ReadonlySet<string> = new Set();

export class SiteTables {
  readonly #core: Core;
  readonly #reader: Reader;
  readonly #store: SiteStore;
  readonly #queue: WriteQueue;
  readonly #policy: FlushPolicy;
  readonly #options: TablesOptions;
  /** The tables in linear memory, in the order of their last use. */
  readonly #hot = new Map<string, HotTable>();
  #evictedIds = 0;
  #counted = 0;
  #loaded = 0;
  #evicted = 0;
  /** Sites with counted pages of which neither the store nor the queue has a record. */
  #unsaved = 0;

  constructor(reader: Reader, store: SiteStore, options: TablesOptions) {
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

  /**
   * Loads a site's table into linear memory: an empty table for an unknown site.
   *
   * @throws {StoreError} `STORE_DAMAGED`, `STORE_VERSION`, `STORE_FAILED`
   * @throws {LimitError} `TABLE_FULL`, `OUT_OF_MEMORY`
   */
  async admit(site: string): Promise<void> {
    await this.#admit([site], (error) => {
      throw error;
    });
  }

  /** The same for a site that must be known: @throws {StoreError} `SITE_UNKNOWN` where no page of it was counted */
  async admitKnown(site: string): Promise<void> {
    await this.admit(site);
    if (this.#use(site).pages === 0) throw new StoreError('SITE_UNKNOWN', `no page of ${site} was counted`);
  }

  /** Pages of a site, which is admitted. */
  async pagesOf(site: string): Promise<number> {
    await this.admit(site);
    return this.#use(site).pages;
  }

  async #admit(sites: readonly string[], onError: (error: unknown) => void): Promise<void> {
    const cold = [...new Set(sites)].filter((site) => !this.#hot.has(site));
    if (cold.length === 0) return;
    if (this.#queue.isFull) await this.#queue.written();
    // Noted now: what the store gets while it is asked leaves the queue.
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
   * Loads the tables of a batch of pages and asks which of the pages were counted before, with one question to the store each.
   * Answers are for `learn` and `label`, which throw where one is undefined. Some tables may be missing afterwards: those that were evicted
   * for others, and those that could not be loaded, for which `learn` and `label` throw the error.
   *
   * An answer does not know the earlier pages of its batch: `learn` knows the last `Site.RECENT_IDS`, so a batch has no more pages of a
   * site.
   */
  async prepare(pages: readonly PageRef[]): Promise<readonly (boolean | undefined)[]> {
    const sites = pages.map(({ site }) => site);
    await this.#admit(sites, () => undefined);
    return this.#wereCounted(pages);
  }

  /** Whether each page was counted; false where that is not sure. */
  async known(pages: readonly PageRef[]): Promise<boolean[]> {
    const answers: boolean[] = [];
    for (let at = 0; at < pages.length; at += KNOWN_STEP) {
      const step = pages.slice(at, at + KNOWN_STEP);
      const counted = await this.prepare(step);
      for (const [index, { site, id }] of step.entries()) {
        const { table } = this.#hot.get(site) ?? {};
        const hash = table === undefined ? undefined : this.#core.pageId(table, id);
        const isRecent = table !== undefined && hash !== undefined && this.#core.hasRecentId(table, hash);
        answers.push(counted[index] === true || isRecent);
      }
    }
    return answers;
  }

  /**
   * Whether each page was counted so long ago that its site's table has evicted its id; false where the table is not hot, undefined
   * where the store has lost it.
   */
  async #wereCounted(pages: readonly PageRef[]): Promise<readonly (boolean | undefined)[]> {
    const answers: (boolean | undefined)[] = pages.map(() => false);
    const asked: { readonly index: number; readonly key: PageKey }[] = [];
    const { Site } = this.#core.layout;
    for (const [index, { site, id }] of pages.entries()) {
      const hot = this.#hot.get(site);
      if (hot === undefined || hot.pages < Site.RECENT_IDS) continue;
      const hash = this.#core.pageId(hot.table, id) ?? 0n;
      if (hot.evictedIds?.has(hash) === false) continue;
      const key = { site, id: idDigits(hash) };
      if (hot.unsavedIds?.has(key.id) || this.#queue.change(site)?.pages.has(key.id)) answers[index] = true;
      else asked.push({ index, key });
    }
    if (asked.length === 0) return answers;
    const found = await this.#store.counted(asked.map(({ key }) => key));
    for (const [at, { index }] of asked.entries()) answers[index] = found[at];
    return answers;
  }

  /**
   * Labels a page, and counts it unless it was counted before. `isCounted` is the answer of `prepare`, which is asked for again
   * where the site's table was evicted since. The page is a view that is valid until the next page is read.
   */
  async learn<N>(ref: PageRef, read: ReadPage<N>, isCounted?: boolean): Promise<Page<N>> {
    const { hot, wasCounted } = await this.#find(ref, isCounted);
    const page = this.#learn(hot, ref, read, wasCounted);
    if (this.#options.template && (page.counted || this.#options.observesKnown !== false)) {
      this.#observe(hot, ref, page);
    }
    return page;
  }

  /** Labels a page by what is known of other pages of its site, and changes nothing. `isCounted` as in `learn`. */
  async label<N>(ref: PageRef, read: ReadPage<N>, isCounted?: boolean): Promise<Page<N>> {
    const { hot, wasCounted } = await this.#find(ref, isCounted);
    return this.#read(hot, ref, read, false, wasCounted);
  }

  /** The table of a page's site, and whether the page was counted. */
  async #find(ref: PageRef, isCounted?: boolean): Promise<{ readonly hot: HotTable; readonly wasCounted: boolean }> {
    const site = check.site(ref.site);
    if (isCounted !== undefined && this.#hot.has(site)) return { hot: this.#use(site), wasCounted: isCounted };
    await this.admit(site);
    const [wasCounted] = await this.#wereCounted([ref]);
    if (wasCounted === undefined) throw new StoreError('STORE_DAMAGED', `the store's page ids of ${site} are damaged`);
    return { hot: this.#use(site), wasCounted };
  }

  #learn<N>(hot: HotTable, ref: PageRef, read: ReadPage<N>, isCounted: boolean): Page<N> {
    if (!isCounted) this.#makeSavable(hot.table, NEW_ENTRIES);
    const page = this.#read(hot, ref, read, !isCounted, isCounted);
    if (!page.counted) return page;
    this.#counted += 1;
    this.#policy.count();
    hot.pages = page.number;
    this.#markChanged(hot);
    this.#noteEvictedId(hot);
    // Last, because it may throw: by then the page is recorded as counted.
    this.#makeSavable(hot.table, 0);
    return page;
  }

  #read<N>({ table }: HotTable, { id: name }: PageRef, read: ReadPage<N>, learn: boolean, isCounted: boolean): Page<N> {
    const how = { learn, isCounted, name, id: this.#core.pageId(table, name) };
    return this.#withRoom(() => read(this.#reader, table, how), table);
  }

  /** Records an id that the table has evicted when it counted a page. */
  #noteEvictedId(hot: HotTable): void {
    const evicted = this.#core.droppedId();
    if (evicted === undefined) return;
    hot.unsavedIds ??= new Set();
    hot.unsavedIds.add(idDigits(evicted));
    if (this.#evictedIds === MAX_EVICTED_IDS) this.#releaseIds(hot);
    if (hot.evictedIds === undefined) return;
    this.#evictedIds += 1;
    hot.evictedIds.add(evicted);
  }

  #observe(hot: HotTable, { id }: PageRef, page: Page): void {
    const { template } = hot;
    if (template === undefined) return;
    const events = template.observe(page, id);
    // A page that was counted before changes no table. Where a site is read again for its template, that changes with each page.
    const isBehind = template.pages <= page.number;
    if (!page.counted && (events.length > 0 || isBehind)) this.#markChanged(hot);
    for (const event of events) this.#options.onEvent?.(event);
  }

  /** Runs an operation that needs memory, for which other tables than `kept` may be evicted. */
  #withRoom<T>(run: () => T, kept?: number): T {
    return withRoom(this.#core, run, () => this.#makeRoom(kept));
  }

  /** The template of an admitted site, where templates are kept. */
  template(site: string): SiteTemplate | undefined {
    return this.#use(site).template;
  }

  /** Pages, entries and bytes of the table of an admitted site. */
  tableState(site: string): { readonly pages: number; readonly entries: number; readonly tableBytes: number } {
    return this.#core.tableState(this.#use(site).table);
  }

  /** The table of an admitted site as a snapshot has it: seed, entries and page ids. */
  saved(site: string) {
    const { table } = this.#use(site);
    const { pages, entries } = this.#core.tableState(table);
    return { pages, entries, saved: this.#core.saveTable(table) };
  }

  /** Replaces all that is known of a site by the entries of a snapshot, which has the last page ids and no template. */
  async replace(
    site: string,
    state: { readonly pages: number; readonly entries: number; readonly ids: number; readonly saved: Uint8Array },
  ): Promise<void> {
    const { pages: clock, entries: count, ids, saved } = state;
    // First, because there may be no memory for it.
    const table = this.#savable(this.#withRoom(() => this.#core.loadTable(saved, { clock, count, ids })));
    try {
      await this.forget(site);
    } catch (error) {
      this.#core.releaseTable(table);
      throw error;
    }
    this.#markChanged(this.#add(site, table, false));
    await this.flush();
  }

  /** Removes all that is known of a site; whether anything was known. */
  async forget(site: string): Promise<boolean> {
    // The store comes first, because it may fail.
    await this.#queue.written();
    const [record] = await this.#store.records([site]);
    if (record !== undefined) await this.#store.forget?.(site);
    const hot = this.#hot.get(site);
    if (hot === undefined) return record !== undefined;
    if (hot.dirty && !hot.known) this.#unsaved -= 1;
    this.#remove(hot);
    return record !== undefined || hot.pages > 0;
  }

  /** Saves all changed tables where that is due. */
  async flushIfDue(): Promise<void> {
    if (this.#policy.isDue) await this.flush();
  }

  /** Saves all changed tables; resolves when the store has them. The current page stays readable. */
  async flush(): Promise<void> {
    for (const hot of this.#hot.values()) {
      if (!hot.dirty) continue;
      this.#save(hot);
      if (this.#queue.isFull) await this.#queue.written();
    }
    await this.#queue.written();
    this.#policy.reset();
  }

  /** Ends the timer of `onIdle`. */
  close(): void {
    this.#policy.reset();
  }

  /** Finds the table of a site that must be admitted, and marks it as used. */
  #use(site: string): HotTable {
    const hot = this.#hot.get(site);
    if (hot === undefined) throw new TypeError(`the site ${site} is not admitted`);
    this.#hot.delete(site);
    this.#hot.set(hot.site, hot);
    return hot;
  }

  /** Loads the table of a record, and the template; an empty table where there is none. */
  #load(site: string, record: Uint8Array | undefined, saved?: Uint8Array): void {
    const core = this.#core;
    const mark = markOf(core, site);
    const open = (): number => (record === undefined ? core.createTable() : openRecord(core, site, mark, record));
    const template = this.#templateOf(site, saved);
    this.#add(site, this.#savable(this.#withRoom(open)), record !== undefined, template);
  }

  /** Adds a table in linear memory. `isKnown`: whether the store, or the queue, has a record of the site. */
  #add(site: string, table: number, isKnown: boolean, template = this.#templateOf(site)): HotTable {
    const core = this.#core;
    const { pages } = core.tableState(table);
    const hot: HotTable = {
      site: copyOf(site),
      mark: markOf(core, site),
      table,
      pages,
      known: isKnown,
      dirty: false,
      unsavedIds: undefined,
      // A site with so few pages has evicted no id yet.
      evictedIds: pages <= core.layout.Site.RECENT_IDS ? new Set() : undefined,
      template,
    };
    this.#hot.set(hot.site, hot);
    return hot;
  }

  #templateOf(site: string, saved?: Uint8Array): SiteTemplate | undefined {
    return this.#options.template ? makeTemplate(site, saved) : undefined;
  }

  /** A table in memory can always be saved: the memory that saving the largest table needs is reserved in advance. */
  #makeSavable(table: number, newEntries: number): void {
    this.#withRoom(() => this.#core.reserveSaving(table, newEntries), table);
  }

  /** Makes a new table savable; releases it where there is no memory for that. */
  #savable(table: number): number {
    try {
      this.#makeSavable(table, 0);
      return table;
    } catch (error) {
      this.#core.releaseTable(table);
      throw error;
    }
  }

  /** Saves a table and its template with the next flush. */
  #markChanged(hot: HotTable): void {
    if (!hot.dirty && !hot.known) this.#unsaved += 1;
    hot.dirty = true;
  }

  #save(hot: HotTable): void {
    const { site, known } = hot;
    const record = sealRecord(this.#core, hot.table, hot.mark);
    this.#queue.add({ site, record, template: hot.template?.save(), pages: hot.unsavedIds ?? NONE, isNew: !known });
    if (!known) this.#unsaved -= 1;
    hot.known = true;
    hot.dirty = false;
    hot.unsavedIds = undefined;
  }

  /** Evicts some of the tables that were not used for longest; false where there are none but `kept`. */
  #makeRoom(kept: number | undefined): boolean {
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

  #remove(hot: HotTable): void {
    this.#core.releaseTable(hot.table);
    this.#releaseIds(hot);
    this.#hot.delete(hot.site);
  }

  /** Forgets the evicted ids, which are then unknown. */
  #releaseIds(hot: HotTable): void {
    this.#evictedIds -= hot.evictedIds?.size ?? 0;
    hot.evictedIds = undefined;
  }
}
