/** What a check of a store finds, and what a repair has saved. */

/** A file of a store that is damaged or missing. */
export interface StoreProblem {
  readonly file: string;
  /** What follows the name of the file in a sentence: `is damaged`. */
  readonly problem: string;
}

/** A site whose record is whole. */
export interface SavedSite {
  readonly site: string;
  /** Pages counted. */
  readonly pages: number;
  /** Whether a later record of the site is damaged: pages that only it had are not counted. */
  readonly isOlder: boolean;
  /** Counted pages whose ids are missing, or were never known: a page of such an id would be counted again. */
  readonly missingIds: number;
  /** Its template: `lost` where one is damaged or belongs to a later record; it is made anew by the pages that are read next. */
  readonly template: 'none' | 'whole' | 'lost';
}

/** What can be read of a store. */
export interface StoreCheck {
  /** Whether nothing is damaged, so that the store can be opened. */
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
