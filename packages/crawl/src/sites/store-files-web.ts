/** Browsers: the location of a store is the name of a database of IndexedDB, which checks itself. */
import { StoreError } from '../errors.ts';
import type { Changes, CheckedLocation } from './store-files-node.ts';
import type { StoreCheck } from './store-report.ts';

export const resolveLocation = async (location: string): Promise<string> => location;

const NO_CHANGES: Changes = { add: () => undefined, keep: async () => undefined, close: () => undefined };

export const checkLocation = async (_location: string, create: boolean): Promise<CheckedLocation> => ({
  isNew: create,
  opened: async () => NO_CHANGES,
});

const refused = (): never => {
  throw new StoreError('STORE_FAILED', 'only stores in folders can be checked and repaired');
};

export const checkFolderStore = async (_folder: string): Promise<StoreCheck> => refused();
export const repairFolder = async (_folder: string, _target: string): Promise<StoreCheck> => refused();
