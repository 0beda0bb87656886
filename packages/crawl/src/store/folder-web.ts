/** Browsers: the location of a store is the name of a database of IndexedDB, which checks itself. */
import { StoreError } from '../errors.ts';
import type { StoreCheck } from './check-store.ts';
import type { CheckedLocation } from './folder-node.ts';

export const resolveLocation = async (location: string): Promise<string> => location;

export const checkLocation = async (_location: string, create: boolean): Promise<CheckedLocation> => ({
  isNew: create,
  head: undefined,
});

export const keepHead = async (): Promise<void> => undefined;

const refused = (): never => {
  throw new StoreError('STORE_FAILED', 'only stores in folders can be checked and repaired');
};

export const checkFolderStore = async (_folder: string): Promise<StoreCheck> => refused();
export const repairFolder = async (_folder: string, _target: string): Promise<StoreCheck> => refused();
