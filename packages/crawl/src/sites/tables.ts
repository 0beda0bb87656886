/**
 * The tables of many sites in one instance of the module: those used lately in linear memory, the others in the store.
 * There is one order of things: a table, the queue of changes, the store.
 */

import type { CreateOptions, Page, ResolvedOptions, TreeAdapter } from 'refrain';
import { LimitError } from 'refrain';
import type { Core, How, Reader } from 'refrain/unstable';
import { openCore } from 'refrain/unstable';
import { LetGo, LetGoBudget } from './let-go.ts';
import { ChangeQueue } from './queue.ts';
import { ByUse } from './recency.ts';
import { markOf, openRecord, sealRecord } from './record.ts';
import { type PageKey, type SiteStore, type Soon, then } from './store.ts';

/** The share of the tables that make room when memory is used up, so that the next pages find some too. */
const EVICTED = 1 / 32;

/** As many as most pages bring; for a page that brings more there may be no room but that of the page itself. */
const NEW_ENTRIES = 4096;

/** A table may take so much of the memory: with what it needs to be saved, half is left for pages. */
const TABLE_SHARE = 1 / 4;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const NONE: ReadonlySet<string> = new Set();
const LABEL: How = { learn: false, id: undefined };

/** A page that is a tree already. */
export class TreeInput<N> {
  readonly root: N;
  readonly adapter: TreeAdapter<N> | undefined;

  constructor(root: N, adapter: TreeAdapter<N> | undefined) {
    this.root = root;
    this.adapter = adapter;
  }
}

/** A page as HTML: a string, or bytes of UTF-8; or as a tree. */
export type PageInput<N> = string | Uint8Array | TreeInput<N>;

/** A page by its site and its id, as its user gave it. */
export interface PageRef {
  readonly site: string;
  readonly id: string;
}

/** A table in linear memory. */
interface HotTable {
  readonly site: string;
  /** Of its records. Made early, because making it takes the place of the page in hand. */
  readonly mark: bigint;
  table: number;
  pages: number;
  /** Whether the store, or the queue, has a record of the site. */
  known: boolean;
  /** Whether pages were counted since the table was saved. */
  dirty: boolean;
  /** Ids that the table has let go since it was saved. */
  dropped: Set<string> | undefined;
  /** All that it ever let go; undefined where that is not known. */
  letGo: LetGo | undefined;
  older: HotTable | undefined;
  newer: HotTable | undefined;
}

/** What tables cost and did. */
export interface TablesStats {
  /** Tables in linear memory. */
  readonly hot: number;
  /** Tables that were read from the store, and that had to make room for others. */
  readonly loaded: number;
  readonly evicted: number;
  /** Bytes that wait for the store. */
  readonly queuedBytes: number;
  /** Bytes of linear memory. */
  readonly memoryBytes: number;
}

/** A host is a slice of its URL, and would keep all of it in memory. */
const copyOf = (text: string): string => decoder.decode(encoder.encode(text));

const digits = (id: bigint): string => id.toString(16).padStart(16, '0');

function forgetLetGo(hot: HotTable): void {
  hot.letGo?.release();
  hot.letGo = undefined;
}

/** An instance for many sites, whose tables can always be saved. */
export function coreForSites(options: ResolvedOptions, create?: CreateOptions): Promise<Core> {
  const most = Math.floor(options.maxMemory * TABLE_SHARE);
  return openCore({ ...options, maxTableBytes: Math.min(options.maxTableBytes, most) }, create);
}

export class SiteTables {
  readonly #reader: Reader;
  readonly #core: Core;
  readonly #store: SiteStore;
  readonly #queue: ChangeQueue;
  readonly #hot = new ByUse<HotTable>();
  readonly #budget = new LetGoBudget();
  #loaded = 0;
  #evicted = 0;
  #unsaved = 0;

  constructor(reader: Reader, store: SiteStore) {
    this.#reader = reader;
    this.#core = reader.core;
    this.#store = store;
    this.#queue = new ChangeQueue(store);
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
   * Brings a site's table into linear memory: an empty one where the site is not known.
   *
   * @throws {StoreError} `STORE_DAMAGED`, `STORE_VERSION`, `STORE_FAILED`
   * @throws {LimitError} `TABLE_FULL`, `OUT_OF_MEMORY`
   */
  admit(site: string): Soon<void> {
    return this.#admit([site], (error) => {
      throw error;
    });
  }

  /**
   * Brings the tables of several sites into linear memory, with one question to the store. Some may have had to make room
   * for others again, and those that can not be had are left out: `admit` says why.
   */
  admitAll(sites: readonly string[]): Soon<void> {
    return this.#admit(sites, () => undefined);
  }

  #admit(sites: readonly string[], fail: (error: unknown) => void): Soon<void> {
    const cold = [...new Set(sites)].filter((site) => !this.#hot.has(site));
    if (cold.length === 0) return;
    if (this.#queue.isFull) return this.#queue.written().then(() => this.#admit(cold, fail));
    const stored = cold.filter((site) => this.#queue.record(site) === undefined);
    return then(stored.length === 0 ? [] : this.#store.records(stored), (records) => {
      const found = new Map(stored.map((site, index) => [site, records[index]]));
      for (const site of cold) {
        try {
          this.#load(site, this.#queue.record(site) ?? found.get(site));
        } catch (error) {
          fail(error);
        }
      }
    });
  }

  #load(site: string, record: Uint8Array | undefined): void {
    const mark = markOf(this.#core, site);
    const open = (): number =>
      record === undefined ? this.#core.createTable() : openRecord(this.#core, site, mark, record);
    const table = this.#withRoom(undefined, open);
    this.#makeSavable(table, 0);
    const { pages } = this.#core.tableState(table);
    const known = record !== undefined;
    // A site with so few pages has let none go.
    const letGo = pages <= this.#core.layout.RECENT_IDS ? new LetGo(this.#budget) : undefined;
    const neighbours = { older: undefined, newer: undefined };
    this.#hot.add({
      site: copyOf(site),
      mark,
      table,
      pages,
      known,
      dirty: false,
      dropped: undefined,
      letGo,
      ...neighbours,
    });
    if (known) this.#loaded += 1;
  }

  /**
   * Which of the pages were counted so long ago that their tables no longer know. Their sites have been admitted; one that
   * has made room since is not looked at.
   */
  counted(pages: readonly PageRef[]): Soon<readonly boolean[]> {
    const answers = pages.map(() => false);
    const asked: { readonly at: number; readonly key: PageKey }[] = [];
    const { RECENT_IDS } = this.#core.layout;
    for (const [at, { site, id }] of pages.entries()) {
      const hot = this.#hot.get(site);
      if (hot === undefined || hot.pages < RECENT_IDS) continue;
      const hash = this.#core.pageId(id) ?? 0n;
      if (hot.letGo?.has(hash) === false) continue;
      const key = { site, id: digits(hash) };
      if (hot.dropped?.has(key.id) || this.#queue.hasPage(site, key.id)) answers[at] = true;
      else asked.push({ at, key });
    }
    if (asked.length === 0) return answers;
    return then(this.#store.counted(asked.map(({ key }) => key)), (found) => {
      for (const [index, { at }] of asked.entries()) answers[at] = found[index] === true;
      return answers;
    });
  }

  /** Labels a page of a site that was admitted by its table as it stands. */
  label<N = never>(site: string, page: PageInput<N>): Page<N> {
    const hot = this.#use(site);
    return this.#withRoom(hot, () => this.#read(hot.table, page, LABEL));
  }

  /** Labels a page of a site that was admitted, and counts it unless its id is one of the last. */
  learn<N = never>(site: string, input: PageInput<N>, id: string): Page<N> {
    const hot = this.#use(site);
    this.#makeSavable(hot.table, NEW_ENTRIES, hot);
    const how = { learn: true, id: this.#core.pageId(id) };
    const page = this.#withRoom(hot, () => this.#read(hot.table, input, how));
    if (!page.counted) return page;
    hot.pages = page.number;
    if (!hot.dirty && !hot.known) this.#unsaved += 1;
    hot.dirty = true;
    const dropped = this.#core.droppedId();
    if (dropped !== undefined) {
      hot.dropped ??= new Set();
      hot.dropped.add(digits(dropped));
      if (hot.letGo?.add(dropped) === false) forgetLetGo(hot);
    }
    // Last: what is counted is known to be, whatever room there is for saving it.
    this.#makeSavable(hot.table, 0, hot);
    return page;
  }

  #read<N>(table: number, page: PageInput<N>, how: How): Page<N> {
    if (page instanceof TreeInput) return this.#reader.tree(table, page.root, page.adapter, how);
    return this.#reader.html(table, page, how);
  }

  /** Whether anything is known of a site that was admitted. */
  isKnown(site: string): boolean {
    return this.#use(site).pages > 0;
  }

  /** Pages, entries and bytes of the table of a site that was admitted. */
  tableState(site: string): { readonly pages: number; readonly entries: number; readonly tableBytes: number } {
    return this.#core.tableState(this.#use(site).table);
  }

  /** Entries and page ids of a site that was admitted, as a snapshot has them. */
  saved(site: string): { readonly pages: number; readonly entries: number; readonly saved: Uint8Array<ArrayBuffer> } {
    const { table } = this.#use(site);
    const { pages, entries } = this.#core.tableState(table);
    return { pages, entries, saved: this.#core.saveTable(table) };
  }

  /** Puts a snapshot's entries in the place of all that is known of a site that was admitted. */
  replace(
    site: string,
    state: { readonly pages: number; readonly entries: number; readonly ids: number; readonly saved: Uint8Array },
  ): void {
    const hot = this.#use(site);
    const { pages: clock, entries: count, ids, saved } = state;
    const table = this.#withRoom(hot, () => this.#core.loadTable(saved, { clock, count, ids }));
    this.#makeSavable(table, 0, hot);
    this.#core.releaseTable(hot.table);
    if (!hot.dirty && !hot.known) this.#unsaved += 1;
    hot.table = table;
    hot.pages = clock;
    hot.dirty = true;
    // Which pages it was counted of is not known beyond the last.
    forgetLetGo(hot);
  }

  /** Puts away what is known of a site beside the store, which is the caller's to clear; whether anything was. */
  async drop(site: string): Promise<boolean> {
    const hot = this.#hot.get(site);
    if (hot !== undefined) {
      if (hot.dirty && !hot.known) this.#unsaved -= 1;
      this.#core.releaseTable(hot.table);
      forgetLetGo(hot);
      this.#hot.delete(site);
    }
    if (this.#queue.bytes > 0) await this.#queue.written();
    return hot !== undefined && hot.pages > 0;
  }

  /** Saves all tables that have changed; resolves when the store has them. The page in hand stays readable. */
  async flush(): Promise<void> {
    for (const hot of this.#hot) {
      if (!hot.dirty) continue;
      this.#save(hot);
      if (this.#queue.isFull) await this.#queue.written();
    }
    // What is under way may have begun before the last changes came.
    while (this.#queue.bytes > 0) await this.#queue.written();
  }

  #use(site: string): HotTable {
    const hot = this.#hot.get(site);
    if (hot === undefined) throw new TypeError(`${site} was not admitted`);
    this.#hot.use(hot);
    return hot;
  }

  /** No table is hot that could not be saved: the room that the largest needs is there before it is wanted. */
  #makeSavable(table: number, extra: number, hot?: HotTable): void {
    this.#withRoom(hot, () => this.#core.reserveSaving(table, extra));
  }

  #save(hot: HotTable): void {
    const { site, known } = hot;
    const record = sealRecord(this.#core, hot.table, hot.mark);
    this.#queue.add({ site, record, pages: hot.dropped ?? NONE, isNew: !known });
    if (!known) this.#unsaved -= 1;
    hot.known = true;
    hot.dirty = false;
    hot.dropped = undefined;
  }

  /**
   * Runs what needs memory; as long as it finds none, tables that were not used for longest make room, and in the end the
   * regions that large pages have left behind.
   */
  #withRoom<T>(kept: HotTable | undefined, run: () => T): T {
    for (let isLast = false; ; ) {
      try {
        return run();
      } catch (error) {
        if (isLast || !(error instanceof LimitError && error.code === 'OUT_OF_MEMORY')) throw error;
        if (this.#makeRoom(kept)) continue;
        isLast = true;
        this.#core.releaseWorkspace();
      }
    }
  }

  #makeRoom(kept: HotTable | undefined): boolean {
    let left = Math.ceil(this.#hot.size * EVICTED);
    let done = 0;
    for (const hot of this.#hot) {
      if (left === 0) break;
      if (hot === kept) continue;
      this.#evict(hot);
      left -= 1;
      done += 1;
    }
    return done > 0;
  }

  #evict(hot: HotTable): void {
    if (hot.dirty) this.#save(hot);
    this.#core.releaseTable(hot.table);
    forgetLetGo(hot);
    this.#hot.delete(hot.site);
    this.#evicted += 1;
  }
}
