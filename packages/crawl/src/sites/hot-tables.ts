/** The tables in linear memory, in the order of their last use. Changed tables reach the store through the write queue. */

import type { Page } from 'refrain';
import type { Core, Reader } from 'refrain/internal';
import { markOf, openRecord, sealRecord } from '../store/record.ts';
import type { TemplateMaker } from '../store/template-maker.ts';
import { EvictedIds, EvictedIdsBudget } from './evicted-ids.ts';
import { copyOf, type HotTable, idDigits, releaseIds } from './hot-table.ts';
import { ByUse } from './recency.ts';
import { TableReader } from './table-reader.ts';
import type { WriteQueue } from './write-queue.ts';

/** The share of the tables that is evicted when memory is used up, so that the next pages find room too. */
const EVICTED_SHARE = 1 / 32;

const NONE: ReadonlySet<string> = new Set();

export class HotTables {
  readonly reader: TableReader;
  readonly #core: Core;
  readonly #queue: WriteQueue;
  readonly #templates: TemplateMaker | undefined;
  readonly #hot = new ByUse<HotTable>();
  readonly #budget = new EvictedIdsBudget();
  /** Seeds that others were given before a record of the site has them. */
  readonly #seeds = new Map<string, string>();
  #evicted = 0;
  #unsaved = 0;

  constructor(reader: Reader, queue: WriteQueue, templates?: TemplateMaker) {
    this.#templates = templates;
    this.#core = reader.core;
    this.#queue = queue;
    this.reader = new TableReader(reader, (kept) => this.#makeRoom(kept));
  }

  get size(): number {
    return this.#hot.size;
  }

  /** Tables that were evicted to make room. */
  get evicted(): number {
    return this.#evicted;
  }

  /** Sites with counted pages of which neither the store nor the queue has a record. */
  get unsaved(): number {
    return this.#unsaved;
  }

  has(site: string): boolean {
    return this.#hot.has(site);
  }

  /** Finds a table without marking it as used. */
  get(site: string): HotTable | undefined {
    return this.#hot.get(site);
  }

  /** Finds the table of a site that must be admitted, and marks it as used. */
  use(site: string): HotTable {
    const hot = this.#hot.get(site);
    if (hot === undefined) throw new TypeError(`the site ${site} is not admitted`);
    this.#hot.use(hot);
    return hot;
  }

  /** Loads the table of a record, and the template; an empty table where there is none. */
  load(site: string, record: Uint8Array | undefined, saved?: Uint8Array): void {
    const core = this.#core;
    const mark = markOf(core, site);
    const open = (): number =>
      record === undefined ? core.createTable(this.#seeds.get(site)) : openRecord(core, site, mark, record);
    const template = this.#templates?.(site, saved);
    const table = this.#savable(this.reader.withRoom(open));
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

  /** The seed of a table. It stays that of the site, also if the table is evicted before a page is counted. */
  seedOf({ site, table, pages }: HotTable): string {
    const seed = this.#core.seedOf(table);
    if (pages === 0) this.#seeds.set(site, seed);
    return seed;
  }

  /** A table in memory can always be saved: the memory that saving the largest table needs is reserved in advance. */
  makeSavable(table: number, newEntries: number): void {
    this.reader.withRoom(() => this.#core.reserveSaving(table, newEntries), table);
  }

  /** Makes a new table savable; releases it where there is no memory for that. */
  #savable(table: number): number {
    try {
      this.makeSavable(table, 0);
      return table;
    } catch (error) {
      this.#core.releaseTable(table);
      throw error;
    }
  }

  /** Records that the table has counted a page. */
  counted(hot: HotTable, { number }: Pick<Page, 'number'>): void {
    this.#change(hot, number);
    const evicted = this.#core.droppedId();
    if (evicted === undefined) return;
    hot.unsavedIds ??= new Set();
    hot.unsavedIds.add(idDigits(evicted));
    if (hot.evictedIds?.add(evicted) === false) releaseIds(hot);
  }

  /** Replaces the table of a site by one that was made of a snapshot. */
  replace(hot: HotTable, table: number, pages: number): void {
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
    this.keep(hot);
  }

  /** Saves a table and its template with the next flush. */
  keep(hot: HotTable): void {
    if (!hot.dirty && !hot.known) this.#unsaved += 1;
    hot.dirty = true;
  }

  /** Removes a table without saving it. */
  drop(hot: HotTable): void {
    if (hot.dirty && !hot.known) this.#unsaved -= 1;
    this.#remove(hot);
  }

  /** Puts changed tables into the queue, and stops after each so that the caller may wait. The current page stays readable. */
  *saveChanged(): Generator<void> {
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
