/** What many sites need of the place where they are kept. */

/** A value, or the promise of one where a database has no synchronous reading. */
export type Soon<T> = T | Promise<T>;

/** Goes on at once where the value is there already: most pages then cost no turn of the event loop. */
export function then<T, R>(value: Soon<T>, next: (value: T) => Soon<R>): Soon<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** What a site's table has come to: written as a whole or not at all. */
export interface SiteChange {
  readonly site: string;
  /** See record.ts. */
  readonly record: Uint8Array;
  /** Ids of counted pages that the record no longer holds, as sixteen hexadecimal digits each. */
  readonly pages: readonly string[];
  /** Whether the store has no record of the site yet. */
  readonly isNew: boolean;
}

/** A page by its site and the digits of its id. */
export interface PageKey {
  readonly site: string;
  readonly id: string;
}

/** Keeps sites' records, and the ids of all pages that were counted. */
export interface SiteStore {
  /** The record of each site; undefined for a site that is not known. */
  records(sites: readonly string[]): Soon<readonly (Uint8Array | undefined)[]>;
  /** Whether each page was counted so long ago that its site's record no longer says so. */
  counted(pages: readonly PageKey[]): Soon<readonly boolean[]>;
  /** Writes all of the changes or none; when the promise is kept they outlive a crash of the machine. */
  write(changes: readonly SiteChange[]): Promise<void>;
}
