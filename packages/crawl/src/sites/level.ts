/** A store of sites in an embedded key–value database of the abstract-level kind. */

import type { ResolvedOptions } from 'refrain';
import { attempt, ENCODINGS, type Operation, type SiteDatabase, storeError } from './database.ts';
import { type OpenedDatabase, openDatabase } from './open-database.ts';
import { type RecordHead, readHead } from './record.ts';
import type { MaybePromise, PageKey, SiteChange, SiteStore } from './store.ts';
import { ALL_KEYS, COUNT_KEY, META_KEY, pageKey, siteKey, templateKey } from './store-keys.ts';
import { damaged, readMeta, writeMeta } from './store-meta.ts';

/** Never read. It has one byte because classic-level 3.0 leaks the memory of empty values. */
const EMPTY = new Uint8Array(1);
/** Keys that are deleted in one batch. */
const DELETED_AT_ONCE = 10_000;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A site as `list` returns it. */
export interface SiteSummary {
  readonly site: string;
  /** Pages counted. */
  readonly pages: number;
  /** Text segments that are not evicted. */
  readonly entries: number;
  /** Bytes of its record. */
  readonly bytes: number;
}

/** Returns the options that a store is to have; it is given those that the store was created with, if any. Throws to refuse. */
type Settle = (saved: ResolvedOptions | undefined) => ResolvedOptions;

export class LevelStore implements SiteStore {
  readonly #opened: OpenedDatabase;
  readonly #db: SiteDatabase;
  readonly #readsSynchronously: boolean;
  #count = 0;
  /** Whether the last batch failed. */
  #isStuck = false;
  /** While the database is opened again. */
  #reopening: Promise<void> | undefined;
  #writes: Promise<void> = Promise.resolve();

  private constructor(opened: OpenedDatabase) {
    const { db } = opened;
    this.#opened = opened;
    this.#db = db;
    this.#readsSynchronously = 'getSync' in db.supports && db.supports.getSync === true;
  }

  /**
   * Opens the store at a location (a folder in Node, a name in browsers), or in the given database.
   *
   * @throws {StoreError} `STORE_LOCKED`, `STORE_DAMAGED`, `STORE_VERSION`, `STORE_FAILED`, and what `settle` throws
   * @throws {PackageError} `PACKAGE_MISSING`
   */
  static async open(
    target: string | SiteDatabase,
    { create, settle }: { create: boolean; settle: Settle },
  ): Promise<{ store: LevelStore; options: ResolvedOptions }> {
    const opened = await openDatabase(target, create);
    const store = new LevelStore(opened);
    try {
      return { store, options: await store.#begin(settle) };
    } catch (error) {
      await opened.close().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Writes sites to a new store, whose format and options are given as another store had them.
   *
   * @throws {StoreError} `STORE_LOCKED`, `STORE_FAILED`
   */
  static async fill(
    location: string,
    meta: Uint8Array,
    batches: AsyncIterable<
      readonly {
        readonly site: string;
        readonly record: Uint8Array;
        readonly template?: Uint8Array | undefined;
        readonly ids: readonly string[];
      }[]
    >,
  ): Promise<void> {
    const opened = await openDatabase(location, true);
    const store = new LevelStore(opened);
    try {
      await store.#putMeta(meta);
      for await (const batch of batches) {
        await store.write(batch.map(({ ids, ...change }) => ({ ...change, pages: ids, isNew: true })));
      }
    } finally {
      await store.close();
    }
  }

  async #begin(settle: Settle): Promise<ResolvedOptions> {
    const [meta, count] = await attempt(() => this.#db.getMany([META_KEY, COUNT_KEY], ENCODINGS));
    if (meta === undefined) {
      if (!(await this.#isEmpty())) throw damaged('its format and options are missing');
      const options = settle(undefined);
      await this.#putMeta(writeMeta(options));
      return options;
    }
    const saved = readMeta(meta as Uint8Array);
    this.#count = count === undefined ? 0 : Number(new TextDecoder().decode(count as Uint8Array));
    if (!Number.isSafeInteger(this.#count)) throw damaged('its number of sites is invalid');
    return settle(saved);
  }

  async #putMeta(value: Uint8Array): Promise<void> {
    await this.#batch([{ type: 'put', key: META_KEY, value }]);
    await attempt(async () => this.#opened.changes?.keep(value));
  }

  async #isEmpty(): Promise<boolean> {
    return attempt(async () => {
      for await (const _ of this.#db.keys({ ...ALL_KEYS, keyEncoding: 'utf8' })) return false;
      return true;
    });
  }

  /** Number of sites that have a record. */
  get count(): number {
    return this.#count;
  }

  records(sites: readonly string[]): MaybePromise<readonly (Uint8Array | undefined)[]> {
    return this.#values(sites.map(siteKey));
  }

  templates(sites: readonly string[]): MaybePromise<readonly (Uint8Array | undefined)[]> {
    return this.#values(sites.map(templateKey));
  }

  #values(keys: string[]): MaybePromise<readonly (Uint8Array | undefined)[]> {
    if (this.#reopening !== undefined) return this.#reopening.then(() => this.#values(keys));
    if (!this.#readsSynchronously) {
      return attempt(() => this.#db.getMany(keys, ENCODINGS)) as Promise<(Uint8Array | undefined)[]>;
    }
    return keys.map((key) => this.#getSync(key));
  }

  counted(pages: readonly PageKey[]): MaybePromise<readonly boolean[]> {
    if (this.#reopening !== undefined) return this.#reopening.then(() => this.counted(pages));
    const keys = pages.map(pageKey);
    if (!this.#readsSynchronously) {
      return attempt(() => this.#db.hasMany(keys, { keyEncoding: 'utf8' }));
    }
    return keys.map((key) => this.#getSync(key) !== undefined);
  }

  #getSync(key: string): Uint8Array | undefined {
    try {
      return this.#db.getSync(key, ENCODINGS) as Uint8Array | undefined;
    } catch (error) {
      throw storeError(error);
    }
  }

  write(changes: readonly SiteChange[]): Promise<void> {
    return this.#serially(async () => {
      const count = this.#count + changes.filter(({ isNew }) => isNew).length;
      const operations: Operation[] = [];
      for (const { site, record, template, pages } of changes) {
        operations.push({ type: 'put', key: siteKey(site), value: record });
        if (template === null) operations.push({ type: 'del', key: templateKey(site) });
        else if (template !== undefined) operations.push({ type: 'put', key: templateKey(site), value: template });
        for (const id of pages) operations.push({ type: 'put', key: pageKey({ site, id }), value: EMPTY });
      }
      await this.#batch([...operations, this.#countIs(count)]);
      this.#count = count;
    });
  }

  /** All sites in the order of their names. */
  async *list(): AsyncGenerator<SiteSummary> {
    try {
      for await (const [key, value] of this.#db.iterator({ ...ENCODINGS, gte: 's', lt: 't' })) {
        const site = String(key).slice(1);
        const record = value as Uint8Array;
        const { pages, entries }: RecordHead = readHead(record) ?? { pages: 0, entries: 0, ids: 0 };
        yield { site, pages, entries, bytes: record.length };
      }
    } catch (error) {
      throw storeError(error);
    }
  }

  /** Removes all that is known of a site. Its record is removed last: after a crash the call can be repeated. */
  forget(site: string): Promise<void> {
    return this.#serially(async () => {
      await this.#forgetPages(site);
      const keys = [siteKey(site), templateKey(site)];
      await this.#batch([...keys.map((key) => ({ type: 'del', key }) as const), this.#countIs(this.#count - 1)]);
      this.#count -= 1;
    });
  }

  async #forgetPages(site: string): Promise<void> {
    let operations: Operation[] = [];
    const range = { gte: `p${site}\0`, lt: `p${site}\u0001` };
    const keys = await attempt(async () => this.#db.keys({ ...range, keyEncoding: 'utf8' }));
    for await (const key of keys) {
      operations.push({ type: 'del', key: String(key) });
      if (operations.length < DELETED_AT_ONCE) continue;
      await this.#batch(operations);
      operations = [];
    }
    if (operations.length > 0) await this.#batch(operations);
  }

  async close(): Promise<void> {
    await this.#writes;
    await this.#opened.close();
  }

  #countIs(count: number): Operation {
    return { type: 'put', key: COUNT_KEY, value: encode(String(count)) };
  }

  async #batch(operations: Operation[]): Promise<void> {
    if (this.#isStuck) await this.#reopen();
    this.#isStuck = true;
    await attempt(() => this.#db.batch(operations, { ...ENCODINGS, sync: true }));
    await attempt(async () => this.#opened.changes?.add(operations.length));
    this.#isStuck = false;
  }

  async #reopen(): Promise<void> {
    const reopened = this.#opened.reopen();
    // Those who read meanwhile get the error of the database, if any.
    this.#reopening = reopened
      .catch(() => undefined)
      .finally(() => {
        this.#reopening = undefined;
      });
    await reopened;
  }

  /** Writes run one after another, because each contains the number of sites. */
  #serially(write: () => Promise<void>): Promise<void> {
    const done = this.#writes.then(write);
    this.#writes = done.catch(() => undefined);
    return done;
  }
}
