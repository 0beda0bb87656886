/** Checks a store in a folder without changing it, and writes its intact values to another folder. */
import { open, rename, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StoreError } from '../../errors.ts';
import type { StoreCheck, StoreProblem } from '../check-store.ts';
import { attempt, storeError } from '../database.ts';
import { damageError, optionsOf, type StoreHead } from '../head.ts';
import type { SiteChange } from '../store.ts';
import { type BlockHead, checksumOf, KIND, type ValueLocation } from './blocks.ts';
import { Contents, type RecoverableSite } from './contents.ts';
import { FolderStore } from './folder-store.ts';
import { idsIn } from './id-buckets.ts';
import {
  type BlockList,
  type Extent,
  indexName,
  isStoreFile,
  namesIn,
  readIndex,
  readStoreFile,
  readValues,
  type StoreState,
  storeBytes,
  valuesName,
} from './store-file.ts';

interface InspectionResult {
  readonly check: StoreCheck;
  readonly contents: Contents;
  /** Undefined if the options of the store cannot be read. */
  readonly head: StoreHead | undefined;
}

export const checkFolder = async (folder: string): Promise<StoreCheck> => (await inspect(folder)).check;

/**
 * Number of attempts to read a folder that changes, and milliseconds between them. Then it counts as open in another
 * process.
 */
const ATTEMPTS = 20;
const PAUSE = 50;

async function inspect(folder: string): Promise<InspectionResult> {
  for (let left = ATTEMPTS; left > 0; left -= 1) {
    const before = await storeBytes(folder);
    const result = await attempt(() => readFolder(folder));
    if (before.equals(await storeBytes(folder))) return result;
    await new Promise((resume) => setTimeout(resume, PAUSE));
  }
  throw new StoreError('STORE_LOCKED', 'the store is being written by another process');
}

async function readFolder(folder: string): Promise<InspectionResult> {
  const problems: StoreProblem[] = [];
  const contents = new Contents();
  /** Header of the latest batch, for a store without STORE. */
  let latest: BlockHead | undefined;
  const add = (file: string, { blocks, problem }: BlockList): void => {
    if (problem !== undefined) problems.push({ file, problem });
    for (const { head, entries } of blocks) {
      contents.add(entries);
      if (head.generation >= (latest?.generation ?? 0)) latest = head;
    }
  };
  const names = await namesIn(folder);
  if (!names.some(isStoreFile)) throw new StoreError('STORE_FAILED', `${folder} does not contain a store`);
  for (const file of names) if (!isStoreFile(file)) problems.push({ file, problem: 'is not a file of a store' });
  const state = await readState(folder).catch((error: unknown) => void problems.push(problemOf(error)));
  for (const extent of state === undefined ? filesIn(names, 'index') : [state.index])
    add(indexName(extent[0]), await readIndex(folder, extent, state));
  for (const extent of state?.files ?? filesIn(names, 'values')) {
    const read = await readValues(folder, extent, state?.store);
    add(valuesName(extent[0]), read);
    contents.verify(extent[0], read.bytes);
  }
  for (const { kind, site, location } of contents.damaged())
    problems.push({ file: valuesName(location.file), problem: `has ${DAMAGED.get(kind)}: ${site}` });
  const head = state ?? latest;
  return { check: checkOf(problems, contents, head), contents, head };
}

/** If STORE is damaged or out of date, the full length of each file counts as valid. */
async function readState(folder: string): Promise<StoreState> {
  const state = await readStoreFile(folder);
  await readIndex(folder, state.index, state);
  return state;
}

function problemOf(error: unknown): StoreProblem {
  const [, file = '', problem] = /^the store is damaged: (\S+) (.*)$/.exec(storeError(error).message) ?? [];
  if (problem === undefined) throw error;
  return { file, problem };
}

function checkOf(problems: readonly StoreProblem[], contents: Contents, head: StoreHead | undefined): StoreCheck {
  const saved = [...contents.saved()];
  const lost = contents.lost();
  const unnamed = head && Math.max(0, head.sites - saved.length - lost.length);
  return {
    ...{ isWhole: problems.length === 0, problems },
    sites: saved.map(({ site, pages, missingIds, template }) => ({ site, pages, missingIds, template })),
    ...{ lost, unnamed, ids: saved.reduce((sum, { ids }) => sum + ids, 0) },
  };
}

const DAMAGED = new Map<number, string>([
  [KIND.record, 'a damaged record'],
  [KIND.template, 'a damaged template'],
  [KIND.ids, 'damaged page ids'],
]);

/** All files of a kind with their full lengths. */
function filesIn(names: readonly string[], kind: string): Extent[] {
  const files = names.filter((name) => isStoreFile(name) && name.endsWith(`.${kind}`));
  return files.map((name) => [Number.parseInt(name, 10), Number.POSITIVE_INFINITY]);
}

/** Maximum bytes of the records of a batch, and maximum page ids of a change. */
const BATCH_BYTES = 2 ** 20;
const IDS_AT_ONCE = 100_000;

/** Writes every intact site of a store to a new store. The new store appears at its location when it is complete. */
export async function repairFolder(folder: string, target: string): Promise<StoreCheck> {
  const path = resolve(target);
  if ((await namesIn(path)).length > 0) throw new StoreError('STORE_FAILED', `${target} is not empty`);
  const { check, contents, head } = await inspect(folder);
  if (head === undefined) throw damageError('its format and options cannot be read');
  const partial = `${path}.partial`;
  await removePartial(partial);
  try {
    const { store } = await FolderStore.open(partial, { create: true, settle: () => optionsOf(head) });
    try {
      for await (const batch of batchesOf(folder, contents)) await store.write(batch);
    } finally {
      await store.close();
    }
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

async function removePartial(partial: string): Promise<void> {
  const other = (await namesIn(partial)).find((name) => !isStoreFile(name));
  if (other !== undefined) throw new StoreError('STORE_FAILED', `${partial} is not a store: it contains ${other}`);
  await rm(partial, { recursive: true, force: true });
}

async function* batchesOf(folder: string, contents: Contents): AsyncGenerator<SiteChange[]> {
  let batch: SiteChange[] = [];
  let bytes = 0;
  for (const saved of contents.saved()) {
    for await (const change of changesOf(folder, saved)) {
      // A batch has at most one change of a site.
      if (bytes > BATCH_BYTES || batch.at(-1)?.site === change.site) {
        yield batch;
        batch = [];
        bytes = 0;
      }
      batch.push(change);
      bytes += change.record.length;
    }
  }
  yield batch;
}

/** The changes that write a site; several if it has many page ids. */
async function* changesOf(folder: string, saved: RecoverableSite): AsyncGenerator<SiteChange> {
  const record = await valueAt(folder, saved.record);
  const template = saved.savedTemplate && (await valueAt(folder, saved.savedTemplate));
  let pages: string[] = [];
  const change = (): SiteChange => ({ site: saved.site, record, template, pages, isNew: true });
  for (const ids of saved.savedIds) {
    if (pages.length > IDS_AT_ONCE) {
      yield change();
      pages = [];
    }
    for (const id of idsIn(await valueAt(folder, ids))) pages.push(id.toString('hex'));
  }
  yield change();
}

async function valueAt(folder: string, { file, offset, length, checksum }: ValueLocation): Promise<Buffer> {
  return attempt(async () => {
    const opened = await open(join(folder, valuesName(file)));
    try {
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await opened.read(bytes, 0, length, offset);
      if (bytesRead === length && checksumOf(bytes) === checksum) return bytes;
      throw damageError(`${valuesName(file)} has changed since it was checked`);
    } finally {
      await opened.close();
    }
  });
}
