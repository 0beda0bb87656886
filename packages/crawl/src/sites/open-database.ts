import { type Changes, checkLocation, resolveLocation } from '#store-files';
import { StoreError } from '../errors.ts';
import { importPackage } from '../import-package.ts';
import { attempt, type SiteDatabase } from './database.ts';

/** A database that this process alone has open. */
export interface OpenedDatabase {
  readonly db: SiteDatabase;
  /** Closes the database where it was opened by its location; the owner of a given database closes it. */
  readonly close: () => Promise<void>;
  /** What the database has; undefined for a given database. */
  readonly changes: Changes | undefined;
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
    return { db: target, close: async () => release(), changes: undefined, reopen: async () => undefined };
  } catch (error) {
    release();
    throw error;
  }
}

async function openLocation(location: string, create: boolean, release: () => void): Promise<OpenedDatabase> {
  const checked = await checkLocation(location, create);
  const { Level } = await importPackage('level', 'a store at a location', () => import('level'));
  const db: SiteDatabase = new Level(location, {
    createIfMissing: checked.isNew,
    // Fingerprints do not compress.
    compression: false,
    // LevelDB maps its files into memory; 74 is the smallest number that it accepts.
    maxOpenFiles: 74,
  });
  await attempt(() => db.open());
  let unlock = (): void => undefined;
  let changes: Changes;
  try {
    unlock = await lock(location);
    changes = await attempt(checked.opened);
  } catch (error) {
    await db.close().catch(() => undefined);
    unlock();
    throw error;
  }
  const close = async (): Promise<void> => {
    try {
      changes.close();
      await attempt(() => db.close());
    } finally {
      release();
      unlock();
    }
  };
  const reopen = async (): Promise<void> => {
    await attempt(() => db.close());
    const again = await checkLocation(location, false);
    await attempt(() => db.open());
    changes.close();
    changes = await attempt(again.opened);
  };
  return {
    db,
    close,
    reopen,
    get changes() {
      return changes;
    },
  };
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
