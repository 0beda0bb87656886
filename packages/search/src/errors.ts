import { RefrainError } from 'refrain';

/** Codes of the errors of an index. */
export type IndexCode =
  /** A file is cut off, altered, or not an index. */
  | 'INDEX_DAMAGED'
  /** An index has a format that this version does not read. */
  | 'INDEX_VERSION'
  /** A file of an index cannot be read or written: a full disk, for example. `cause` is the error of the file system. */
  | 'INDEX_FAILED';

/** An index that cannot be made, opened or read: `INDEX_…`. */
export class IndexError extends RefrainError<IndexCode> {}
