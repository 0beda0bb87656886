/**
 * The files of a store. The file STORE lists the valid length of each other file. After a batch of changes is on disk,
 * replacing STORE commits it. Bytes beyond the valid length belong to an unfinished batch.
 */
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, StoreError } from '../../errors.ts';
import { attempt } from '../database.ts';
import { damageError, readHead, type StoreHead, writeHead } from '../head.ts';
import { type Block, type Blocks, readBlocks } from './blocks.ts';
import { isLock } from './lock.ts';

const STORE = 'STORE';
const UNFINISHED = 'STORE.tmp';
const FILE = /^((STORE|WRITTEN)(\.tmp)?|\d{6,}\.(values|index))$/;

export const isStoreFile = (name: string): boolean => FILE.test(name);

/** A file by its number, and its valid length in bytes. */
export type Extent = readonly [number: number, bytes: number];

export interface StoreState extends StoreHead {
  /** Random digits in all blocks of the store. */
  readonly store: string;
  /** Number of the last batch of changes; 0 before the first one. */
  readonly generation: number;
  readonly index: Extent;
  /** Files of values; changes are written to the last one. */
  readonly files: readonly Extent[];
}

const named = (number: number, kind: string): string => `${String(number).padStart(6, '0')}.${kind}`;
export const valuesName = (number: number): string => named(number, 'values');
export const indexName = (number: number): string => named(number, 'index');

/** Names of files, without locks; empty for a missing folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return attempt(async () => {
    try {
      return (await readdir(folder)).filter((name) => !isLock(name)).sort();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  });
}

/** Empty if STORE is missing. */
export const storeBytes = (folder: string): Promise<Buffer> =>
  attempt(async () => (await readExtent(join(folder, STORE))) ?? NOTHING);

export async function readStoreFile(folder: string): Promise<StoreState> {
  const bytes = await storeBytes(folder);
  if (bytes.length === 0) throw damageError(`${STORE} is missing`);
  return readHead(bytes, STORE);
}

/**
 * Reads STORE; undefined if the folder is missing or empty. @throws {StoreError} `STORE_FAILED` if it holds other files
 */
export async function readStore(folder: string): Promise<StoreState | undefined> {
  const names = await namesIn(folder);
  // Read first, because a store of another version has other files.
  const state = names.includes(STORE) ? await readStoreFile(folder) : undefined;
  const other = names.find((name) => !isStoreFile(name));
  if (other !== undefined)
    throw new StoreError('STORE_FAILED', `${folder} is not a store: it contains ${JSON.stringify(other)}`);
  if (state === undefined && names.some((name) => name !== UNFINISHED)) throw damageError(`${STORE} is missing`);
  return state;
}

/**
 * Replaces STORE atomically. The new file exists only meanwhile, so one process at a time replaces STORE.
 *
 * @param before expected content of STORE; undefined for a new store
 * @throws {StoreError} `STORE_LOCKED` if another process has changed STORE
 */
export async function writeStore(folder: string, state: StoreState, before?: StoreState): Promise<void> {
  await attempt(async () => {
    const unfinished = join(folder, UNFINISHED);
    await createFile(unfinished);
    try {
      await writeAt(unfinished, 0, writeHead(state));
      await checkStoreFile(folder, before);
      await rename(unfinished, join(folder, STORE));
    } catch (error) {
      await removeUnfinished(folder);
      throw error;
    }
    await syncFolder(folder);
    // Without a common lock, another process may have replaced the new file before it was renamed.
    await checkStoreFile(folder, state);
  });
}

/** Removes the file that a killed process left. */
export const removeUnfinished = (folder: string): Promise<void> => rm(join(folder, UNFINISHED), { force: true });

/** The parameters and errors of `writeStore`. */
export async function checkStoreFile(folder: string, before?: StoreState): Promise<void> {
  const expected = before === undefined ? NOTHING : writeHead(before);
  if (!(await storeBytes(folder)).equals(expected))
    throw new StoreError('STORE_LOCKED', 'another process has changed the store');
}

/** `attempt` turns the error of an existing file into `STORE_LOCKED`: another process has created it. */
export const createFile = async (path: string): Promise<void> => (await open(path, 'wx')).close();

/** Makes the names of new files durable. Windows does not have this call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** Writes at an offset of a file that this process created, truncates it after the bytes, and waits until they are on disk. */
export async function writeAt(path: string, start: number, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'a');
  try {
    await file.truncate(start);
    await file.writeFile(bytes);
    await file.datasync();
  } catch (error) {
    // Frees space if the disk is full.
    await file.truncate(start).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

/** The first bytes of a file: fewer if it is truncated, undefined if it is missing. */
async function readExtent(path: string, bytes = Number.POSITIVE_INFINITY): Promise<Buffer | undefined> {
  try {
    return (await readFile(path)).subarray(0, bytes);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return bytes === 0 ? Buffer.alloc(0) : undefined;
  }
}

export interface BlockList {
  readonly blocks: readonly Block[];
  readonly bytes: Buffer;
  /** For a damaged file: a predicate that follows its name in a message. */
  readonly problem: string | undefined;
}

/** `store`: undefined if unknown. */
export async function readValues(folder: string, [file, length]: Extent, store?: string): Promise<BlockList> {
  const bytes = await readExtent(join(folder, valuesName(file)), length);
  return checked(bytes, length, readBlocks(bytes ?? NOTHING, { store, file }));
}

function checked(bytes: Buffer | undefined, length: number, { blocks, damagedAt }: Blocks): BlockList {
  if (bytes === undefined) return { blocks, bytes: NOTHING, problem: 'is missing' };
  if (length !== Number.POSITIVE_INFINITY && bytes.length < length)
    return { blocks, bytes, problem: 'has lost its end' };
  return { blocks, bytes, problem: damagedAt === undefined ? undefined : `is damaged at byte ${damagedAt}` };
}

const NOTHING = Buffer.alloc(0);

/**
 * `state`: undefined if unknown. @throws {StoreError} `STORE_DAMAGED` if the index has committed changes that are
 * missing in STORE
 */
export async function readIndex(folder: string, [number, length]: Extent, state?: StoreState): Promise<BlockList> {
  const all = await readExtent(join(folder, indexName(number)));
  const { store, generation } = state ?? {};
  const names = state === undefined ? [] : await namesIn(folder);
  const later = names.filter((name) => name.endsWith('.index') && Number.parseInt(name, 10) > number);
  const rest = [all?.subarray(length), ...(await Promise.all(later.map((name) => readExtent(join(folder, name)))))];
  const beyond = rest.flatMap((bytes) => readBlocks(bytes ?? NOTHING, { store }).blocks);
  // The index, and a copy of it, may be ahead by one unfinished batch.
  if (beyond.some(({ head }) => head.generation > (generation ?? 0) + 1)) throw damageError(`${STORE} is out of date`);
  const bytes = length === 0 ? NOTHING : all?.subarray(0, length);
  const read = checked(bytes, length, readBlocks(bytes ?? NOTHING, { store }));
  const last = read.blocks.at(-1)?.head.generation ?? 0;
  return generation === undefined || last === generation
    ? read
    : { ...read, problem: read.problem ?? 'is out of date' };
}
