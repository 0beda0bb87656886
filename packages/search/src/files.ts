/** Complete reads and writes, and errors of the file system as an `IndexError`. */
import { readSync, writeSync } from 'node:fs';
import { IndexError } from './errors.ts';

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

/** Writes all bytes at an offset of a file. */
export function writeAll(file: number, bytes: Uint8Array, offset: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, offset + done);
  }
}

/**
 * Fills `into` with the bytes of a file from `offset` on.
 *
 * @throws {IndexError} `INDEX_DAMAGED` where the file ends before
 */
export function readAll(file: number, into: Uint8Array, offset: number): void {
  for (let done = 0; done < into.length; ) {
    const count = readSync(file, into, done, into.length - done, offset + done);
    if (count === 0) throw new IndexError('INDEX_DAMAGED', 'the file of the index is cut off');
    done += count;
  }
}
