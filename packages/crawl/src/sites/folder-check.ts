/**
 * Whether a folder holds a whole store. LevelDB repairs in silence: what it cannot read it drops, files that it does not expect it
 * deletes, and a folder without CURRENT it takes for a new database. So files are checked before it sees them.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../code-of.ts';
import { StoreError } from '../errors.ts';
import { readable } from './leveldb/cursor.ts';
import { readLog } from './leveldb/log-file.ts';
import { type Manifest, readManifest, type TableEntry } from './leveldb/manifest.ts';
import { CURRENT, isManifest, isStoreFile, logNumber, tableNumber, WRITTEN } from './leveldb/names.ts';
import { blockChanges, dataBlocks, isIntact } from './leveldb/table-file.ts';
import { type Change, readBatch } from './leveldb/write-batch.ts';
import type { StoreProblem } from './store-report.ts';
import { readWritten, type Written } from './written-file.ts';

export interface FolderState {
  /** Whether the folder holds nothing, or what a kill leaves behind before a store has its first change. */
  readonly isNew: boolean;
  readonly problems: readonly StoreProblem[];
  readonly names: readonly string[];
  readonly manifest: Manifest | undefined;
  readonly written: Written | undefined;
  /** Sequence number of the last change. */
  readonly sequence: number;
  /** Format and options of the store. */
  readonly meta: Uint8Array | undefined;
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

/** Attempts before a folder whose files change all the time counts as open in another process. */
const ATTEMPTS = 20;

/** Checks all files of a folder. Nothing in it is changed. `metaKey`: the key of format and options. */
export async function checkFolder(folder: string, metaKey: string): Promise<FolderState> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await signature(folder);
    const state = await new FolderCheck(folder, metaKey).run().catch((error: unknown) => {
      // A file that is listed and then missing was deleted by a process that has the store open.
      if (codeOf(error) === 'ENOENT') return undefined;
      throw new StoreError('STORE_FAILED', `the store cannot be read: ${String(error)}`, { cause: error });
    });
    if (state !== undefined && (state.problems.length === 0 || before === (await signature(folder)))) return state;
    if (attempt === ATTEMPTS) throw new StoreError('STORE_LOCKED', 'the store is being written by another process');
    await new Promise((resolve) => setTimeout(resolve, 5 * attempt));
  }
}

/** Sizes and times of all files: they differ where a process writes to the store. */
export async function signature(folder: string): Promise<string> {
  const lines: string[] = [];
  for (const name of await namesIn(folder)) {
    const found = await stat(join(folder, name), { bigint: true }).catch(() => undefined);
    lines.push(`${name} ${found?.ino} ${found?.size} ${found?.mtimeNs}`);
  }
  return lines.join('\n');
}

/** Whether a manifest is that of a database without changes, or the beginning of it. */
function isFirst(bytes: Uint8Array): boolean {
  const manifest = readManifest(bytes);
  return manifest === undefined ? readLog(bytes).every(({ kind }) => kind === 'torn') : manifest.sequence === 0;
}

class FolderCheck {
  readonly #folder: string;
  readonly #metaKey: string;
  readonly #problems: StoreProblem[] = [];
  #meta: Change | undefined;

  constructor(folder: string, metaKey: string) {
    this.#folder = folder;
    this.#metaKey = metaKey;
  }

  async run(): Promise<FolderState> {
    // First: by the time that the others are read, they can only have more.
    const [names, written] = [await namesIn(this.#folder), await this.#written()];
    const state = { names: names.filter(isStoreFile), written: written === 'missing' ? undefined : written };
    const wasWritten = written === 'missing' ? 0 : (state.written?.sequence ?? 1);
    if (!names.includes(CURRENT)) {
      const isNew = wasWritten === 0 && !(await this.#hasData(state.names));
      if (!isNew) this.#problem(CURRENT, 'is missing');
      return this.#end({ ...state, isNew, manifest: undefined, sequence: 0 });
    }
    const manifest = await this.#manifest(state.names);
    if (manifest === undefined) return this.#end({ ...state, isNew: false, manifest, sequence: 0 });
    await this.#tables(state.names, manifest);
    const sequence = await this.#logs(state.names, manifest, wasWritten);
    const isNew = written !== 'missing' && wasWritten === 0 && sequence === 0;
    if (!isNew && this.#problems.length === 0 && this.#meta === undefined) {
      this.#problem(CURRENT, 'leads to a database without the format and options of a store');
    }
    return this.#end({ ...state, isNew, manifest, sequence });
  }

  #end(state: Omit<FolderState, 'problems' | 'meta'>): FolderState {
    return { ...state, problems: this.#problems, meta: this.#meta?.value };
  }

  #problem(file: string, problem: string): void {
    this.#problems.push({ file, problem });
  }

  #read(name: string): Promise<Uint8Array> {
    return readFile(join(this.#folder, name));
  }

  async #written(): Promise<Written | 'missing' | undefined> {
    const bytes = await this.#read(WRITTEN).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
      throw error;
    });
    if (bytes === undefined) return 'missing';
    const written = readWritten(bytes);
    if (written === undefined) this.#problem(WRITTEN, 'is damaged');
    return written;
  }

  /** Whether a folder without CURRENT has more than a kill leaves behind before the first change. */
  async #hasData(names: readonly string[]): Promise<boolean> {
    for (const name of names) {
      if (tableNumber(name) !== undefined) return true;
      if (logNumber(name) !== undefined && (await this.#read(name)).length > 0) return true;
      if (isManifest(name) && !isFirst(await this.#read(name))) return true;
    }
    return false;
  }

  async #manifest(names: readonly string[]): Promise<Manifest | undefined> {
    const current = new TextDecoder('latin1').decode(await this.#read(CURRENT));
    const [, name = ''] = /^(MANIFEST-\d+)\n$/.exec(current) ?? [];
    if (!names.includes(name)) {
      this.#problem(CURRENT, name === '' ? 'is damaged' : `names ${name}, which is missing`);
      return undefined;
    }
    const manifest = readManifest(await this.#read(name));
    if (manifest === undefined) this.#problem(name, 'is damaged');
    return manifest;
  }

  async #tables(names: readonly string[], { tables }: Manifest): Promise<void> {
    const byNumber = new Map(names.map((name) => [tableNumber(name), name]));
    for (const [number, entry] of tables) {
      const name = byNumber.get(number);
      if (name === undefined) this.#problem(`${String(number).padStart(6, '0')}.ldb`, 'is missing');
      else if (!this.#isTable(await this.#read(name), entry)) this.#problem(name, 'is damaged');
    }
  }

  #isTable(bytes: Uint8Array, { size, smallest, largest }: TableEntry): boolean {
    const blocks = bytes.length === size ? dataBlocks(bytes) : undefined;
    if (blocks === undefined || !blocks.every((block) => isIntact(bytes, block))) return false;
    const [first, last] = [blocks[0], blocks.at(-1)].map((block) => block && blockChanges(bytes, block));
    const isNamed = keyOf(first?.[0]) === keyText(smallest) && keyOf(last?.at(-1)) === keyText(largest);
    // Keys are sorted: the blocks behind the key need not be read.
    for (const block of isNamed ? blocks : []) {
      const changes = blockChanges(bytes, block) ?? [];
      for (const change of changes) this.#seen(change);
      if ((keyOf(changes.at(-1)) ?? '') > this.#metaKey) break;
    }
    return isNamed;
  }

  /** The sequence number of the last change. What stands behind it was never written completely. */
  async #logs(names: readonly string[], { log, sequence }: Manifest, written: number): Promise<number> {
    const logs = names
      .map((name) => ({ name, number: logNumber(name) ?? -1 }))
      .filter(({ number }) => number >= log)
      .sort((one, other) => one.number - other.number);
    // A new database has no log yet.
    if (log > 0 && logs[0]?.number !== log) this.#problem(`${String(log).padStart(6, '0')}.log`, 'is missing');
    let last = sequence;
    const unread: StoreProblem[] = [];
    for (const { name } of logs) {
      for (const { kind, offset, payload } of readLog(await this.#read(name))) {
        const changes = kind === 'record' ? readable(() => readBatch(payload)) : undefined;
        if (changes === undefined) {
          if (kind !== 'torn') unread.push({ file: name, problem: `is damaged from byte ${offset} on` });
          break;
        }
        if (unread.length > 0) continue;
        for (const change of changes) {
          last = Math.max(last, change.sequence);
          this.#seen(change);
        }
      }
    }
    if (last < written) {
      const names = unread.length > 0 ? unread : [{ file: logs.at(-1)?.name ?? '*.log', problem: 'has lost its end' }];
      this.#problems.push(...names);
    } else if (written === 0) this.#problems.push(...unread);
    return last;
  }

  #seen(change: Change): void {
    if (change.sequence < (this.#meta?.sequence ?? 0) || textOf(change.key) !== this.#metaKey) return;
    this.#meta = change;
  }
}

const decoder = new TextDecoder('latin1');
const textOf = (key: Uint8Array): string => decoder.decode(key);
const keyOf = (change: Change | undefined): string | undefined => change && textOf(change.key);
/** Keys of a manifest end in a sequence number. */
const keyText = (key: Uint8Array): string => textOf(key.subarray(0, -8));
