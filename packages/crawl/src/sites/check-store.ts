/** Checks and repairs stores at a location. */

import { optionError } from 'refrain/internal';
import { checkFolderStore, repairFolder } from '#store-files';
import type { StoreCheck } from './store-report.ts';

export type { SavedSite, StoreCheck, StoreProblem } from './store-report.ts';

/**
 * Says which files of a store are damaged, and which of its sites can be saved. Nothing is changed. Only for stores in folders.
 *
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {StoreError} `STORE_FAILED` where there is no store or it cannot be read, `STORE_VERSION`, `STORE_LOCKED` where another
 * process writes to it
 */
export async function checkStore(location: string): Promise<StoreCheck> {
  return checkFolderStore(checkLocationName('checkStore: location', location));
}

/**
 * Writes the sites of a damaged store whose records are whole to a new store, with the ids of their pages. The damaged store is not
 * changed. Returns what `checkStore` does. Only for stores in folders.
 *
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {StoreError} `STORE_FAILED` where the target is not empty or cannot be written, `STORE_DAMAGED` where nothing can be saved;
 * and as `checkStore`
 */
export async function repairStore(location: string, target: string): Promise<StoreCheck> {
  const from = checkLocationName('repairStore: location', location);
  return repairFolder(from, checkLocationName('repairStore: target', target));
}

function checkLocationName(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw optionError(name, 'a string that is not empty', value);
}
