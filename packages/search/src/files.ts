/** Files, read and written whole, and their errors as ours. */
import { readSync, writeSync } from 'node:fs';
import { IndexError } from './errors.ts';

/** An error of the file system as one of ours; any other as it is. */
export function fileError(what: string, cause: unknown): unknown {
  const isOfFiles = cause instanceof Error && 'code' in cause && 'syscall' in cause;
  return isOfFiles ? new IndexError('INDEX_FAILED', `${what}: ${cause.message}`, { cause }) : cause;
}

/** Runs what reads or writes files. */
export function withFiles<T>(what: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw fileError(what, cause);
  }
}

/** Writes all of some bytes; at a place, or behind what was written last. */
export function writeAll(file: number, bytes: Uint8Array, place?: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, place === undefined ? null : place + done);
  }
}

/** Fills `into` from a place of a file. */
export function readAll(file: number, into: Uint8Array, place: number): void {
  for (let done = 0; done < into.length; ) {
    const count = readSync(file, into, done, into.length - done, place + done);
    if (count === 0) throw new IndexError('INDEX_DAMAGED', 'a file of the index ends too early');
    done += count;
  }
}
