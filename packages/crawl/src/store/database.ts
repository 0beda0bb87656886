/** The part of abstract-level that a store uses, and its errors. */

import { codeOf, importPackage, StoreError } from '../errors.ts';

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

/** An error of a database, or of files, as a {@link StoreError}, with the original error as its cause. */
export function storeError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const deepest = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = codeOf(deepest);
  const message = deepest instanceof Error ? deepest.message : String(deepest);
  if (code === 'LEVEL_LOCKED') {
    return new StoreError('STORE_LOCKED', 'the store is open in another process', { cause: error });
  }
  if (code === 'LEVEL_CORRUPTION') {
    return new StoreError('STORE_DAMAGED', `the store is damaged: ${message}`, { cause: error });
  }
  return new StoreError('STORE_FAILED', `the store cannot be used: ${message}`, { cause: error });
}

/** A database that this process alone has open. */
export interface OpenedDatabase {
  readonly db: SiteDatabase;
  /** Closes the database where it was opened by its name; the owner of a given database closes it. */
  readonly close: () => Promise<void>;
}

/** Names and databases that are open in this process. */
const inUse = new Set<string | SiteDatabase>();

/**
 * Opens the database of a name in a browser, or the given one.
 *
 * @throws {StoreError} `STORE_LOCKED`, `STORE_DAMAGED`, `STORE_FAILED`
 * @throws {PackageError} `PACKAGE_MISSING`
 */
export async function openDatabase(target: string | SiteDatabase): Promise<OpenedDatabase> {
  if (inUse.has(target)) throw new StoreError('STORE_LOCKED', 'the store is already open in this process');
  inUse.add(target);
  const release = (): void => void inUse.delete(target);
  try {
    if (typeof target === 'string') return await openName(target, release);
    await attempt(() => target.open());
    return { db: target, close: async () => release() };
  } catch (error) {
    release();
    throw error;
  }
}

async function openName(name: string, release: () => void): Promise<OpenedDatabase> {
  const { BrowserLevel } = await importPackage('browser-level', 'a store at a location', () => import('browser-level'));
  const unlock = await lock(name);
  try {
    const db = new BrowserLevel(name);
    await attempt(() => db.open());
    const close = async (): Promise<void> => {
      try {
        await attempt(() => db.close());
      } finally {
        release();
        unlock();
      }
    };
    return { db, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Locks a name against other pages of the browser. The result releases the lock. */
async function lock(name: string): Promise<() => void> {
  if (typeof navigator !== 'object' || navigator.locks === undefined) return () => undefined;
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(`refrain ${name}`, { ifAvailable: true }, (granted) => {
        if (granted !== null) return new Promise<void>((release) => resolve(() => release()));
        reject(new StoreError('STORE_LOCKED', 'the store is open in another page of the browser'));
        return undefined;
      })
      .catch(reject);
  });
}
