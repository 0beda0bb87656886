/** Browsers: the location of a store is the name of a database of IndexedDB, which checks itself. */
import type { Changes, CheckedLocation } from './store-files-node.ts';

export const resolveLocation = async (location: string): Promise<string> => location;

const NO_CHANGES: Changes = { add: () => undefined, keep: async () => undefined, close: () => undefined };

export const checkLocation = async (_location: string, create: boolean): Promise<CheckedLocation> => ({
  isNew: create,
  opened: async () => NO_CHANGES,
});
