/** Checks and repairs stores at a location. */

import { check } from 'refrain/engine';
import { checkLocation, repairLocation } from '#store-folder';

/** A file of a store that is damaged or missing. */
export interface StoreProblem {
  readonly file: string;
  /** What follows the name of the file in a sentence: `is damaged`. */
  readonly problem: string;
}

/** A site with a whole record: the newest one that can be read. */
export interface SavedSite {
  readonly site: string;
  /** Pages counted. */
  readonly pages: number;
  /** Counted pages whose ids are missing, or were never known: a page of such an id would be counted again. */
  readonly missingIds: number;
  /** Its template: `lost` where it is damaged, or belongs to a later record; it is made anew by the pages that are read next. */
  readonly template: 'none' | 'whole' | 'lost';
}

/** What can be read of a store. */
export interface StoreCheck {
  /** Whether nothing is damaged. */
  readonly isWhole: boolean;
  readonly problems: readonly StoreProblem[];
  /** Sites that can be saved, by name. */
  readonly sites: readonly SavedSite[];
  /** Names of sites of which no whole record is left, as far as they can be read. */
  readonly lost: readonly string[];
  /** Number of lost sites whose names cannot be read; undefined where the store does not say how many sites it has. */
  readonly unnamed: number | undefined;
  /** Page ids that can be saved, beside those in the records. */
  readonly ids: number;
}

/**
 * Reads every byte of a store, says which files are damaged, and which of its sites can be saved. Nothing is changed. Only for stores in
 * folders.
 *
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {StoreError} `STORE_FAILED` where there is no store or it cannot be read, `STORE_VERSION`, `STORE_LOCKED` where another
 * process writes to it
 */
export async function checkStore(location: string): Promise<StoreCheck> {
  return checkLocation(checkLocationName('checkStore: location', location));
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
  return repairLocation(from, checkLocationName('repairStore: target', target));
}

function checkLocationName(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw check.optionError(name, 'a string that is not empty', value);
}
