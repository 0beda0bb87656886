/** The interface between sites and their store. */
import type { ResolvedOptions } from 'refrain';
import { StoreError } from '../errors.ts';
import { readNumbers } from './site-record.ts';

type MaybePromise<T> = T | Promise<T>;

/** The new state of a site, written atomically. */
export interface SiteChange {
  readonly site: string;
  readonly record: Uint8Array;
  /** Its template, as `SiteTemplate` saves it. If undefined, the template in the store is kept. */
  readonly template?: Uint8Array | undefined;
  /** Ids of counted pages that the record no longer holds, each as sixteen hexadecimal digits. */
  readonly pages: readonly string[];
  /** True if the store has no record of the site yet. */
  readonly isNew: boolean;
}

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
 * Keeps the records of sites and the ids of all counted pages. A damaged value must not prevent reading those of other
 * sites.
 */
export interface SiteStore {
  /** The record of each site; undefined for an unknown site. A damaged record yields bytes that fail its checks. */
  records(sites: readonly string[]): MaybePromise<readonly (Uint8Array | undefined)[]>;
  /**
   * The template of each site; undefined for a site without one. A damaged template yields bytes that fail its checks.
   */
  templates(sites: readonly string[]): MaybePromise<readonly (Uint8Array | undefined)[]>;
  /**
   * For each page, true if its id was evicted from its site's record after it was counted; undefined if that is lost.
   */
  counted(pages: readonly PageKey[]): MaybePromise<readonly (boolean | undefined)[]>;
  /**
   * Writes all changes atomically, at most one of each site. Once the promise resolves, they survive a crash of the
   * machine.
   */
  write(changes: readonly SiteChange[]): Promise<void>;
  /** The members below are for the owner of the store. `count`: sites that have a record. */
  readonly count?: number;
  /** @throws {StoreError} `STORE_DAMAGED` at its end, if records are damaged */
  list?(): AsyncIterable<SiteSummary>;
  forget?(site: string): Promise<void>;
  close?(): Promise<void>;
}

/** A store with the members for its owner. */
export type OwnedStore = Required<SiteStore>;

export interface OpenOptions {
  /** True to create a missing store. */
  readonly create: boolean;
  /** Returns the options for the store; the argument is those that it was created with, if any. Throws to refuse. */
  readonly settle: (saved: ResolvedOptions | undefined) => ResolvedOptions;
}

export interface OpenedStore {
  readonly store: OwnedStore;
  readonly options: ResolvedOptions;
}

/**
 * The sites of a store in the order of their names, from their records.
 *
 * @throws {StoreError} `STORE_DAMAGED` at the end, if records are damaged, so that a damaged one does not affect others
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
