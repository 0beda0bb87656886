import { RefrainError } from 'refrain';

/** What went wrong with a store. */
export type StoreCode =
  /** A record of the store is altered, or the database itself is. */
  | 'STORE_DAMAGED'
  /** A store of a format that this version does not know. */
  | 'STORE_VERSION'
  /** The store was made with other options. */
  | 'STORE_OPTIONS'
  /** Another process, or another object of this one, has the store open. */
  | 'STORE_LOCKED'
  /** The store could not be read or written: a full disk, say; `cause` tells. */
  | 'STORE_FAILED'
  /** The store knows no such site. */
  | 'SITE_UNKNOWN';

/** A store that cannot be opened, read or written as asked: `STORE_…`, `SITE_UNKNOWN`. */
export class StoreError extends RefrainError<StoreCode> {}
