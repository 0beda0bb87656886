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

/** An error of the file system as an `IndexError`, with `context` before its message; any other error as it is. */
export function fileError(context: string, cause: unknown): unknown {
  const isOfFiles = cause instanceof Error && 'code' in cause && 'syscall' in cause;
  return isOfFiles ? new IndexError('INDEX_FAILED', `${context}: ${cause.message}`, { cause }) : cause;
}

/** Runs a function, with its errors of the file system as an `IndexError`. */
export function withFiles<T>(context: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw fileError(context, cause);
  }
}
