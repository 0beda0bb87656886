/**
 * Sites in an embedded key–value database of the abstract-level kind.
 *
 *   m           what the store is: format and options, JSON
 *   n           how many sites it knows
 *   s SITE      the site's record
 *   p SITE ␀ ID that such a page was counted; sixteen digits, and only of pages that the record has let go
 */

import type { ResolvedOptions } from 'refrain';
import { readOptions, savedOptions, writeOptions } from 'refrain/unstable';
import { resolveLocation } from '#location';
import { StoreError } from '../errors.ts';
import { type RecordHead, readHead } from './record.ts';
import type { PageKey, SiteChange, SiteStore, Soon } from './store.ts';

const FORMAT = 2;

/** How keys and values go into a {@link SiteDatabase}. */
export interface Encodings {
  readonly keyEncoding: 'utf8';
  readonly valueEncoding: 'view';
}

/** One change of a batch of a {@link SiteDatabase}. */
export type Operation =
  | { readonly type: 'put'; readonly key: string; readonly value: Uint8Array }
  | { readonly type: 'del'; readonly key: string };

/** Keys from `gte` to before `lt`. */
export interface Range {
  readonly gte: string;
  readonly lt: string;
}

/** What is used of an abstract-level database: classic-level, browser-level, memory-level, a sublevel of one … */
export interface SiteDatabase {
  readonly status: string;
  readonly supports: object;
  open(): Promise<void>;
  close(): Promise<void>;
  getSync(key: unknown, options: Encodings): unknown;
  getMany(keys: unknown[], options: Encodings): Promise<unknown[]>;
  hasMany(keys: unknown[], options: { readonly keyEncoding: 'utf8' }): Promise<boolean[]>;
  batch(operations: Operation[], options: Encodings & { readonly sync: boolean }): Promise<void>;
  iterator(options: Encodings & Range): AsyncIterable<[unknown, unknown]>;
  keys(options: Range & { readonly keyEncoding: 'utf8' }): AsyncIterable<unknown>;
}

const ENCODINGS: Encodings = { keyEncoding: 'utf8', valueEncoding: 'view' };
const META = 'm';
const COUNT = 'n';
/** A byte that is never read: classic-level 3.0 does not give back the memory of an empty value. */
const NOTHING = new Uint8Array(1);
/** Keys that are deleted in one go. */
const DELETED = 10_000;

const siteKey = (site: string): string => `s${site}`;
const pageKey = ({ site, id }: PageKey): string => `p${site}\0${id}`;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A site as `list` tells of it. */
export interface SiteSummary {
  readonly site: string;
  /** Pages counted. */
  readonly pages: number;
  /** Segments that are not forgotten. */
  readonly entries: number;
  /** Bytes of its record. */
  readonly bytes: number;
}

/**
 * What is open in this process: locations, and databases that came from outside. LevelDB must not even be asked for a
 * location again, because looking at its lock a second time gives it away to other processes.
 */
const inUse = new Set<string | SiteDatabase>();

export class LevelStore implements SiteStore {
  readonly #db: SiteDatabase;
  /** A database that came from outside is its owner's to close. */
  readonly #isOurs: boolean;
  readonly #place: string | SiteDatabase;
  #unlock: () => void = () => undefined;
  readonly #readsAtOnce: boolean;
  #count = 0;
  #writes: Promise<void> = Promise.resolve();

  private constructor(db: SiteDatabase, place: string | SiteDatabase) {
    this.#db = db;
    this.#place = place;
    this.#isOurs = db !== place;
    this.#readsAtOnce = 'getSync' in db.supports && db.supports.getSync === true;
  }

  /**
   * Opens the database at a location (a folder in Node, a name in browsers), or the one given. `settle` is told what
   * options the store was made with, if it was made before, and says which it is to have.
   *
   * @throws {StoreError} `STORE_LOCKED`, `STORE_DAMAGED`, `STORE_VERSION`, `STORE_FAILED`, and what `settle` throws
   */
  static async open(
    place: string | SiteDatabase,
    { create, settle }: { create: boolean; settle: (saved: ResolvedOptions | undefined) => ResolvedOptions },
  ): Promise<{ store: LevelStore; options: ResolvedOptions }> {
    const key = typeof place === 'string' ? await resolveLocation(place) : place;
    if (inUse.has(key)) throw new StoreError('STORE_LOCKED', 'the store is open already');
    inUse.add(key);
    try {
      const db = typeof place === 'string' ? await openLocation(place, create) : place;
      const store = new LevelStore(db, key);
      try {
        if (store.#isOurs) store.#unlock = await lockOut(place);
        else await attempt(() => db.open());
        return { store, options: await store.#begin(settle) };
      } catch (error) {
        if (store.#isOurs) await db.close().catch(() => undefined);
        store.#unlock();
        throw error;
      }
    } catch (error) {
      inUse.delete(key);
      throw error;
    }
  }

  async #begin(settle: (saved: ResolvedOptions | undefined) => ResolvedOptions): Promise<ResolvedOptions> {
    const [meta, count] = await attempt(() => this.#db.getMany([META, COUNT], ENCODINGS));
    if (meta === undefined) {
      const options = settle(undefined);
      const value = encode(JSON.stringify({ format: FORMAT, options: writeOptions(options) }));
      await this.#batch([{ type: 'put', key: META, value }]);
      return options;
    }
    const saved = readMeta(meta as Uint8Array);
    this.#count = count === undefined ? 0 : Number(new TextDecoder().decode(count as Uint8Array));
    if (!Number.isSafeInteger(this.#count)) throw damaged('its number of sites is none');
    return settle(saved);
  }

  /** How many sites have a record. */
  get count(): number {
    return this.#count;
  }

  records(sites: readonly string[]): Soon<readonly (Uint8Array | undefined)[]> {
    const keys = sites.map(siteKey);
    if (!this.#readsAtOnce) {
      return attempt(() => this.#db.getMany(keys, ENCODINGS)) as Promise<(Uint8Array | undefined)[]>;
    }
    return keys.map((key) => this.#getSync(key));
  }

  counted(pages: readonly PageKey[]): Soon<readonly boolean[]> {
    const keys = pages.map(pageKey);
    if (!this.#readsAtOnce) {
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
    return this.#inTurn(async () => {
      const count = this.#count + changes.filter(({ isNew }) => isNew).length;
      const operations: Operation[] = [];
      for (const { site, record, pages } of changes) {
        operations.push({ type: 'put', key: siteKey(site), value: record });
        for (const id of pages) operations.push({ type: 'put', key: pageKey({ site, id }), value: NOTHING });
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

  /** Removes all that is known of a site; its record goes last, so that after a crash it can be asked for again. */
  forget(site: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#forgetPages(site);
      await this.#batch([{ type: 'del', key: siteKey(site) }, this.#countIs(this.#count - 1)]);
      this.#count -= 1;
    });
  }

  async #forgetPages(site: string): Promise<void> {
    let operations: Operation[] = [];
    const range = { gte: `p${site}\0`, lt: `p${site}\u0001` };
    const keys = await attempt(async () => this.#db.keys({ ...range, keyEncoding: 'utf8' }));
    for await (const key of keys) {
      operations.push({ type: 'del', key: String(key) });
      if (operations.length < DELETED) continue;
      await this.#batch(operations);
      operations = [];
    }
    if (operations.length > 0) await this.#batch(operations);
  }

  async close(): Promise<void> {
    await this.#writes;
    try {
      if (this.#isOurs) await attempt(() => this.#db.close());
    } finally {
      inUse.delete(this.#place);
      this.#unlock();
    }
  }

  #countIs(count: number): Operation {
    return { type: 'put', key: COUNT, value: encode(String(count)) };
  }

  #batch(operations: Operation[]): Promise<void> {
    return attempt(() => this.#db.batch(operations, { ...ENCODINGS, sync: true }));
  }

  /** Writes come one after another: each says how many sites there are. */
  #inTurn(write: () => Promise<void>): Promise<void> {
    const turn = this.#writes.then(write);
    this.#writes = turn.catch(() => undefined);
    return turn;
  }
}

/**
 * Several pages of a browser may open one database; a lock of its name lets one of them have it, as LevelDB's own does
 * between processes. The function that comes back lets go of it.
 */
async function lockOut(place: unknown): Promise<() => void> {
  if (typeof navigator !== 'object' || navigator.locks === undefined) return () => undefined;
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(`refrain ${String(place)}`, { ifAvailable: true }, (lock) => {
        if (lock !== null) return new Promise<void>((release) => resolve(() => release()));
        reject(new StoreError('STORE_LOCKED', 'the store is open in another page'));
        return undefined;
      })
      .catch(reject);
  });
}

async function openLocation(location: string, create: boolean): Promise<SiteDatabase> {
  const { Level } = await import('level');
  const db: SiteDatabase = new Level(location, {
    createIfMissing: create,
    // Fingerprints do not compress.
    compression: false,
    // The tables of LevelDB are mapped into memory; this is the least that it takes.
    maxOpenFiles: 74,
  });
  await attempt(() => db.open());
  return db;
}

function readMeta(bytes: Uint8Array): ResolvedOptions {
  const meta = parse(() => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown);
  if (typeof meta !== 'object' || meta === null || !('format' in meta) || !('options' in meta)) {
    throw damaged('what it says of itself can not be read');
  }
  if (meta.format !== FORMAT) {
    throw new StoreError('STORE_VERSION', `the store has format ${String(meta.format)}; this version knows ${FORMAT}`);
  }
  return parse(() => savedOptions(readOptions(String(meta.options))));
}

function parse<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw damaged('what it says of itself can not be read', { cause });
  }
}

const damaged = (what: string, options?: ErrorOptions): StoreError =>
  new StoreError('STORE_DAMAGED', `the store is damaged: ${what}`, options);

async function attempt<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw storeError(error);
  }
}

/** What a database says, in our words; what is underneath stays as the cause. */
function storeError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const deepest = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = deepest instanceof Error && 'code' in deepest ? deepest.code : undefined;
  const message = deepest instanceof Error ? deepest.message : String(deepest);
  if (code === 'LEVEL_LOCKED') {
    return new StoreError('STORE_LOCKED', 'the store is open in another process', { cause: error });
  }
  if (code === 'LEVEL_CORRUPTION') {
    return new StoreError('STORE_DAMAGED', `the store is damaged: ${message}`, { cause: error });
  }
  return new StoreError('STORE_FAILED', `the store can not be used: ${message}`, { cause: error });
}
