/** The part of abstract-level that a store uses, and its errors. */

import { checkLocation, keepHead, resolveLocation } from '#store-folder';
import { codeOf, importPackage, StoreError } from '../errors.ts';
import type { StoreHead } from './head.ts';

/** Encodings of keys and values in a {@link SiteDatabase}. */
export interface Encodings {
  readonly keyEncoding: 'utf8';
  readonly valueEncoding: 'view';
}

/** One change of a batch of a {@link SiteDatabase}. */
export type Operation =
  | { readonly type: 'put'; readonly key: string; readonly value: Uint8Array }
  | { readonly type: 'del'; readonly key: string };

/** Keys from `gte`, up to but without `lt`. */
export interface Range {
  readonly gte: string;
  readonly lt: string;
}

/** An abstract-level database: classic-level, browser-level, memory-level, or a sublevel of one. */
export interface SiteDatabase {
  readonly status: string;
  readonly supports: object;
  open(): Promise<void>;
  close(): Promise<void>;
  getSync(key: unknown, options: Encodings): unknown;
  getMany(keys: unknown[], options: Encodings): Promise<unknown[]>;
  batch(operations: Operation[], options: Encodings & { readonly sync: boolean }): Promise<void>;
  iterator(options: Encodings & Range): AsyncIterable<[unknown, unknown]>;
  keys(options: Range & { readonly keyEncoding: 'utf8' }): AsyncIterable<unknown>;
}

export const ENCODINGS: Encodings = { keyEncoding: 'utf8', valueEncoding: 'view' };

/** Runs an operation of a database; its errors become {@link StoreError}. */
export async function attempt<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw storeError(error);
  }
}

/** An error of a database as a {@link StoreError}, with the original error as its cause. */
export function storeError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const deepest = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = codeOf(deepest);
  const message = deepest instanceof Error ? deepest.message : String(deepest);
  if (code === 'LEVEL_LOCKED') {
    return new StoreError('STORE_LOCKED', 'the store is open in another process', { cause: error });
  }
  // LevelDB says the latter of a table that ends early.
  if (code === 'LEVEL_CORRUPTION' || /\.(ldb|sst): Invalid argument$/.test(message)) {
    return new StoreError('STORE_DAMAGED', `the store is damaged: ${message}`, { cause: error });
  }
  return new StoreError('STORE_FAILED', `the store cannot be used: ${message}`, { cause: error });
}

/** A database that this process alone has open. */
export interface OpenedDatabase {
  readonly db: SiteDatabase;
  /** Closes the database where it was opened by its location; the owner of a given database closes it. */
  readonly close: () => Promise<void>;
  /** The head that the database must have at least; undefined for a given database. */
  readonly head: StoreHead | undefined;
  /** Keeps the head that the database has now beside it. */
  readonly keep: (head: StoreHead) => Promise<void>;
  /**
   * Opens the database at its location again. To be called after a batch failed: LevelDB leaves a part of it in its log, and would
   * lose what it writes behind it.
   */
  readonly reopen: () => Promise<void>;
}

/**
 * Locations and databases that are open in this process. LevelDB must not be asked to open a location twice: its second look at
 * the lock file releases the lock for other processes.
 */
const inUse = new Set<string | SiteDatabase>();

/**
 * Opens the database at a location (a folder in Node, a name in browsers), or the given one.
 *
 * @throws {StoreError} `STORE_LOCKED`, `STORE_DAMAGED`, `STORE_VERSION`, `STORE_FAILED`
 * @throws {PackageError} `PACKAGE_MISSING`
 */
export async function openDatabase(target: string | SiteDatabase, create: boolean): Promise<OpenedDatabase> {
  const key = typeof target === 'string' ? await resolveLocation(target) : target;
  if (inUse.has(key)) throw new StoreError('STORE_LOCKED', 'the store is already open in this process');
  inUse.add(key);
  const release = (): void => void inUse.delete(key);
  try {
    if (typeof target === 'string') return await openLocation(target, create, release);
    await attempt(() => target.open());
    const nothing = async (): Promise<void> => undefined;
    return { db: target, head: undefined, keep: nothing, reopen: nothing, close: async () => release() };
  } catch (error) {
    release();
    throw error;
  }
}

async function openLocation(location: string, create: boolean, release: () => void): Promise<OpenedDatabase> {
  const { isNew, head } = await attempt(() => checkLocation(location, create));
  const db = await levelAt(location, isNew);
  await attempt(() => db.open());
  let unlock = (): void => undefined;
  try {
    unlock = await lock(location);
  } catch (error) {
    await db.close().catch(() => undefined);
    throw error;
  }
  const close = async (): Promise<void> => {
    try {
      await attempt(() => db.close());
    } finally {
      release();
      unlock();
    }
  };
  const reopen = async (): Promise<void> => {
    await attempt(() => db.close());
    await attempt(() => checkLocation(location, false));
    await attempt(() => db.open());
  };
  return { db, head, close, reopen, keep: (now) => attempt(() => keepHead(location, now)) };
}

/**
 * The database at a location, which is not open yet.
 *
 * @throws {PackageError} `PACKAGE_MISSING`
 */
async function levelAt(location: string, createIfMissing: boolean): Promise<SiteDatabase> {
  const { Level } = await importPackage('level', 'a store at a location', () => import('level'));
  return new Level(location, {
    createIfMissing,
    // Fingerprints do not compress.
    compression: false,
    // LevelDB maps its files into memory; 74 is the smallest number that it accepts.
    maxOpenFiles: 74,
  });
}

/**
 * Locks the name of a database against other pages of a browser, as LevelDB's own lock file does against other processes. The
 * result releases the lock.
 */
async function lock(location: string): Promise<() => void> {
  if (typeof navigator !== 'object' || navigator.locks === undefined) return () => undefined;
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(`refrain ${location}`, { ifAvailable: true }, (granted) => {
        if (granted !== null) return new Promise<void>((release) => resolve(() => release()));
        reject(new StoreError('STORE_LOCKED', 'the store is open in another page of the browser'));
        return undefined;
      })
      .catch(reject);
  });
}
