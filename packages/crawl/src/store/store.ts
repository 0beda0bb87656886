/** The interface between sites and the store that keeps them. */
import type { ResolvedOptions } from 'refrain';
import { StoreError } from '../errors.ts';
import { readNumbers } from './record.ts';

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

/**
 * Keeps the records of sites and the ids of all counted pages. A value that is damaged must not keep those of other sites from being read.
 */
export interface SiteStore {
  /** The record of each site; undefined for an unknown site. Of a damaged record, bytes that are no record. */
  records(sites: readonly string[]): MaybePromise<readonly (Uint8Array | undefined)[]>;
  /**
   * The template of each site; undefined for a site without one. A damaged template is given as bytes that cannot be read as a template.
   */
  templates(sites: readonly string[]): MaybePromise<readonly (Uint8Array | undefined)[]>;
  /** Whether the id of each page was evicted from its site's record after the page was counted; undefined where that is lost. */
  counted(pages: readonly PageKey[]): MaybePromise<readonly (boolean | undefined)[]>;
  /** Writes all changes or none, of each site one. Once the promise resolves, they survive a crash of the machine. */
  write(changes: readonly SiteChange[]): Promise<void>;
  /** Those below are for the owner of the store. `count`: sites that have a record. */
  readonly count?: number;
  /** @throws {StoreError} `STORE_DAMAGED` at its end, where records are damaged */
  list?(): AsyncIterable<SiteSummary>;
  forget?(site: string): Promise<void>;
  close?(): Promise<void>;
}

/** A store with all that its owner needs. */
export type OwnedStore = Required<SiteStore>;

/** How a store is opened. */
export interface OpenOptions {
  /** Whether a missing one is created. */
  readonly create: boolean;
  /** Returns the options that the store is to have; it is given those that it was created with, if any. Throws to refuse. */
  readonly settle: (saved: ResolvedOptions | undefined) => ResolvedOptions;
}

export interface OpenedStore {
  readonly store: OwnedStore;
  readonly options: ResolvedOptions;
}

/**
 * The sites of a store in the order of their names, given their records.
 *
 * @throws {StoreError} `STORE_DAMAGED` at the end, where records are damaged: so that a damaged one costs no other
 */
export async function* summaries(
  records: AsyncIterable<readonly [string, Uint8Array]> | Iterable<readonly [string, Uint8Array]>,
): AsyncGenerator<SiteSummary> {
  const damaged: string[] = [];
  for await (const [site, record] of records) {
    const numbers = readNumbers(record);
    if (numbers === undefined) damaged.push(site);
    else yield { site, pages: numbers.pages, entries: numbers.entries, bytes: record.length };
  }
  if (damaged.length > 0) throw new StoreError('STORE_DAMAGED', `damaged records in the store: ${damaged.join(', ')}`);
}
