/** Browsers: the location of a store is the name of an IndexedDB database. IndexedDB itself verifies its data. */
import { importPackage, StoreError } from '../errors.ts';
import type { StoreCheck } from './check-store.ts';
import { attempt } from './database.ts';
import { LevelStore } from './level.ts';
import type { OpenedStore, OpenOptions } from './store.ts';

export async function openLocation(name: string, options: OpenOptions): Promise<OpenedStore> {
  const { BrowserLevel } = await importPackage('browser-level', 'a store at a location', () => import('browser-level'));
  const unlock = await lock(name);
  const db = new BrowserLevel(name);
  return LevelStore.open(db, options, async () => {
    await attempt(() => db.close()).finally(unlock);
  });
}

/** Locks a name; returns a function that releases the lock. */
async function lock(name: string): Promise<() => void> {
  if (typeof navigator !== 'object' || navigator.locks === undefined) return () => undefined;
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(`refrain ${name}`, { ifAvailable: true }, (granted) => {
        if (granted !== null) return new Promise<void>((release) => resolve(() => release()));
        reject(new StoreError('STORE_LOCKED', 'the store is already open, perhaps in another page of the browser'));
        return undefined;
      })
      .catch(reject);
  });
}

const refused = (): never => {
  throw new StoreError('STORE_FAILED', 'only stores in folders can be checked and repaired');
};

export const checkLocation = async (_folder: string): Promise<StoreCheck> => refused();
export const repairLocation = async (_folder: string, _target: string): Promise<StoreCheck> => refused();
