import { codeOf, StoreError } from '../errors.ts';

/** Encodings of keys and values in a {@link SiteDatabase}. */
export interface Encodings {
  readonly keyEncoding: 'utf8';
  readonly valueEncoding: 'view';
}

/** A change in a {@link SiteDatabase}. */
export type Operation =
  | { readonly type: 'put'; readonly key: string; readonly value: Uint8Array }
  | { readonly type: 'del'; readonly key: string };

/** Keys from `gte` to `lt`, exclusive. */
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

/** Runs `run`. Errors of the database become {@link StoreError}. */
export async function attempt<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw storeError(error);
  }
}

/** The original error is the cause. */
export function storeError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const deepest = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = codeOf(deepest);
  const message = deepest instanceof Error ? deepest.message : String(deepest);
  if (code === 'LEVEL_LOCKED' || code === 'EEXIST') {
    return new StoreError('STORE_LOCKED', 'the store is open in another process', { cause: error });
  }
  if (code === 'LEVEL_CORRUPTION') {
    return new StoreError('STORE_DAMAGED', `the store is damaged: ${message}`, { cause: error });
  }
  return new StoreError('STORE_FAILED', `the store cannot be used: ${message}`, { cause: error });
}
