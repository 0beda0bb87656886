/**
 * Checks a store in a folder, and writes what is whole in it to another folder. The folder is never changed. LevelDB cannot do this: it
 * compares no checksums of tables, mends what it opens, and some damaged tables end its process. So its files are read here.
 */
import { open, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { resolveOptions } from 'refrain';
import { codeOf, StoreError } from '../errors.ts';
import { coreForSites } from '../sites/core-for-sites.ts';
import type { StoreCheck, StoreProblem } from './check-store.ts';
import { Contents, type Found, type Located } from './contents.ts';
import { attempt, storeError } from './database.ts';
import { checkManifest, isStoreFile, namesIn, readStoreFile, STORE } from './folder-node.ts';
import { damaged, optionsOf, readHead, type StoreHead } from './head.ts';
import { HEAD_KEY, LevelStore, rememberedBatches } from './level.ts';
import { readBatch, readLog } from './leveldb/log.ts';
import { type Manifest, readManifest } from './leveldb/manifest.ts';
import { readTable } from './leveldb/table.ts';
import type { SiteChange } from './store.ts';

/** What was found in a store. */
interface Inspected {
  readonly check: StoreCheck;
  /** Undefined where the options of the store cannot be read. */
  readonly found: { readonly head: StoreHead; readonly contents: Contents } | undefined;
}

/** @throws {StoreError} `STORE_FAILED` where there is no store, `STORE_VERSION`, `STORE_LOCKED` */
export const checkFolderStore = async (folder: string): Promise<StoreCheck> => (await inspect(folder)).check;

/** Attempts before a folder whose files change all the time counts as open in another process, and milliseconds between them. */
const ATTEMPTS = 20;
const PAUSE = 50;

async function inspect(folder: string): Promise<Inspected> {
  for (let left = ATTEMPTS; left > 0; left -= 1) {
    const before = await signature(folder);
    const inspected = await new Inspection(folder).run().catch((error: unknown) => {
      // A file that is listed and then missing was deleted by a process that has the store open.
      if (codeOf(error) !== 'ENOENT') throw storeError(error);
    });
    if (inspected !== undefined && before === (await signature(folder))) return inspected;
    await new Promise((resume) => setTimeout(resume, PAUSE));
  }
  throw new StoreError('STORE_LOCKED', 'the store is being written by another process');
}

/** Sizes and times of all files: they differ where a process writes to the store. */
async function signature(folder: string): Promise<string> {
  const lines: string[] = [];
  for (const name of await namesIn(folder)) {
    const found = await stat(join(folder, name), { bigint: true }).catch(() => undefined);
    lines.push(`${name} ${found?.ino} ${found?.size} ${found?.mtimeNs}`);
  }
  return lines.join('\n');
}

/** A log, or a table, by the number in its name. */
interface NumberedFile {
  readonly name: string;
  readonly number: number;
  readonly isLog: boolean;
}

class Inspection {
  readonly #folder: string;
  readonly #problems: StoreProblem[] = [];
  /** By number. */
  #files: readonly NumberedFile[] = [];
  /** Undefined where it is damaged: then all files count. */
  #manifest: Manifest | undefined;
  /** Where the first log is damaged. */
  #broken: StoreProblem | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async run(): Promise<Inspected> {
    const names = await namesIn(this.#folder);
    for (const name of names) if (!isStoreFile(name)) this.#problem(name, 'is not a file of a store');
    const written = await readStoreFile(this.#folder).catch((error: unknown) => this.#damage(error));
    if (!names.some(isStoreFile) || written?.head.generation === 0) {
      throw new StoreError('STORE_FAILED', `${this.#folder} holds no store`);
    }
    const numbered = names.map((name) => ({ name, match: /^(\d+)\.(log|ldb|sst)$/.exec(name) }));
    this.#files = numbered
      .flatMap(({ name, match }) => (match ? [{ name, number: Number(match[1]), isLog: match[2] === 'log' }] : []))
      .sort((one, other) => one.number - other.number);
    await this.#readManifest(written?.manifest);
    const contents = new Contents(await coreForSites(resolveOptions({ evidence: 'repetition' })));
    let head = written?.head;
    const batches = new Set<number>();
    for await (const found of this.#changes()) {
      if (found.key.startsWith('g')) batches.add(Number(new TextDecoder().decode(found.value)));
      else if (found.key === HEAD_KEY) head = newer(head, found);
      else if (!contents.add(found)) this.#problem(found.file, `has a damaged record: ${found.key.slice(1)}`);
    }
    const isComplete = rememberedBatches(head?.generation ?? 0).every((number) => batches.has(number));
    if (!isComplete)
      this.#problems.push(this.#broken ?? { file: STORE, problem: 'counts changes that the database has lost' });
    const problems = this.#problems;
    if (head === undefined) {
      return { check: { isWhole: false, problems, sites: [], lost: [], unnamed: undefined, ids: 0 }, found: undefined };
    }
    const check = { isWhole: problems.length === 0, problems, ...contents.summary(head.sites) };
    return { check, found: { head, contents } };
  }

  #problem(file: string, problem: string): void {
    this.#problems.push({ file, problem });
  }

  /** Notes a file that an error of damage names. */
  #damage(error: unknown): undefined {
    const [, file = '', problem = ''] = /^the store is damaged: (\S+) (.*)$/.exec(storeError(error).message) ?? [];
    if (problem === '') throw error;
    this.#problem(file, problem);
  }

  async #readManifest(before: { readonly name: string; readonly bytes: number } | undefined): Promise<void> {
    const manifest = await checkManifest(this.#folder, before).catch((error: unknown) => this.#damage(error));
    if (manifest === undefined) return;
    const { name } = manifest;
    this.#manifest = readManifest(await this.#read(name), name === before?.name ? before.bytes : 0);
    if (this.#manifest === undefined) this.#problem(name, 'is damaged');
    const numbers = new Set(this.#files.map(({ number }) => number));
    const { tables, log = 0 } = this.#manifest ?? {};
    const missing = (number: number, kind: string): void => {
      if (!numbers.has(number)) this.#problem(`${String(number).padStart(6, '0')}.${kind}`, 'is missing');
    };
    for (const number of tables ?? []) missing(number, 'ldb');
    // A new database has no log yet.
    if (log > 0) missing(log, 'log');
  }

  #read(name: string): Promise<Uint8Array> {
    return readFile(join(this.#folder, name));
  }

  /** All changes in tables, and then those in logs from the earliest one on. */
  async *#changes(): AsyncGenerator<Found> {
    const { tables, log = 0 } = this.#manifest ?? {};
    for (const { name, number, isLog } of this.#files) {
      if (isLog || tables?.has(number) === false) continue;
      yield* this.#tableChanges(name, await this.#read(name));
    }
    for (const { name, number, isLog } of this.#files) {
      if (isLog && number >= log) yield* this.#logChanges(name, await this.#read(name));
    }
  }

  *#tableChanges(file: string, bytes: Uint8Array): Generator<Found> {
    const { isWhole, changes } = readTable(bytes);
    if (!isWhole) this.#problem(file, 'is damaged');
    for (const change of changes) {
      const { value } = change;
      const start = (value?.byteOffset ?? 0) - bytes.byteOffset;
      yield { ...change, file, located: value && { file, start, length: value.length } };
    }
  }

  *#logChanges(file: string, bytes: Uint8Array): Generator<Found> {
    for (const { offset, payload, isCut } of readLog(bytes)) {
      const changes = payload && readBatch(payload);
      for (const change of changes ?? []) yield { ...change, file, located: change.value };
      // A batch that was never synchronised may have been written in part.
      if (changes !== undefined || isCut) continue;
      this.#broken ??= { file, problem: `is damaged from byte ${offset} on` };
    }
  }
}

/** The head of the later batch; a damaged one counts as none. */
function newer(known: StoreHead | undefined, { value }: Found): StoreHead | undefined {
  try {
    const head = readHead(value ?? new Uint8Array());
    return head.generation > (known?.generation ?? 0) ? head : known;
  } catch (error) {
    if (codeOf(error) === 'STORE_DAMAGED') return known;
    throw error;
  }
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
  const { check, found } = await inspect(folder);
  if (found === undefined) throw damaged('its format and options cannot be read');
  const partial = `${path}.partial`;
  await removePartial(partial);
  try {
    const { store } = await LevelStore.open(partial, { create: true, settle: () => optionsOf(found.head) });
    try {
      for await (const batch of batchesOf(folder, found.contents)) await store.write(batch);
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

/** Removes what a killed repair has left. */
async function removePartial(partial: string): Promise<void> {
  const other = (await namesIn(partial)).find((name) => !isStoreFile(name));
  if (other !== undefined) throw new StoreError('STORE_FAILED', `${partial} is not a store: it holds ${other}`);
  await rm(partial, { recursive: true, force: true });
}

async function* batchesOf(folder: string, contents: Contents): AsyncGenerator<SiteChange[]> {
  let batch: SiteChange[] = [];
  for (const { site, record, savedTemplate, ids } of contents.saved()) {
    batch.push({
      site,
      record: await valueAt(folder, record),
      template: savedTemplate && (await valueAt(folder, savedTemplate)),
      pages: ids,
      isNew: true,
    });
    if (batch.length < SITES_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function valueAt(folder: string, located: Located): Promise<Uint8Array> {
  if (located instanceof Uint8Array) return located;
  const { file, start, length } = located;
  return attempt(async () => {
    const opened = await open(join(folder, file));
    try {
      const bytes = new Uint8Array(length);
      await opened.read(bytes, 0, length, start);
      return bytes;
    } finally {
      await opened.close();
    }
  });
}
