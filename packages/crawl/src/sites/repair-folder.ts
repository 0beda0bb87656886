/** Checks a store in a folder, and writes what is whole in it to another folder. The damaged folder is never changed. */
import { mkdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StoreError } from '../errors.ts';
import { coreForSites } from './core-for-sites.ts';
import { attempt } from './database.ts';
import { checkFolder, type FolderState, namesIn, signature } from './folder-check.ts';
import { LevelStore } from './level.ts';
import { isStoreFile } from './leveldb/names.ts';
import { changesIn } from './salvage.ts';
import { type Saved, SavedSites } from './saved-sites.ts';
import { META_KEY } from './store-keys.ts';
import { damaged, readMeta } from './store-meta.ts';
import type { StoreCheck } from './store-report.ts';
import { readWritten } from './written-file.ts';

interface Read {
  readonly check: StoreCheck;
  readonly sites: SavedSites | undefined;
  readonly meta: Uint8Array | undefined;
}

/** @throws {StoreError} `STORE_FAILED` where there is no store, `STORE_VERSION`, `STORE_LOCKED` */
export const checkFolderStore = async (folder: string): Promise<StoreCheck> => (await read(folder)).check;

async function read(folder: string): Promise<Read> {
  const before = await signature(folder);
  const state = await checkFolder(folder, META_KEY);
  if (state.isNew && state.problems.length === 0) throw new StoreError('STORE_FAILED', `${folder} holds no store`);
  const others = (await namesIn(folder)).filter((name) => !isStoreFile(name));
  const problems = [...state.problems, ...others.map((file) => ({ file, problem: 'is not a file of a store' }))];
  const isWhole = problems.length === 0;
  const meta = await metaOf(folder, state);
  const options = meta === undefined ? undefined : readMeta(meta);
  if (options === undefined) {
    const lost = { sites: [], lost: [], unnamed: undefined, ids: 0 };
    const without = { file: 'WRITTEN', problem: 'has no copy of the format and options of the store' };
    return { check: { isWhole: false, problems: [...problems, without], ...lost }, sites: undefined, meta };
  }
  const sites = new SavedSites(await coreForSites(options), state.problems.length > 0);
  await attempt(async () => {
    for await (const found of changesIn(folder, state)) sites.add(found);
  });
  if (before !== (await signature(folder))) {
    throw new StoreError('STORE_LOCKED', 'the store is being written by another process');
  }
  const list = [...sites.list()];
  const { lost, count } = sites;
  const check: StoreCheck = {
    ...{ isWhole, problems, lost },
    sites: list.map(({ site, pages, isOlder, missingIds, template }) => ({
      ...{ site, pages, isOlder, missingIds, template },
    })),
    unnamed: count === undefined ? undefined : Math.max(0, count - list.length - lost.length),
    ids: list.reduce((sum, { ids }) => sum + ids.length, 0),
  };
  return { check, sites, meta };
}

/** Format and options: those of the database, or else their copy, under whatever name it is. */
async function metaOf(folder: string, state: FolderState): Promise<Uint8Array | undefined> {
  if (state.meta !== undefined) return state.meta;
  for (const name of state.names) {
    const written = readWritten(await attempt(() => readFile(join(folder, name))));
    if (written !== undefined && written.meta.length > 0) return written.meta;
  }
  let newest: { readonly sequence: number; readonly value: Uint8Array } | undefined;
  await attempt(async () => {
    for await (const { key, value, sequence, isIntact } of changesIn(folder, state)) {
      const isMeta = isIntact && value !== undefined && new TextDecoder().decode(key) === META_KEY;
      if (isMeta && sequence >= (newest?.sequence ?? 0)) newest = { sequence, value };
    }
  });
  return newest?.value;
}

/** Sites of one batch. */
const SITES_AT_ONCE = 100;

/**
 * Writes every whole site of a store to a new one. It appears at its location when it is complete.
 *
 * @throws {StoreError} `STORE_FAILED` where the target is not empty, `STORE_DAMAGED` where nothing can be saved
 */
export async function repairFolder(folder: string, target: string): Promise<StoreCheck> {
  const path = resolve(target);
  if ((await namesIn(path)).length > 0) throw new StoreError('STORE_FAILED', `${target} is not empty`);
  const { check, sites, meta } = await read(folder);
  if (sites === undefined || meta === undefined) throw damaged('its format and options cannot be read');
  const partial = `${path}.partial`;
  await removePartial(partial);
  await attempt(() => mkdir(partial, { recursive: true }));
  try {
    await LevelStore.fill(partial, meta, inBatches(changesOf(sites.read(folder))));
    await attempt(async () => {
      await rmdir(path).catch(() => undefined);
      await rename(partial, path);
    });
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  return check;
}

/** Removes what a killed repair has left. */
async function removePartial(partial: string): Promise<void> {
  const other = (await namesIn(partial)).find((name) => !isStoreFile(name));
  if (other !== undefined) throw new StoreError('STORE_FAILED', `${partial} is not a store: it holds ${other}`);
  await rm(partial, { recursive: true, force: true });
}

/** Sites as they are written. */
async function* changesOf(sites: AsyncIterable<Saved>) {
  for await (const { site, record, savedTemplate, ids } of sites) yield { site, record, template: savedTemplate, ids };
}

async function* inBatches<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    batch.push(one);
    if (batch.length < SITES_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
