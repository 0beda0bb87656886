/** Node, Deno and Bun: the location of a store is a folder. */

import { FolderStore } from './folder/folder-store.ts';
import type { OpenedStore, OpenOptions } from './store.ts';

export { checkFolder as checkLocation, repairFolder as repairLocation } from './folder/inspect.ts';

export const openLocation = (folder: string, options: OpenOptions): Promise<OpenedStore> =>
  FolderStore.open(folder, options);
