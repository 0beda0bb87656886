/**
 * Stores in folders, for Node, Deno and Bun. LevelDB repairs in silence: a folder without CURRENT it takes for a new database, and of
 * files that end early it takes what is left. So the folder has the head of the store as well, in the file STORE: what the database has
 * at least. It is written when the database has synchronised a batch, and is never ahead of it.
 */
import { mkdir, open, readdir, readFile, realpath, rename, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { codeOf, StoreError } from '../errors.ts';
import { damaged, newHead, readHead, type StoreHead, writeHead } from './head.ts';

export const STORE = 'STORE';
const UNFINISHED = 'STORE.tmp';
const CURRENT = 'CURRENT';

/** What LevelDB makes, the head, and the log of the command. */
const FILE = /^(CURRENT|LOCK|LOG(\.old)?|MANIFEST-\d+|\d+\.(log|ldb|sst|dbtmp)|lost|(STORE|WRITTEN)(\.tmp)?)$/;

/** Whether a store can have a file of this name. */
export const isStoreFile = (name: string): boolean => FILE.test(name);

/** What a database must have when it is opened at a location. */
export interface CheckedLocation {
  /** Whether the database is to be created. */
  readonly isNew: boolean;
  /** Undefined in browsers. */
  readonly head: StoreHead | undefined;
}

/** The names in a folder; none where it is missing. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return [];
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new StoreError('STORE_FAILED', `the store cannot be read: ${message}`, { cause });
  }
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

/**
 * Checks a folder before the database sees it. A store is created only in a folder that is missing or empty.
 *
 * @throws {StoreError} `STORE_DAMAGED`, `STORE_VERSION`, `STORE_FAILED`
 */
export async function checkLocation(location: string, create: boolean): Promise<CheckedLocation> {
  const names = await namesIn(location);
  const isEmpty = names.every((name) => name === UNFINISHED);
  const written = isEmpty ? undefined : await readStoreFile(location);
  // In generation 0 the database has nothing yet: its creation may have been interrupted anywhere.
  const isNew = written === undefined || written.head.generation === 0;
  if (isNew && !create) throw new StoreError('STORE_FAILED', `${location} holds no store`);
  if (isEmpty) {
    await mkdir(location, { recursive: true });
    await writeStoreFile(location, { head: newHead(), manifest: { name: '', bytes: 0 } });
  }
  if (written !== undefined && !isNew) await checkManifest(location, written.manifest);
  return { isNew, head: written?.head };
}

/** Keeps the head that the database has now. */
export async function keepHead(location: string, head: StoreHead): Promise<void> {
  await writeStoreFile(location, { head, manifest: await manifestOf(location) });
}

/** The list of the files that make up the database. */
interface Manifest {
  readonly name: string;
  readonly bytes: number;
}

interface StoreFile {
  readonly head: StoreHead;
  /** What the manifest had when the file was written: LevelDB deletes the tables that a shorter one does not name. */
  readonly manifest: Manifest;
}

/** @throws {StoreError} `STORE_DAMAGED`, `STORE_VERSION` */
export async function readStoreFile(location: string): Promise<StoreFile> {
  const bytes = await readFile(join(location, STORE)).catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? damaged(`${STORE} is missing`) : error;
  });
  const [, head = '', name = '', size = ''] = /^(\{.*\})\n(\S*) (\d+)\n$/.exec(bytes.toString('latin1')) ?? [];
  if (size === '') throw damaged(`${STORE} is damaged`);
  return { head: readHead(Buffer.from(head, 'latin1')), manifest: { name, bytes: Number(size) } };
}

/** Replaces the file at once: a process that is killed leaves the earlier one. */
async function writeStoreFile(location: string, { head, manifest }: StoreFile): Promise<void> {
  const file = await open(join(location, UNFINISHED), 'w');
  try {
    await file.writeFile(Buffer.concat([writeHead(head), Buffer.from(`\n${manifest.name} ${manifest.bytes}\n`)]));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(join(location, UNFINISHED), join(location, STORE));
}

/** `before`: an earlier content of CURRENT, whose manifest was missing. */
async function manifestOf(location: string, before?: string): Promise<Manifest> {
  const current = await readFile(join(location, CURRENT), 'latin1').catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? damaged(`${CURRENT} is missing`) : error;
  });
  const [, name] = /^(MANIFEST-\d+)\n$/.exec(current) ?? [];
  if (name === undefined) throw damaged(`${CURRENT} is damaged`);
  try {
    return { name, bytes: (await stat(join(location, name))).size };
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    if (current === before) throw damaged(`${CURRENT} names ${name}, which is missing`);
    // Another process may have opened the database in between.
    return manifestOf(location, current);
  }
}

/**
 * The manifest of a database.
 *
 * @param before what the file STORE says of it
 * @throws {StoreError} `STORE_DAMAGED` where it is missing, or shorter than before
 */
export async function checkManifest(location: string, before?: Manifest): Promise<Manifest> {
  const manifest = await manifestOf(location);
  if (manifest.name === before?.name && manifest.bytes < before.bytes)
    throw damaged(`${manifest.name} has lost its end`);
  return manifest;
}
