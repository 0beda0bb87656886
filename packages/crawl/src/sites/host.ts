/**
 * The sites of a store in one instance of the module: those that were used last are open, with their tables in linear memory; all others
 * are records in the store. A site is looked up in this order: the open sites, the write queue, the store.
 */

import type { SiteTemplate, TemplateEvent } from '@refrain/rules';
import type { Page } from 'refrain';
import {
  type Core,
  check,
  judge,
  type OpenSite,
  type Outcome,
  type Reader,
  type SitePage,
  type Want,
} from 'refrain/engine';
import { StoreError } from '../errors.ts';
import { markOf, openRecord, sealRecord } from '../store/record.ts';
import type { PageKey, SiteStore } from '../store/store.ts';
import { makeTemplate } from '../store/template.ts';
import { withRoom } from './core-for-sites.ts';
import { type FlushEvery, FlushPolicy } from './flush-policy.ts';
import type { SitesStats } from './sites-options.ts';
import { WriteQueue } from './write-queue.ts';

/** How sites are kept. */
export interface HostOptions {
  readonly flushEvery: Required<FlushEvery>;
  /** Called when a flush is due and no further page has come that could have started it. */
  readonly onIdle?: (() => void) | undefined;
  /** Whether the template of each site is kept beside its table, and what is called with its events. */
  readonly template?: boolean | undefined;
  readonly onEvent?: ((event: TemplateEvent) => void) | undefined;
  /** Whether templates observe pages that were counted before. Default: true, so that a site can be read again for its template. */
  readonly observesKnown?: boolean | undefined;
}

/** An open site. */
export class HotSite implements OpenSite {
  readonly name: string;
  /** The mark of the site's records. It is computed on loading, because computing it overwrites the current page. */
  readonly mark: bigint;
  readonly table: number;
  pages: number;
  /** Whether the store, or the queue, has a record of the site. */
  known: boolean;
  /** Whether the table or the template has changed since it was saved. */
  dirty = false;
  /** Ids that the table has evicted since it was saved. */
  unsavedIds: Set<string> | undefined;
  /**
   * All ids that the table has ever evicted; undefined where they are not known. The store need not be asked for an id that is
   * missing here; in a browser such a question takes longer than the page.
   */
  evictedIds: Set<bigint> | undefined;
  /**
   * Answers of the store for pages that are about to be read: true if the page was counted so long ago that the table has evicted its
   * id, undefined if the store has lost that. A page that was counted since has none.
   */
  answers: Map<string, boolean | undefined> | undefined;
  /** The site's template, where templates are kept. */
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

  /** Whether a page was counted so long ago that the table has evicted its id. @throws {StoreError} `STORE_DAMAGED` */
  wasCounted(id: string): boolean {
    const answer = this.answers?.get(id);
    if (answer === undefined && this.answers?.has(id))
      throw new StoreError('STORE_DAMAGED', `the store's page ids of ${this.name} are damaged`);
    return answer === true;
  }

  /** Whether a page was counted; false where that is not sure. */
  isKnown(id: string, core: Core): boolean {
    if (this.answers?.get(id) === true) return true;
    const hash = core.pageId(this.table, id);
    return hash !== undefined && core.hasRecentId(this.table, hash);
  }
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

/** Answers of the store that a site keeps. */
const MAX_ANSWERS = 1024;

const NONE: ReadonlySet<string> = new Set();

export class SiteHost {
  readonly #core: Core;
  readonly #reader: Reader;
  readonly #store: SiteStore;
  readonly #queue: WriteQueue;
  readonly #policy: FlushPolicy;
  readonly #options: HostOptions;
  /** The open sites, in the order of their last use. */
  readonly #hot = new Map<string, HotSite>();
  #evictedIds = 0;
  #counted = 0;
  #loaded = 0;
  #evicted = 0;
  /** Sites with counted pages of which neither the store nor the queue has a record. */
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
   * Opens the sites of a batch of pages, and asks which of the pages were counted before, with one question to the store each. Some may
   * not be open afterwards: those that were evicted for others, and those that could not be loaded; `open` tries these again.
   */
  async prepare(pages: readonly PageRef[]): Promise<void> {
    const sites = pages.map(({ site }) => site);
    await this.#admit(sites, () => undefined);
    await this.#ask(pages);
  }

  /**
   * Opens the site of pages that are about to be read. It may be used until another site is opened. An answer of the store does not know
   * the pages that are read after it: these must be at most `Site.RECENT_IDS`, which the table knows.
   *
   * @throws {StoreError} `STORE_DAMAGED`, `STORE_VERSION`, `STORE_FAILED`
   * @throws {LimitError} `TABLE_FULL`, `OUT_OF_MEMORY`
   */
  async open(name: string, ids: readonly string[] = []): Promise<HotSite> {
    const site = check.site(name);
    await this.#admit([site], (error) => {
      throw error;
    });
    const hot = this.#use(site);
    if (hot.pages >= this.#recentIds && !ids.every((id) => hot.answers?.has(id)))
      await this.#ask(ids.map((id) => ({ site, id })));
    return hot;
  }

  /** Judges pages of one site: see `judge`. Where the site cannot be opened, each page has that error. */
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

  /** The same for a site that must be known: @throws {StoreError} `SITE_UNKNOWN` where no page of it was counted */
  async openKnown(name: string, ids: readonly string[] = []): Promise<HotSite> {
    const hot = await this.open(name, ids);
    if (hot.pages === 0) throw new StoreError('SITE_UNKNOWN', `no page of ${name} was counted`);
    return hot;
  }

  /** Whether a page of a prepared batch was counted so long ago that the table of its site has evicted its id. */
  wasCounted({ site, id }: PageRef): boolean {
    return this.#hot.get(site)?.answers?.get(id) === true;
  }

  /** Whether each page was counted; false where that is not sure. */
  async known(pages: readonly PageRef[]): Promise<boolean[]> {
    const answers: boolean[] = [];
    for (let at = 0; at < pages.length; at += KNOWN_STEP) {
      const step = pages.slice(at, at + KNOWN_STEP);
      await this.prepare(step);
      for (const { site, id } of step) answers.push(this.#hot.get(site)?.isKnown(id, this.#core) === true);
    }
    return answers;
  }

  get #recentIds(): number {
    return this.#core.layout.Site.RECENT_IDS;
  }

  /** Asks the store which pages of open sites were counted so long ago that the tables have evicted their ids. */
  async #ask(pages: readonly PageRef[]): Promise<void> {
    const asked: { readonly hot: HotSite; readonly id: string; readonly key: PageKey }[] = [];
    for (const site of new Set(pages.map((page) => page.site))) {
      const hot = this.#hot.get(site);
      if (hot?.answers !== undefined && hot.answers.size > MAX_ANSWERS) hot.answers = undefined;
    }
    for (const { site, id } of pages) {
      const hot = this.#hot.get(site);
      if (hot === undefined || hot.pages < this.#recentIds) continue;
      hot.answers ??= new Map();
      const hash = this.#core.pageId(hot.table, id) ?? 0n;
      if (hot.evictedIds?.has(hash) === false) {
        hot.answers.set(id, false);
        continue;
      }
      const key = { site, id: idDigits(hash) };
      if (hot.unsavedIds?.has(key.id) || this.#queue.change(site)?.pages.has(key.id)) hot.answers.set(id, true);
      else asked.push({ hot, id, key });
    }
    if (asked.length === 0) return;
    const found = await this.#store.counted(asked.map(({ key }) => key));
    for (const [at, { hot, id }] of asked.entries()) hot.answers?.set(id, found[at]);
  }

  /** Reads a page of an open site: see {@link OpenSite.read}. */
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
    return this.#withRoom(() => read(this.#reader, table, how), table);
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

  /** Records an id that the table has evicted when it counted a page. */
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
    // A page that was counted before changes no table. Where a site is read again for its template, that changes with each page.
    const isBehind = template.pages <= page.number;
    if (!page.counted && (events.length > 0 || isBehind)) this.#markChanged(hot);
    for (const event of events) this.#options.onEvent?.(event);
  }

  /** Runs an operation that needs memory, for which other tables than `kept` may be evicted. */
  #withRoom<T>(run: () => T, kept?: number): T {
    return withRoom(this.#core, run, () => this.#makeRoom(kept));
  }

  /** Pages, entries and bytes of the table of an open site. */
  tableState(site: string): ReturnType<Core['tableState']> {
    return this.#core.tableState(this.#use(site).table);
  }

  /** The table of an open site as a snapshot has it: seed, entries and page ids. */
  saved({ table }: HotSite) {
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
  #use(site: string): HotSite {
    const hot = this.#hot.get(site);
    if (hot === undefined) throw new TypeError(`the site ${site} is not admitted`);
    this.#hot.delete(site);
    this.#hot.set(hot.name, hot);
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
  #add(site: string, table: number, isKnown: boolean, template = this.#templateOf(site)): HotSite {
    const core = this.#core;
    const { pages } = core.tableState(table);
    // A site with so few pages has evicted no id yet.
    const evictedIds = pages <= this.#recentIds ? new Set<bigint>() : undefined;
    const identity = { name: copyOf(site), mark: markOf(core, site), table };
    const hot = new HotSite(identity, { pages, known: isKnown, evictedIds, template }, this.#read);
    this.#hot.set(hot.name, hot);
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

  #remove(hot: HotSite): void {
    this.#core.releaseTable(hot.table);
    this.#releaseIds(hot);
    this.#hot.delete(hot.name);
  }

  /** Forgets the evicted ids, which are then unknown. */
  #releaseIds(hot: HotSite): void {
    this.#evictedIds -= hot.evictedIds?.size ?? 0;
    hot.evictedIds = undefined;
  }
}
