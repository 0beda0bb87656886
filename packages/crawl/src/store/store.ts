import type { ResolvedOptions } from 'refrain';
import { StoreError } from '../errors.ts';
import { readNumbers } from './site-record.ts';

type MaybePromise<T> = T | Promise<T>;

/** The new state of a site, written atomically. */
export interface SiteChange {
  readonly site: string;
  readonly record: Uint8Array;
  /** The template, as saved by `SiteTemplate`. If undefined, the template in the store is kept. */
  readonly template?: Uint8Array | undefined;
  /** Ids of counted pages that are no longer in the record, each as sixteen hexadecimal digits. */
  readonly pages: readonly string[];
  /** True if the store has no record of the site. */
  readonly isNew: boolean;
}

export interface PageKey {
  readonly site: string;
  readonly id: string;
}

/** A site as `list` returns it. */
export interface SiteSummary {
  readonly site: string;
  /** Number of counted pages. */
  readonly pages: number;
  /** Number of text segments that are not evicted. */
  readonly entries: number;
  /** Size of the record. */
  readonly bytes: number;
}

/** Records of sites and ids of all counted pages. Damage to a value must not affect other sites. */
export interface SiteStore {
  /**
   * Records by site; undefined for an unknown site. For a damaged record, returns bytes that do not pass its checks.
   */
  records(sites: readonly string[]): MaybePromise<readonly (Uint8Array | undefined)[]>;
  /**
   * Templates by site; undefined for a site without one. For a damaged template, returns bytes that do not pass its
   * checks.
   */
  templates(sites: readonly string[]): MaybePromise<readonly (Uint8Array | undefined)[]>;
  /**
   * For each page: true if it was counted and its id is no longer in the record of the site; undefined if this
   * information is lost.
   */
  counted(pages: readonly PageKey[]): MaybePromise<readonly (boolean | undefined)[]>;
  /**
   * Writes all changes atomically, at most one of each site. After the promise resolves, they survive a crash of the
   * machine.
   */
  write(changes: readonly SiteChange[]): Promise<void>;
  /** Number of sites with a record. This member and those below exist only for the owner of the store. */
  readonly count?: number;
  /** @throws {StoreError} `STORE_DAMAGED` at the end, if records are damaged */
  list?(): AsyncIterable<SiteSummary>;
  forget?(site: string): Promise<void>;
  close?(): Promise<void>;
}

export type OwnedStore = Required<SiteStore>;

export interface OpenOptions {
  readonly create: boolean;
  /**
   * Receives the options with which the store was created, if it exists; returns the options to use. Throws to refuse
   * the store.
   */
  readonly settle: (saved: ResolvedOptions | undefined) => ResolvedOptions;
}

export interface OpenedStore {
  readonly store: OwnedStore;
  readonly options: ResolvedOptions;
}

/**
 * Yields the sites of records. Damage to a record does not affect others.
 *
 * @throws {StoreError} `STORE_DAMAGED` at the end, if records are damaged
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
