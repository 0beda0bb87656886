/** Browsers: the location of a store is the name of a database of IndexedDB, which checks itself. */
import { StoreError } from '../errors.ts';
import type { StoreCheck } from './check-store.ts';
import { LevelStore } from './level.ts';
import type { OpenedStore, OpenOptions } from './store.ts';

export const openLocation = (name: string, options: OpenOptions): Promise<OpenedStore> =>
  LevelStore.open(name, options);

const refused = (): never => {
  throw new StoreError('STORE_FAILED', 'only stores in folders can be checked and repaired');
};

export const checkLocation = async (_folder: string): Promise<StoreCheck> => refused();
export const repairLocation = async (_folder: string, _target: string): Promise<StoreCheck> => refused();
