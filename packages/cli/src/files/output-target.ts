/** Checks of `--out` before a page is read, so that an unusable output is one error. */
import { accessSync, constants, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CommandError, errorCode, messageOf } from '../errors.ts';

const CODE = 'OUTPUT_INVALID';

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Creates a folder and its parents. Without `recursive`, because `mkdir` then never returns where new folders fail with
 * ENOENT, as in /proc.
 *
 * @throws {CommandError}
 */
export function makeFolder(path: string, source: string): void {
  const missing: string[] = [];
  let existing = resolve(path);
  for (; !existsSync(existing) && dirname(existing) !== existing; existing = dirname(existing))
    missing.unshift(existing);
  if (!isFolder(existing)) {
    const name = missing.length === 0 ? 'it' : existing;
    throw new CommandError(`${source}: must be a folder, and ${name} is a file`, { code: CODE });
  }
  try {
    for (const folder of missing) mkdirSync(folder);
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const what = missing.length > 0 ? 'the folder cannot be created' : 'the folder is not writable';
    throw new CommandError(`${source}: ${what}: ${messageOf(error)}`, { code: errorCode(error) });
  }
}

/** @throws {CommandError} if the path cannot be a file */
export function checkFile(path: string, source: string): void {
  if (isFolder(path)) throw new CommandError(`${source}: must be a file, and it is a folder`, { code: CODE });
}

/** The kind of a path, without following links. Undefined if it does not exist. */
export function kindOf(path: string): 'file' | 'a folder' | 'a symbolic link' | 'no regular file' | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'a folder';
  return stat.isSymbolicLink() ? 'a symbolic link' : 'no regular file';
}

/**
 * @param name the name of the path in errors
 * @throws {CommandError} if the path exists and is not a regular file
 */
export function checkReplaceable(path: string, name = path): void {
  const found = kindOf(path);
  if (found !== undefined && found !== 'file') throw new CommandError(`${name} is ${found}`, { code: CODE });
}
