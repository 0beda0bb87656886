/** Reads all changes in the files of a store, damaged or not. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderState } from './folder-check.ts';
import { Cursor, readable } from './leveldb/cursor.ts';
import { readLog, startsAsLog } from './leveldb/log-file.ts';
import { logNumber, tableNumber } from './leveldb/names.ts';
import { blockChanges, blocksWithoutIndex, damagedChanges, dataBlocks, endsAsTable } from './leveldb/table-file.ts';
import { type Change, readBatch, readChange } from './leveldb/write-batch.ts';

/** A change, and where it was found. */
export interface Found extends Change {
  /** Whether it has the checksum that LevelDB gave it. Other changes must be checked by what they hold. */
  readonly isIntact: boolean;
  readonly file: string;
  /** The file. The value is a part of it, or of a copy. */
  readonly bytes: Uint8Array;
}

/** Higher than any sequence number that LevelDB gives. */
const NEWEST = 2 ** 52;

interface Source {
  readonly file: string;
  readonly isTable: boolean;
}

/** Files whose changes count, tables first, then logs in the order of their numbers. */
function sourcesOf({ names, manifest, problems }: FolderState): Source[] {
  const isUsed = (name: string): boolean => {
    // Files of a damaged store may stand under other names. Of two changes of a key the later one holds in any case.
    if (manifest === undefined || problems.length > 0) return true;
    return manifest.tables.has(tableNumber(name) ?? -1) || (logNumber(name) ?? -1) >= manifest.log;
  };
  const order = (name: string): number => logNumber(name) ?? Number.MAX_SAFE_INTEGER;
  return names
    .filter(isUsed)
    .sort((one, other) => order(one) - order(other))
    .map((file) => ({ file, isTable: tableNumber(file) !== undefined }));
}

/** All changes that can be read, in any order. */
export async function* changesIn(folder: string, state: FolderState): AsyncGenerator<Found> {
  const parts: LogPart[] = [];
  for (const { file, isTable } of sourcesOf(state)) {
    const bytes = await readFile(join(folder, file));
    if (endsAsTable(bytes) || (isTable && !startsAsLog(bytes))) {
      for (const found of tableChanges(bytes)) yield { ...found, file, bytes };
    } else parts.push(...logParts(file, bytes));
  }
  for (const [at, part] of parts.entries()) {
    const { file, bytes, isIntact } = part;
    for (const change of isIntact ? part.changes : numbered(parts, at)) yield { ...change, isIntact, file, bytes };
  }
}

type TableChange = Change & { readonly isIntact: boolean };

function* tableChanges(bytes: Uint8Array): Generator<TableChange> {
  for (const block of dataBlocks(bytes) ?? blocksWithoutIndex(bytes)) {
    const changes = blockChanges(bytes, block);
    const isIntact = changes !== undefined;
    for (const change of changes ?? damagedChanges(bytes, block)) yield { ...change, isIntact };
  }
}

interface LogPart {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly isIntact: boolean;
  readonly changes: readonly Change[];
}

function logParts(file: string, bytes: Uint8Array): LogPart[] {
  return readLog(bytes).map(({ kind, payload }) => {
    const changes = kind === 'record' ? readable(() => readBatch(payload)) : undefined;
    return { file, bytes, isIntact: changes !== undefined, changes: changes ?? [...changesAnywhere(payload)] };
  });
}

const VALUE = 1;
/** First character of the key of a record. */
const RECORD = 's'.charCodeAt(0);

/** Whatever looks like the record of a site, at any offset. Sequence numbers are missing. */
function* changesAnywhere(bytes: Uint8Array): Generator<Change> {
  for (let at = bytes.indexOf(VALUE); at >= 0; at = bytes.indexOf(VALUE, at)) {
    const cursor = new Cursor(bytes, at);
    const change = readable(() => readChange(cursor));
    const isRecord = change?.value !== undefined && change.key[0] === RECORD && change.value.length > 0;
    at += 1;
    if (isRecord) yield { sequence: 0, ...change };
  }
}

/** The changes of a damaged part, with numbers between those of its neighbours. */
function numbered(parts: readonly LogPart[], at: number): Change[] {
  const { changes = [] } = parts[at] ?? {};
  const before = parts
    .slice(0, at)
    .findLast(({ isIntact }) => isIntact)
    ?.changes.at(-1)?.sequence;
  const after = parts.slice(at + 1).find(({ isIntact }) => isIntact)?.changes[0]?.sequence;
  const first = before !== undefined ? before + 1 : after !== undefined ? after - changes.length : NEWEST;
  return changes.map((change, index) => ({ ...change, sequence: first + index }));
}
