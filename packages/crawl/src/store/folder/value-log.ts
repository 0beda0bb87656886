/**
 * Keeps the values of a store in log files. Location and checksum of each live value are in memory. Every read is
 * verified; a damaged value does not affect others.
 *
 * To commit a batch, its values are appended to the last file of values, its block to the index (blocks.ts), and then
 * STORE is replaced (store-file.ts). Each process appends only to files that it created, so no process can damage what
 * another one has committed, even if both have the store open. Opening reads STORE and the index. A damaged index is
 * rebuilt from the blocks of the batches. Files with few live bytes are cleaned: their live values are written to the
 * end of the log, and the files are removed.
 */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../errors.ts';
import { attempt, storeError } from '../database.ts';
import { damageError } from '../head.ts';
import {
  type Block,
  type BlockHead,
  checksumOf,
  KIND,
  locateValues,
  type Value,
  type ValueLocation,
  writeBlock,
} from './blocks.ts';
import {
  checkStoreFile,
  createFile,
  type Extent,
  indexName,
  namesIn,
  readIndex,
  readValues,
  type StoreState,
  valuesName,
  writeAt,
  writeStore,
} from './store-file.ts';
import { ValueLocations } from './value-locations.ts';

/** Bytes after which another file of values is started. */
const FILE_BYTES = 32 * 2 ** 20;
/** A file is cleaned if its unused bytes exceed its live bytes by this number. */
const UNUSED_BYTES = 16 * 2 ** 20;
const MOVED_BYTES = 4 * 2 ** 20;
/** The smallest file is cleaned if there are this many more files than full ones would be. */
const SMALL_FILES = 64;
/** The index is rewritten when it exceeds twice its initial size by this many bytes. */
const INDEX_BYTES = 2 ** 20;

export class ValueLog {
  readonly locations = new ValueLocations();
  readonly #folder: string;
  #state: StoreState;
  #indexBytes = 0;
  /** The index and the last file of values, if this process created them. */
  #index: Extent | undefined;
  #file: Extent | undefined;
  /** Files with damaged values are neither written to nor cleaned. */
  readonly #damaged = new Set<number>();

  /** Reused for every batch, because V8 frees large buffers late. */
  #buffer = Buffer.alloc(0);

  private constructor(folder: string, state: StoreState) {
    this.#folder = folder;
    this.#state = state;
  }

  static async open(folder: string, state: StoreState): Promise<ValueLog> {
    const log = new ValueLog(folder, state);
    await attempt(() => log.#load());
    return log;
  }

  async #load(): Promise<void> {
    const { index, sites } = this.#state;
    const { blocks, problem } = await readIndex(this.#folder, index, this.#state);
    const known = problem === undefined ? blocks : await this.#batches();
    for (const { entries } of known) this.locations.add(entries);
    if (this.locations.count !== sites) throw damageError(`${indexName(index[0])} does not have all sites`);
    if (problem !== undefined) await this.#renewIndex();
    else this.#indexBytes = blocks[0]?.end ?? 0;
    await this.#removeUnused();
  }

  /** Removes files that a killed process left. Their numbers are lower than the last one in use. */
  async #removeUnused(): Promise<void> {
    const { index, files } = this.#state;
    const used = new Set([indexName(index[0]), ...files.map(([file]) => valuesName(file))]);
    for (const name of await namesIn(this.#folder)) {
      const isPassed = Number.parseInt(name, 10) < this.#last;
      if (isPassed && !used.has(name)) await rm(join(this.#folder, name), { force: true });
    }
  }

  /** The number of the last file in use. */
  get #last(): number {
    return Math.max(this.#state.index[0], this.#state.files.at(-1)?.[0] ?? 0);
  }

  async #batches(): Promise<Block[]> {
    const { index, files, store } = this.#state;
    const batches: Block[] = [];
    for (const extent of files) {
      const { blocks, problem } = await readValues(this.#folder, extent, store);
      if (problem !== undefined)
        throw damageError(`${indexName(index[0])} is damaged, and ${valuesName(extent[0])} ${problem}`);
      batches.push(...blocks);
    }
    return batches;
  }

  /** Undefined for a damaged value. */
  read({ file, offset, length, checksum }: ValueLocation): Buffer | undefined {
    if (length === 0) return Buffer.alloc(0);
    const bytes = Buffer.allocUnsafeSlow(length);
    try {
      // Not kept open, because opening takes only 4 µs.
      const opened = openSync(join(this.#folder, valuesName(file)), 'r');
      try {
        if (readSync(opened, bytes, 0, length, offset) === length && checksumOf(bytes) === checksum) return bytes;
      } finally {
        closeSync(opened);
      }
    } catch (error) {
      if (!['ENOENT', 'EIO'].includes(codeOf(error) ?? '')) throw storeError(error);
    }
    this.#damaged.add(file);
    return undefined;
  }

  /**
   * Writes a batch of values, all or none. After the promise resolves, they survive a crash of the machine.
   *
   * @throws {StoreError} `STORE_FAILED`, `STORE_LOCKED`
   */
  async write(values: readonly Value[]): Promise<void> {
    await attempt(() => this.#write(values));
    // If this fails, nothing is lost, and the next batch repeats it.
    await this.#tidy().catch(() => undefined);
  }

  /** `without`: number of a file that is no longer used. */
  async #write(values: readonly Value[], without?: number): Promise<void> {
    await checkStoreFile(this.#folder, this.#state);
    const { options, store, files, generation } = this.#state;
    this.#index ??= await this.#copyIndex();
    if (this.#file === undefined || this.#file[1] >= FILE_BYTES || this.#damaged.has(this.#file[0]))
      this.#file = [await this.#create(valuesName), 0];
    const [number, indexed] = this.#index;
    const [file, offset] = this.#file;
    const given = { store, options, generation: generation + 1, sites: this.#sitesAfter(values), file, offset };
    const { head, entries } = locateValues(given, values);
    const block = writeBlock(head, entries);
    const batch = this.#concat([block, ...values.map(({ bytes }) => bytes)]);
    await allDone([
      writeAt(join(this.#folder, valuesName(file)), offset, batch),
      writeAt(join(this.#folder, indexName(number)), indexed, block),
    ]);
    const others = files.filter(([one]) => one !== file && one !== without);
    const written: Extent = [file, offset + batch.length];
    await this.#replace({
      ...{ options, store, generation: head.generation, sites: head.sites },
      index: [number, indexed + block.length],
      files: [...others, written],
    });
    this.#file = written;
    this.locations.add(entries);
  }

  /** Valid until the next call. */
  #concat(parts: readonly Uint8Array[]): Buffer {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (this.#buffer.length < length) this.#buffer = Buffer.allocUnsafeSlow(length);
    let at = 0;
    for (const part of parts) {
      this.#buffer.set(part, at);
      at += part.length;
    }
    return this.#buffer.subarray(0, length);
  }

  async #replace(state: StoreState): Promise<void> {
    const [before] = this.#state.index;
    await writeStore(this.#folder, state, this.#state);
    this.#state = state;
    this.#index = state.index;
    if (before !== state.index[0])
      await rm(join(this.#folder, indexName(before)), { force: true }).catch(() => undefined);
  }

  #sitesAfter(values: readonly Value[]): number {
    const hasRecord = ({ site }: Value): boolean => this.locations.get(KIND.record, site) !== undefined;
    const added = values.filter((value) => value.kind === KIND.record && !hasRecord(value));
    const removed = values.filter((value) => value.kind === KIND.forgotten && hasRecord(value));
    return this.locations.count + new Set(added.map(({ site }) => site)).size - removed.length;
  }

  /** Creates an empty file, with a higher number than all others: killed processes may have left some. */
  async #create(nameOf: (file: number) => string): Promise<number> {
    const numbers = (await namesIn(this.#folder)).map((name) => Number.parseInt(name, 10) || 0);
    const number = 1 + Math.max(this.#last, ...numbers);
    await createFile(join(this.#folder, nameOf(number)));
    return number;
  }

  async #copyIndex(): Promise<Extent> {
    const [before, bytes] = this.#state.index;
    const number = await this.#create(indexName);
    const [from = '', to = ''] = [before, number].map((one) => join(this.#folder, indexName(one)));
    if (bytes > 0) await copyFile(from, to, constants.COPYFILE_FICLONE);
    return [number, bytes];
  }

  async #tidy(): Promise<void> {
    if (this.#state.index[1] > 2 * this.#indexBytes + INDEX_BYTES) await this.#renewIndex();
    const file = this.#leastUsed();
    if (file !== undefined) await this.#clean(file);
  }

  async #renewIndex(): Promise<void> {
    const { options, store, generation, sites } = this.#state;
    const head: BlockHead = { store, options, generation, sites, file: 0, offset: 0, values: 0 };
    const block = writeBlock(head, this.locations.compact());
    const number = await this.#create(indexName);
    await writeAt(join(this.#folder, indexName(number)), 0, block);
    await this.#replace({ ...this.#state, index: [number, block.length] });
    this.#indexBytes = block.length;
  }

  /** The file with the smallest share of live bytes, or of many small files the smallest; undefined if all have enough. */
  #leastUsed(): number | undefined {
    const { files } = this.#state;
    const total = files.reduce((sum, [, bytes]) => sum + bytes, 0);
    const used = files.reduce((sum, [file]) => sum + this.locations.living(file), 0);
    const isUnused = total - used > used + UNUSED_BYTES;
    if (!isUnused && files.length < SMALL_FILES + 2 * (total / FILE_BYTES)) return undefined;
    const rank = ([file, bytes]: Extent): number => (isUnused ? this.locations.living(file) / bytes : bytes);
    const [least] = files
      .slice(0, -1)
      .filter(([file]) => !this.#damaged.has(file))
      .sort((one, other) => rank(one) - rank(other));
    return least?.[0];
  }

  async #clean(file: number): Promise<void> {
    let values: Value[] = [];
    let bytes = 0;
    for (const { location, ...entry } of this.locations.entriesIn(file)) {
      const value = this.read(location);
      if (value === undefined) return;
      values.push({ ...entry, bytes: value, written: location.written });
      bytes += value.length;
      if (bytes < MOVED_BYTES) continue;
      await this.#write(values);
      values = [];
      bytes = 0;
    }
    await this.#write(values, file);
    await rm(join(this.#folder, valuesName(file)), { force: true });
  }
}

/** Waits for all writes even if one fails, because the others still use their files. */
async function allDone(writes: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(writes);
  await Promise.all(writes);
}

export const newState = (store: string, options: string): StoreState => ({
  ...{ options, sites: 0, store, generation: 0 },
  index: [0, 0],
  files: [],
});
