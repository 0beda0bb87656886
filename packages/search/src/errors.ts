import { RefrainError } from 'refrain';

/** What went wrong with an index. */
export type IndexCode =
  /** An index is cut off, altered, or no index at all. */
  | 'INDEX_DAMAGED'
  /** An index of a format that this version does not know. */
  | 'INDEX_VERSION'
  /** The files of an index could not be read or written: a full disk, say; `cause` tells. */
  | 'INDEX_FAILED';

/** An index that cannot be made, opened or read: `INDEX_…`. */
export class IndexError extends RefrainError<IndexCode> {}
