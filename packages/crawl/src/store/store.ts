/** The interface between sites and the store that keeps them. */

/** A value, or its promise. */
type MaybePromise<T> = T | Promise<T>;

/** The new state of a site; a store writes all of it or nothing. */
export interface SiteChange {
  readonly site: string;
  /** See record.ts. */
  readonly record: Uint8Array;
  /** Its template, as `SiteTemplate` saves it. Undefined: that of the store stays. */
  readonly template?: Uint8Array | undefined;
  /** Ids of counted pages that the record no longer holds, each as sixteen hexadecimal digits. */
  readonly pages: readonly string[];
  /** Whether the store has no record of the site yet. */
  readonly isNew: boolean;
}

/** A page by its site and the digits of its id. */
export interface PageKey {
  readonly site: string;
  readonly id: string;
}

/** A site as `list` returns it. */
export interface SiteSummary {
  readonly site: string;
  /** Pages counted. */
  readonly pages: number;
  /** Text segments that are not evicted. */
  readonly entries: number;
  /** Bytes of its record. */
  readonly bytes: number;
}

/** Keeps the records of sites and the ids of all counted pages. */
export interface SiteStore {
  /** The record of each site; undefined for an unknown site. */
  records(sites: readonly string[]): MaybePromise<readonly (Uint8Array | undefined)[]>;
  /** The template of each site; undefined where there is none. */
  templates(sites: readonly string[]): MaybePromise<readonly (Uint8Array | undefined)[]>;
  /** Whether the id of each page was evicted from its site's record after the page was counted. */
  counted(pages: readonly PageKey[]): MaybePromise<readonly boolean[]>;
  /** Writes all changes or none. Once the promise resolves, they survive a crash of the machine. */
  write(changes: readonly SiteChange[]): Promise<void>;
  /** Those below are for the owner of the store. `count`: sites that have a record. */
  readonly count?: number;
  list?(): AsyncIterable<SiteSummary>;
  forget?(site: string): Promise<void>;
  close?(): Promise<void>;
}
