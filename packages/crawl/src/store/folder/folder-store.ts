import { randomBytes } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { Snapshot } from 'refrain/engine';
import { StoreError } from '../../errors.ts';
import { SerialQueue } from '../../serial-queue.ts';
import { attempt } from '../database.ts';
import { optionsOf } from '../head.ts';
import {
  type OpenedStore,
  type OpenOptions,
  type OwnedStore,
  type PageKey,
  type SiteChange,
  type SiteSummary,
  summaries,
} from '../store.ts';
import { KIND, type Kind, type Value } from './blocks.ts';
import { addIds, bucketOf, type ChangedIds, countOf, hasId, idOf } from './id-buckets.ts';
import { lock } from './lock.ts';
import { readStore, removeUnfinished, writeStore } from './store-file.ts';
import { newState, ValueLog } from './value-log.ts';

const NOTHING = Buffer.alloc(0);

export class FolderStore implements OwnedStore {
  readonly #log: ValueLog;
  readonly #release: () => void;
  /** Writes are serial, because each appends to the files of the previous one. */
  readonly #writes = new SerialQueue();

  private constructor(log: ValueLog, release: () => void) {
    this.#log = log;
    this.#release = release;
  }

  /**
   * Opens the store in a folder. With `create`, a missing or empty folder becomes a store.
   *
   * @throws {StoreError} `STORE_LOCKED`, `STORE_DAMAGED`, `STORE_VERSION`, `STORE_FAILED`, and the errors of `settle`
   */
  static async open(location: string, { create, settle }: OpenOptions): Promise<OpenedStore> {
    const found = await readStore(location);
    if (found === undefined && !create) throw new StoreError('STORE_FAILED', `${location} does not contain a store`);
    const folder = await attempt(async () => {
      await mkdir(location, { recursive: true });
      return realpath(location);
    });
    const release = await attempt(() => lock(folder));
    try {
      await attempt(() => removeUnfinished(folder));
      // Read after locking, because another process may have changed the store before.
      const saved = await readStore(folder);
      const options = settle(saved && optionsOf(saved));
      const state = saved ?? newState(randomBytes(8).toString('hex'), Snapshot.writeOptions(options));
      if (saved === undefined) await writeStore(folder, state);
      return { store: new FolderStore(await ValueLog.open(folder, state), release), options };
    } catch (error) {
      release();
      throw error;
    }
  }

  get count(): number {
    return this.#log.locations.count;
  }

  records(sites: readonly string[]): readonly (Uint8Array | undefined)[] {
    return sites.map((site) => this.#value(KIND.record, site));
  }

  templates(sites: readonly string[]): readonly (Uint8Array | undefined)[] {
    return sites.map((site) => this.#value(KIND.template, site));
  }

  #value(kind: Kind, site: string): Uint8Array | undefined {
    const location = this.#log.locations.get(kind, site);
    return location && (this.#log.read(location) ?? NOTHING);
  }

  counted(pages: readonly PageKey[]): readonly (boolean | undefined)[] {
    return pages.map(({ site, id }) => {
      const buckets = this.#log.locations.buckets(site);
      const bytes = idOf(id);
      return buckets > 0 && hasId(this.#bucket(site, bucketOf(bytes, buckets)), bytes);
    });
  }

  /** The bytes of a bucket; undefined if they are damaged. */
  #bucket(site: string, bucket: number): Buffer | undefined {
    const location = this.#log.locations.get(KIND.ids, site, bucket);
    return location === undefined ? NOTHING : this.#log.read(location);
  }

  write(changes: readonly SiteChange[]): Promise<void> {
    return this.#writes.run(async () => {
      const values: Value[] = [];
      for (const { site, record, template, pages } of changes) {
        const { size, changed } = this.#addIds(site, pages);
        values.push({ kind: KIND.record, site, bucket: size, bytes: record });
        if (template !== undefined) values.push({ kind: KIND.template, site, bucket: 0, bytes: template });
        for (const [bucket, bytes] of changed) values.push({ kind: KIND.ids, site, bucket, bytes });
      }
      await this.#log.write(values);
    });
  }

  #addIds(site: string, pages: readonly string[]): ChangedIds {
    const { locations } = this.#log;
    const buckets = locations.buckets(site);
    if (pages.length === 0) return { size: buckets, changed: new Map() };
    let bytes = 0;
    for (let bucket = 0; bucket < buckets; bucket += 1) bytes += locations.get(KIND.ids, site, bucket)?.length ?? 0;
    return addIds({ buckets, count: countOf(bytes), read: (bucket) => this.#bucket(site, bucket) }, pages);
  }

  list(): AsyncGenerator<SiteSummary> {
    const log = this.#log;
    function* records(): Generator<[string, Uint8Array]> {
      for (const site of log.locations.names().sort()) {
        const location = log.locations.get(KIND.record, site);
        // The site may have been removed in the meantime.
        if (location !== undefined) yield [site, log.read(location) ?? NOTHING];
      }
    }
    return summaries(records());
  }

  forget(site: string): Promise<void> {
    return this.#writes.run(() => this.#log.write([{ kind: KIND.forgotten, site, bucket: 0, bytes: NOTHING }]));
  }

  close(): Promise<void> {
    return this.#writes.run(async () => this.#release());
  }
}
