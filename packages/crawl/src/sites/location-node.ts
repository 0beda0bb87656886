import { readdir, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { StoreError } from '../errors.ts';

/** Names of LevelDB's files. */
const LEVEL_FILE = /^(CURRENT|LOCK|LOG(\.old)?|MANIFEST-\d+|\d+\.(log|ldb|sst|dbtmp)|lost)$/;

/**
 * The canonical path of a store. Its folder must hold nothing but the store.
 *
 * @throws {StoreError} `STORE_FAILED` where the folder holds other files
 */
export async function resolveLocation(location: string): Promise<string> {
  const found = await readdir(location).catch(() => []);
  const other = found.find((name) => !LEVEL_FILE.test(name));
  if (other !== undefined) {
    throw new StoreError('STORE_FAILED', `${location} is not a store: it holds ${JSON.stringify(other)}`);
  }
  return realpath(location).catch(() => resolve(location));
}
