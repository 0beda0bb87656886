/**
 * The tables of many sites in one instance of the module: recently used tables in linear memory, all others in the store. A
 * site is looked up in this order: the tables in memory, the write queue, the store.
 */

import type { SiteTemplate } from '@refrain/rules';
import type { Page } from 'refrain';
import type { Core, How, Reader } from 'refrain/internal';
import { markOf, openRecord, sealRecord } from '../store/record.ts';
import { andThen, type MaybePromise, type PageKey, type SiteStore } from '../store/store.ts';
import type { TemplateMaker } from '../store/template-maker.ts';
import { EvictedIds, EvictedIdsBudget } from './evicted-ids.ts';
import { copyOf, type HotTable, idDigits, releaseIds } from './hot-table.ts';
import { type PageInput, TreeInput } from './page-input.ts';
import { ByUse } from './recency.ts';
import { withRoom } from './room.ts';
import { WriteQueue } from './write-queue.ts';

/** More entries than most pages add. For a page that adds more, saving may find no room but that of the page itself. */
const NEW_ENTRIES = 4096;

/** A page by its site and the id that its user gave it. */
export interface PageRef {
  readonly site: string;
  readonly id: string;
}

/** Numbers of the tables and of their work. */
export interface TablesStats {
  /** Tables in linear memory. */
  readonly hot: number;
  /** Tables that were read from the store, and tables that were evicted to make room. */
  readonly loaded: number;
  readonly evicted: number;
  /** Bytes that wait for the store. */
  readonly queuedBytes: number;
  /** Bytes of linear memory. */
  readonly memoryBytes: number;
}

/** What is known of a site, as a snapshot has it. */
export interface SavedTable {
  readonly pages: number;
  readonly entries: number;
  /** Seed, entries and page ids. */
  readonly saved: Uint8Array<ArrayBuffer>;
}

type Saved = Uint8Array | undefined;

/** The share of the tables that is evicted when memory is used up, so that the next pages find room too. */
const EVICTED_SHARE = 1 / 32;

const NONE: ReadonlySet<string> = new Set();

export class SiteTables {
  readonly #core: Core;
  readonly #reader: Reader;
  readonly #store: SiteStore;
  readonly #queue: WriteQueue;
  readonly #templates: TemplateMaker | undefined;
  /** The tables in linear memory. */
  readonly #hot = new ByUse<HotTable>();
  readonly #budget = new EvictedIdsBudget();
  #loaded = 0;
  #evicted = 0;
  /** Sites with counted pages of which neither the store nor the queue has a record. */
  #unsaved = 0;

  constructor(reader: Reader, store: SiteStore, templates?: TemplateMaker) {
    this.#core = reader.core;
    this.#reader = reader;
    this.#store = store;
    this.#queue = new WriteQueue(store);
    this.#templates = templates;
  }

  get stats(): TablesStats {
    return {
      hot: this.#hot.size,
      loaded: this.#loaded,
      evicted: this.#evicted,
      queuedBytes: this.#queue.bytes,
      memoryBytes: this.#core.memoryState().memoryBytes,
    };
  }

  /** Sites of which the store has no record yet. */
  get newSites(): number {
    return this.#unsaved + this.#queue.newSites;
  }

  isHot(site: string): boolean {
    return this.#hot.has(site);
  }

  /**
   * Loads a site's table into linear memory: an empty table for an unknown site.
   *
   * @throws {StoreError} `STORE_DAMAGED`, `STORE_VERSION`, `STORE_FAILED`
   * @throws {LimitError} `TABLE_FULL`, `OUT_OF_MEMORY`
   */
  admit(site: string): MaybePromise<void> {
    return this.#admit([site], (error) => {
      throw error;
    });
  }

  /**
   * Loads the tables of several sites with one question to the store. Afterwards some may be missing: those that were evicted
   * for others, and those that could not be loaded, for which `admit` throws the error.
   */
  admitAll(sites: readonly string[]): MaybePromise<void> {
    return this.#admit(sites, () => undefined);
  }

  #admit(sites: readonly string[], onError: (error: unknown) => void): MaybePromise<void> {
    const cold = [...new Set(sites)].filter((site) => !this.#hot.has(site));
    if (cold.length === 0) return;
    if (this.#queue.isFull) return this.#queue.written().then(() => this.#admit(cold, onError));
    const stored = cold.filter((site) => this.#queue.record(site) === undefined);
    const load = (records: readonly Saved[], templates: readonly Saved[]): void => {
      const found = new Map(stored.map((site, index) => [site, index]));
      for (const site of cold) {
        try {
          const index = found.get(site) ?? -1;
          const record = this.#queue.record(site) ?? records[index];
          this.#load(site, record, this.#queue.template(site) ?? templates[index]);
          if (record !== undefined) this.#loaded += 1;
        } catch (error) {
          onError(error);
        }
      }
    };
    return andThen(stored.length === 0 ? [] : this.#store.records(stored), (records) =>
      andThen(this.#templatesOf(stored), (templates) => load(records, templates)),
    );
  }

  #templatesOf(sites: readonly string[]): MaybePromise<readonly Saved[]> {
    if (this.#templates === undefined || sites.length === 0) return [];
    return this.#store.templates?.(sites) ?? [];
  }

  /** The template of an admitted site, where templates are kept. */
  template(site: string): SiteTemplate | undefined {
    return this.#use(site).template;
  }

  /** Saves the template of an admitted site with its next flush, although no page was counted. */
  keepTemplate(site: string): void {
    this.#markChanged(this.#use(site));
  }

  /**
   * Whether each page was counted so long ago that its site's table has evicted its id. Sites must be admitted; the answer for
   * a site that was evicted since is false.
   */
  counted(pages: readonly PageRef[]): MaybePromise<readonly boolean[]> {
    const answers = pages.map(() => false);
    const asked: { readonly index: number; readonly key: PageKey }[] = [];
    const { Table } = this.#core.layout;
    for (const [index, { site, id }] of pages.entries()) {
      const hot = this.#hot.get(site);
      if (hot === undefined || hot.pages < Table.RECENT_IDS) continue;
      const hash = this.#core.pageId(hot.table, id) ?? 0n;
      if (hot.evictedIds?.has(hash) === false) continue;
      const key = { site, id: idDigits(hash) };
      if (hot.unsavedIds?.has(key.id) || this.#queue.hasPage(site, key.id)) answers[index] = true;
      else asked.push({ index, key });
    }
    if (asked.length === 0) return answers;
    return andThen(this.#store.counted(asked.map(({ key }) => key)), (found) => {
      for (const [at, { index }] of asked.entries()) answers[index] = found[at] === true;
      return answers;
    });
  }

  /** Labels a page of an admitted site by what is known of other pages. */
  label<N = never>(page: PageRef, input: PageInput<N>, isCounted: boolean): Page<N> {
    return this.#read(this.#use(page.site), input, { name: page.id, isCounted, learn: false });
  }

  /** Labels a page of an admitted site, and counts it unless `isCounted` or its id is among the last of the table. */
  learn<N = never>(ref: PageRef, input: PageInput<N>, isCounted: boolean): Page<N> {
    if (isCounted) return this.label(ref, input, true);
    const hot = this.#use(ref.site);
    this.#makeSavable(hot.table, NEW_ENTRIES);
    const page = this.#read(hot, input, { name: ref.id, isCounted, learn: true });
    if (!page.counted) return page;
    this.#noteCounted(hot, page);
    // Last, because it may throw: by then the page is recorded as counted.
    this.#makeSavable(hot.table, 0);
    return page;
  }

  #read<N>({ table }: HotTable, input: PageInput<N>, how: Omit<How, 'id'> & { readonly name: string }): Page<N> {
    const identified = { ...how, id: this.#core.pageId(table, how.name) };
    const read = (): Page<N> =>
      input instanceof TreeInput
        ? this.#reader.tree(table, input.root, input.adapter, identified)
        : this.#reader.html(table, input, identified);
    return this.#withRoom(read, table);
  }

  /** Runs an operation that needs memory, for which other tables than `kept` may be evicted. */
  #withRoom<T>(run: () => T, kept?: number): T {
    return withRoom(this.#core, run, () => this.#makeRoom(kept));
  }

  /** Whether pages of an admitted site were counted. */
  isKnown(site: string): boolean {
    return this.#use(site).pages > 0;
  }

  /** Pages, entries and bytes of the table of an admitted site. */
  tableState(site: string): { readonly pages: number; readonly entries: number; readonly tableBytes: number } {
    return this.#core.tableState(this.#use(site).table);
  }

  /** The table of an admitted site as a snapshot has it. */
  saved(site: string): SavedTable {
    const { table } = this.#use(site);
    const { pages, entries } = this.#core.tableState(table);
    return { pages, entries, saved: this.#core.saveTable(table) };
  }

  /** Replaces all that is known of an admitted site by the entries of a snapshot. */
  replace(
    site: string,
    state: { readonly pages: number; readonly entries: number; readonly ids: number; readonly saved: Uint8Array },
  ): void {
    const hot = this.#use(site);
    const { pages: clock, entries: count, ids, saved } = state;
    const load = (): number => this.#core.loadTable(saved, { clock, count, ids });
    this.#exchange(hot, this.#withRoom(load, hot.table), clock);
  }

  /** Removes what memory and queue know of a site; the caller clears the store. Whether any page of it was counted. */
  async drop(site: string): Promise<boolean> {
    const hot = this.#hot.get(site);
    if (hot !== undefined) this.#discard(hot);
    if (this.#queue.bytes > 0) await this.#queue.written();
    return hot !== undefined && hot.pages > 0;
  }

  /** Saves all changed tables; resolves when the store has them. The current page stays readable. */
  async flush(): Promise<void> {
    for (const _ of this.#saveChanged()) if (this.#queue.isFull) await this.#queue.written();
    // A write that was already running may have started before the last changes were added.
    while (this.#queue.bytes > 0) await this.#queue.written();
  }

  /** Finds the table of a site that must be admitted, and marks it as used. */
  #use(site: string): HotTable {
    const hot = this.#hot.get(site);
    if (hot === undefined) throw new TypeError(`the site ${site} is not admitted`);
    this.#hot.use(hot);
    return hot;
  }

  /** Loads the table of a record, and the template; an empty table where there is none. */
  #load(site: string, record: Uint8Array | undefined, saved?: Uint8Array): void {
    const core = this.#core;
    const mark = markOf(core, site);
    const open = (): number => (record === undefined ? core.createTable() : openRecord(core, site, mark, record));
    const template = this.#templates?.(site, saved);
    const table = this.#savable(this.#withRoom(open));
    const { pages } = core.tableState(table);
    // A site with so few pages has evicted no id yet.
    const evictedIds = pages <= core.layout.Table.RECENT_IDS ? new EvictedIds(this.#budget) : undefined;
    this.#hot.add({
      site: copyOf(site),
      mark,
      table,
      pages,
      known: record !== undefined,
      dirty: false,
      unsavedIds: undefined,
      evictedIds,
      template,
      hasStaleTemplate: false,
      older: undefined,
      newer: undefined,
    });
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

  /** Records that the table has counted a page. */
  #noteCounted(hot: HotTable, { number }: Pick<Page, 'number'>): void {
    this.#change(hot, number);
    const evicted = this.#core.droppedId();
    if (evicted === undefined) return;
    hot.unsavedIds ??= new Set();
    hot.unsavedIds.add(idDigits(evicted));
    if (hot.evictedIds?.add(evicted) === false) releaseIds(hot);
  }

  /** Replaces the table of a site by one that was made of a snapshot. */
  #exchange(hot: HotTable, table: number, pages: number): void {
    this.#savable(table);
    this.#core.releaseTable(hot.table);
    hot.table = table;
    // A snapshot has no template.
    hot.template = this.#templates?.(hot.site, undefined);
    hot.hasStaleTemplate = true;
    this.#change(hot, pages);
    // A snapshot has the last page ids only.
    releaseIds(hot);
  }

  #change(hot: HotTable, pages: number): void {
    hot.pages = pages;
    this.#markChanged(hot);
  }

  /** Saves a table and its template with the next flush. */
  #markChanged(hot: HotTable): void {
    if (!hot.dirty && !hot.known) this.#unsaved += 1;
    hot.dirty = true;
  }

  /** Removes a table without saving it. */
  #discard(hot: HotTable): void {
    if (hot.dirty && !hot.known) this.#unsaved -= 1;
    this.#remove(hot);
  }

  /** Puts changed tables into the queue, and stops after each so that the caller may wait. The current page stays readable. */
  *#saveChanged(): Generator<void> {
    for (const hot of this.#hot) {
      if (!hot.dirty) continue;
      this.#save(hot);
      yield;
    }
  }

  #save(hot: HotTable): void {
    const { site, known } = hot;
    const record = sealRecord(this.#core, hot.table, hot.mark);
    const template = hot.template?.save() ?? (hot.hasStaleTemplate ? null : undefined);
    this.#queue.add({ site, record, template, pages: hot.unsavedIds ?? NONE, isNew: !known });
    if (!known) this.#unsaved -= 1;
    hot.known = true;
    hot.dirty = false;
    hot.hasStaleTemplate = false;
    hot.unsavedIds = undefined;
  }

  /** Evicts some of the tables that were not used for longest; false where there are none but `kept`. */
  #makeRoom(kept: number | undefined): boolean {
    let left = Math.ceil(this.#hot.size * EVICTED_SHARE);
    const before = this.#evicted;
    for (const hot of this.#hot) {
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
    releaseIds(hot);
    this.#hot.delete(hot.site);
  }
}
