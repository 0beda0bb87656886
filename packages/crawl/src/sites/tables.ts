/**
 * The tables of many sites in one instance of the module: recently used tables in linear memory, all others in the store. A
 * site is looked up in this order: the tables in memory, the write queue, the store.
 */

import type { SiteTemplate } from '@refrain/rules';
import type { Page } from 'refrain';
import type { Core, Reader } from 'refrain/internal';
import { andThen, type MaybePromise, type PageKey, type SiteStore } from '../store/store.ts';
import type { TemplateMaker } from '../store/template-maker.ts';
import { idDigits } from './hot-table.ts';
import { HotTables } from './hot-tables.ts';
import type { PageInput } from './table-reader.ts';
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

export class SiteTables {
  readonly #core: Core;
  readonly #store: SiteStore;
  readonly #queue: WriteQueue;
  readonly #hot: HotTables;
  readonly #keepsTemplates: boolean;
  #loaded = 0;

  constructor(reader: Reader, store: SiteStore, templates?: TemplateMaker) {
    this.#keepsTemplates = templates !== undefined;
    this.#core = reader.core;
    this.#store = store;
    this.#queue = new WriteQueue(store);
    this.#hot = new HotTables(reader, this.#queue, templates);
  }

  get stats(): TablesStats {
    return {
      hot: this.#hot.size,
      loaded: this.#loaded,
      evicted: this.#hot.evicted,
      queuedBytes: this.#queue.bytes,
      memoryBytes: this.#core.memoryState().memoryBytes,
    };
  }

  /** Sites of which the store has no record yet. */
  get newSites(): number {
    return this.#hot.unsaved + this.#queue.newSites;
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
          this.#hot.load(site, record, this.#queue.template(site) ?? templates[index]);
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
    if (!this.#keepsTemplates || sites.length === 0) return [];
    return this.#store.templates?.(sites) ?? [];
  }

  /** The template of an admitted site, where templates are kept. */
  template(site: string): SiteTemplate | undefined {
    return this.#hot.use(site).template;
  }

  /** Saves the template of an admitted site with its next flush, although no page was counted. */
  keepTemplate(site: string): void {
    this.#hot.keep(this.#hot.use(site));
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
  label<N = never>({ site, id }: PageRef, input: PageInput<N>, isCounted: boolean): Page<N> {
    const { table } = this.#hot.use(site);
    return this.#hot.reader.label(table, input, { id: this.#core.pageId(table, id), name: id, isCounted });
  }

  /** Labels a page of an admitted site, and counts it unless `isCounted` or its id is among the last of the table. */
  learn<N = never>({ site, id }: PageRef, input: PageInput<N>, isCounted: boolean): Page<N> {
    if (isCounted) return this.label({ site, id }, input, true);
    const hot = this.#hot.use(site);
    this.#hot.makeSavable(hot.table, NEW_ENTRIES);
    const page = this.#hot.reader.learn(hot.table, input, {
      id: this.#core.pageId(hot.table, id),
      name: id,
      isCounted,
    });
    if (!page.counted) return page;
    this.#hot.counted(hot, page);
    // Last, because it may throw: by then the page is recorded as counted.
    this.#hot.makeSavable(hot.table, 0);
    return page;
  }

  /** Whether pages of an admitted site were counted. */
  isKnown(site: string): boolean {
    return this.#hot.use(site).pages > 0;
  }

  /** The seed of an admitted site, with which digests of its pages are made. */
  seed(site: string): string {
    return this.#hot.seedOf(this.#hot.use(site));
  }

  /** Pages, entries and bytes of the table of an admitted site. */
  tableState(site: string): { readonly pages: number; readonly entries: number; readonly tableBytes: number } {
    return this.#core.tableState(this.#hot.use(site).table);
  }

  /** The table of an admitted site as a snapshot has it. */
  saved(site: string): SavedTable {
    const { table } = this.#hot.use(site);
    const { pages, entries } = this.#core.tableState(table);
    return { pages, entries, saved: this.#core.saveTable(table) };
  }

  /** Replaces all that is known of an admitted site by the entries of a snapshot. */
  replace(
    site: string,
    state: { readonly pages: number; readonly entries: number; readonly ids: number; readonly saved: Uint8Array },
  ): void {
    const hot = this.#hot.use(site);
    const { pages: clock, entries: count, ids, saved } = state;
    const load = (): number => this.#core.loadTable(saved, { clock, count, ids });
    this.#hot.replace(hot, this.#hot.reader.withRoom(load, hot.table), clock);
  }

  /** Removes what memory and queue know of a site; the caller clears the store. Whether any page of it was counted. */
  async drop(site: string): Promise<boolean> {
    const hot = this.#hot.get(site);
    if (hot !== undefined) this.#hot.drop(hot);
    if (this.#queue.bytes > 0) await this.#queue.written();
    return hot !== undefined && hot.pages > 0;
  }

  /** Saves all changed tables; resolves when the store has them. The current page stays readable. */
  async flush(): Promise<void> {
    for (const _ of this.#hot.saveChanged()) if (this.#queue.isFull) await this.#queue.written();
    // A write that was already running may have started before the last changes were added.
    while (this.#queue.bytes > 0) await this.#queue.written();
  }
}
