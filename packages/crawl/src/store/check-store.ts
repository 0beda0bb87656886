import { check } from 'refrain/engine';
import { checkLocation, repairLocation } from '#store-folder';

/** A file of a store that is damaged or missing. */
export interface StoreProblem {
  readonly file: string;
  /** A predicate that follows the file's name: `is damaged`. */
  readonly problem: string;
}

/** A site with its newest intact record. */
export interface SavedSite {
  readonly site: string;
  /** Number of counted pages. */
  readonly pages: number;
  /** Number of counted pages whose ids are lost: these pages would be counted again. */
  readonly missingIds: number;
  /** `lost` if the template is damaged or belongs to a later record; the next pages rebuild it. */
  readonly template: 'none' | 'whole' | 'lost';
}

/** The readable contents of a store. */
export interface StoreCheck {
  readonly isWhole: boolean;
  readonly problems: readonly StoreProblem[];
  /** Sites that can be saved, by name. */
  readonly sites: readonly SavedSite[];
  /** Names of sites without an intact record, if the names can be read. */
  readonly lost: readonly string[];
  /** Number of lost sites without a readable name; undefined if the number of sites is unknown. */
  readonly unnamed: number | undefined;
  /** Number of page ids that can be saved, besides those in records. */
  readonly ids: number;
}

/**
 * Reads every byte of a store in a folder, without changing it. Reports damaged files and the sites that can be saved.
 *
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {StoreError} `STORE_FAILED` without a readable store, `STORE_VERSION`, `STORE_LOCKED` if another process
 * writes to it
 */
export async function checkStore(location: string): Promise<StoreCheck> {
  return checkLocation(checkLocationName('checkStore: location', location));
}

/**
 * Writes the intact sites of a damaged store in a folder to a new store, with the ids of their pages. The damaged store
 * is not changed. Returns the result of `checkStore`.
 *
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {StoreError} `STORE_FAILED` if the target is not empty or cannot be written, `STORE_DAMAGED` if nothing can
 * be saved; and as `checkStore`
 */
export async function repairStore(location: string, target: string): Promise<StoreCheck> {
  const from = checkLocationName('repairStore: location', location);
  return repairLocation(from, checkLocationName('repairStore: target', target));
}

function checkLocationName(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw check.optionError(name, 'a string that is not empty', value);
}
