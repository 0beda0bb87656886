/** A store in a key–value database with the interface of abstract-level. */

import type { ResolvedOptions } from 'refrain';
import { Snapshot } from 'refrain/engine';
import { StoreError } from '../errors.ts';
import { SerialQueue } from '../serial-queue.ts';
import { attempt, ENCODINGS, type Operation, type SiteDatabase, storeError } from './database.ts';
import { damageError, optionsOf, readHead, type StoreHead, writeHead } from './head.ts';
import {
  type OpenedStore,
  type OpenOptions,
  type OwnedStore,
  type PageKey,
  type SiteChange,
  type SiteSummary,
  summaries,
} from './store.ts';

/** A value that is never read. It has a byte, because classic-level 3.0 leaks the memory of empty values. */
const EMPTY = new Uint8Array(1);
const DELETED_AT_ONCE = 10_000;

const inUse = new Set<SiteDatabase>();

export class LevelStore implements OwnedStore {
  readonly #db: SiteDatabase;
  readonly #end: () => Promise<void>;
  readonly #readsSynchronously: boolean;
  #head: StoreHead = { options: '', sites: 0 };
  /** Writes are serial, because each contains the header. */
  readonly #writes = new SerialQueue();

  private constructor(db: SiteDatabase, end: () => Promise<void>) {
    this.#db = db;
    this.#end = end;
    this.#readsSynchronously = 'getSync' in db.supports && db.supports.getSync === true;
  }

  /**
   * `end` is called when the store is closed or cannot be opened. Default: nothing, because the caller closes the
   * database.
   *
   * @throws {StoreError} `STORE_LOCKED`, `STORE_DAMAGED`, `STORE_VERSION`, `STORE_FAILED`, and the errors of `settle`
   */
  static async open(
    db: SiteDatabase,
    { settle }: OpenOptions,
    end: () => Promise<void> = async () => undefined,
  ): Promise<OpenedStore> {
    if (inUse.has(db)) throw new StoreError('STORE_LOCKED', 'the store is already open in this process');
    inUse.add(db);
    const store = new LevelStore(db, async () => {
      inUse.delete(db);
      await end();
    });
    try {
      await attempt(() => db.open());
      return { store, options: await store.#begin(settle) };
    } catch (error) {
      await store.#end().catch(() => undefined);
      throw error;
    }
  }

  async #begin(settle: OpenOptions['settle']): Promise<ResolvedOptions> {
    const [bytes] = await attempt(() => this.#db.getMany([HEAD_KEY], ENCODINGS));
    if (bytes !== undefined) {
      const head = readHead(bytes as Uint8Array);
      const options = settle(optionsOf(head));
      this.#head = head;
      return options;
    }
    if (!(await this.#isEmpty())) throw damageError('its format and options are missing');
    const options = settle(undefined);
    this.#head = { options: Snapshot.writeOptions(options), sites: 0 };
    await this.#batch([], 0);
    return options;
  }

  async #isEmpty(): Promise<boolean> {
    return attempt(async () => {
      for await (const _ of this.#db.keys({ ...ALL_KEYS, keyEncoding: 'utf8' })) return false;
      return true;
    });
  }

  get count(): number {
    return this.#head.sites;
  }

  records(sites: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> {
    return this.#values(sites.map(siteKey));
  }

  templates(sites: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> {
    return this.#values(sites.map(templateKey));
  }

  async #values(keys: string[]): Promise<readonly (Uint8Array | undefined)[]> {
    return attempt(async () => {
      // Synchronous reads are much faster, but not every database has them.
      const values = this.#readsSynchronously
        ? keys.map((key) => this.#db.getSync(key, ENCODINGS))
        : await this.#db.getMany(keys, ENCODINGS);
      return values as (Uint8Array | undefined)[];
    });
  }

  async counted(pages: readonly PageKey[]): Promise<readonly boolean[]> {
    return (await this.#values(pages.map(pageKey))).map((value) => value !== undefined);
  }

  write(changes: readonly SiteChange[]): Promise<void> {
    return this.#writes.run(async () => {
      const operations: Operation[] = [];
      for (const { site, record, template, pages } of changes) {
        operations.push({ type: 'put', key: siteKey(site), value: record });
        if (template !== undefined) operations.push({ type: 'put', key: templateKey(site), value: template });
        for (const id of pages) operations.push({ type: 'put', key: pageKey({ site, id }), value: EMPTY });
      }
      await this.#batch(operations, changes.filter(({ isNew }) => isNew).length);
    });
  }

  list(): AsyncGenerator<SiteSummary> {
    return summaries(this.#records());
  }

  async *#records(): AsyncGenerator<[string, Uint8Array]> {
    try {
      for await (const [key, value] of this.#db.iterator({ ...ENCODINGS, ...SITE_KEYS }))
        yield [String(key).slice(1), value as Uint8Array];
    } catch (error) {
      throw storeError(error);
    }
  }

  /** Removes the record last, so that after a crash the call can be repeated. */
  forget(site: string): Promise<void> {
    return this.#writes.run(async () => {
      await this.#forgetPages(site);
      await this.#batch(
        [siteKey(site), templateKey(site)].map((key) => ({ type: 'del', key })),
        -1,
      );
    });
  }

  async #forgetPages(site: string): Promise<void> {
    let operations: Operation[] = [];
    const keys = await attempt(async () => this.#db.keys({ ...pageRange(site), keyEncoding: 'utf8' }));
    for await (const key of keys) {
      operations.push({ type: 'del', key: String(key) });
      if (operations.length < DELETED_AT_ONCE) continue;
      await this.#batch(operations, 0);
      operations = [];
    }
    if (operations.length > 0) await this.#batch(operations, 0);
  }

  close(): Promise<void> {
    return this.#writes.run(this.#end);
  }

  async #batch(operations: Operation[], moreSites: number): Promise<void> {
    const { options, sites } = this.#head;
    const head = { options, sites: sites + moreSites };
    operations.push({ type: 'put', key: HEAD_KEY, value: writeHead(head) });
    await attempt(() => this.#db.batch(operations, { ...ENCODINGS, sync: true }));
    this.#head = head;
  }
}

/**
 * Keys of a store.
 *
 *   m           its header
 *   p SITE ␀ ID a counted page whose id (sixteen digits) the record has evicted
 *   s SITE      the site's record
 *   t SITE      the site's template, if templates are kept
 *
 * `checkSite` refuses names with NUL, so a key has one meaning.
 */

const HEAD_KEY = 'm';

const siteKey = (site: string): string => `s${site}`;
const templateKey = (site: string): string => `t${site}`;
const pageKey = ({ site, id }: PageKey): string => `p${site}\0${id}`;

const ALL_KEYS = { gte: 'm', lt: 'u' } as const;
const SITE_KEYS = { gte: 's', lt: 't' } as const;

const pageRange = (site: string) => ({ gte: `p${site}\0`, lt: `p${site}\u0001` });
