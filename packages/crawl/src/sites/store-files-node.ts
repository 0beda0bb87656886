/** Stores in folders of LevelDB, for Node, Deno and Bun. */
import { mkdir, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { StoreError } from '../errors.ts';
import { checkFolder, namesIn } from './folder-check.ts';
import { isStoreFile } from './leveldb/names.ts';
import { META_KEY } from './store-keys.ts';
import { damaged, readMeta } from './store-meta.ts';
import type { StoreProblem } from './store-report.ts';
import { WrittenFile, writeWritten } from './written-file.ts';

/** Records what a database has; see written-file.ts. */
export type Changes = Pick<WrittenFile, 'add' | 'keep' | 'close'>;

/** A folder in which a database may be opened. */
export interface CheckedLocation {
  /** Whether the database is to be created. */
  readonly isNew: boolean;
  /** Called when the database is open. */
  readonly opened: () => Promise<Changes>;
}

/**
 * The canonical path of a store. Its folder must hold nothing but the store.
 *
 * @throws {StoreError} `STORE_FAILED` where the folder holds other files
 */
export async function resolveLocation(location: string): Promise<string> {
  const other = (await namesIn(location)).find((name) => !isStoreFile(name));
  if (other !== undefined) {
    throw new StoreError('STORE_FAILED', `${location} is not a store: it holds ${JSON.stringify(other)}`);
  }
  return realpath(location).catch(() => resolve(location));
}

/** How problems are listed in a message: the first ones. */
const SHOWN = 3;

function listed(problems: readonly StoreProblem[]): string {
  const shown = problems.slice(0, SHOWN).map(({ file, problem }) => `${file} ${problem}`);
  const more = problems.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

/**
 * Checks all files of a store before the database sees them. Nothing is changed where the store is damaged or of another version.
 *
 * @throws {StoreError} `STORE_DAMAGED`, `STORE_VERSION`, `STORE_LOCKED`, `STORE_FAILED`
 */
export async function checkLocation(location: string, create: boolean): Promise<CheckedLocation> {
  const { isNew, problems, meta, sequence, written } = await checkFolder(location, META_KEY);
  if (problems.length > 0) throw damaged(listed(problems));
  if (meta !== undefined) readMeta(meta);
  if (isNew && !create) throw new StoreError('STORE_FAILED', `${location} holds no store`);
  if (isNew) {
    await mkdir(location, { recursive: true });
    // Before the database: a folder with a database and without this file was never new.
    if (written === undefined) await writeWritten(location, { sequence: 0, meta: new Uint8Array() });
  }
  return {
    isNew,
    opened: async () => {
      const isComplete = written !== undefined && (meta === undefined || written.meta.length > 0);
      if (!isNew && !isComplete) await writeWritten(location, { sequence, meta: meta ?? new Uint8Array() });
      return new WrittenFile(location, sequence);
    },
  };
}

export { checkFolderStore, repairFolder } from './repair-folder.ts';
