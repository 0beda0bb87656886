import { openLocation } from '#store-folder';
import type { SiteDatabase } from './database.ts';
import { LevelStore } from './level.ts';
import type { OpenedStore, OpenOptions } from './store.ts';

/**
 * `target`: a folder in Node, the name of a database in browsers, or a database object.
 *
 * @throws {StoreError} `STORE_LOCKED`, `STORE_DAMAGED`, `STORE_VERSION`, `STORE_FAILED`, and the errors of `settle`
 * @throws {PackageError} `PACKAGE_MISSING`
 */
export const openStore = (target: string | SiteDatabase, options: OpenOptions): Promise<OpenedStore> =>
  typeof target === 'string' ? openLocation(target, options) : LevelStore.open(target, options);
