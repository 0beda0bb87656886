/**
 * A table: sorted entries in blocks, an index of the blocks, a filter.
 *
 *   │ data blocks │ filter │ list of filters │ index │ where list and index are, 40 bytes │ magic number, 8 bytes │
 *
 * After each block stand the kind of its compression and the checksum of both, five bytes.
 */
import { crc32c, masked } from './crc32c.ts';
import { Cursor, readable, Unreadable } from './cursor.ts';
import { uncompressed } from './snappy.ts';
import type { Change } from './write-batch.ts';

const FOOTER_BYTES = 48;
const MAGIC = 0xdb47_7524_8b80_fb57n;
const AFTER_BLOCK_BYTES = 5;
/** A sequence number and whether the key was deleted follow each key. */
const KEY_END_BYTES = 8;

/** A part of the file, without what follows a block. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

interface Entry {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

const extent = (cursor: Cursor): Extent => {
  const start = cursor.varint();
  return { start, end: start + cursor.varint() };
};

/** Kinds of compression. */
const [NONE, SNAPPY] = [0, 1];

/** Whether the bytes of a block are what was written. */
export function isIntact(bytes: Uint8Array, { start, end }: Extent): boolean {
  if (end + AFTER_BLOCK_BYTES > bytes.length) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = bytes[end];
  return (kind === NONE || kind === SNAPPY) && masked(crc32c(bytes, start, end + 1)) === view.getUint32(end + 1, true);
}

/** The contents of a block. */
function contents(bytes: Uint8Array, at: Extent): Uint8Array {
  if (!isIntact(bytes, at)) throw new Unreadable();
  const stored = bytes.subarray(at.start, at.end);
  return bytes[at.end] === SNAPPY ? uncompressed(stored) : stored;
}

/** Where the entries of a block end: where its restarts are, and how many, follow them. */
function entriesEnd(block: Uint8Array): number {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const end = block.length < 4 ? -1 : block.length - 4 * (1 + view.getUint32(block.length - 4, true));
  if (end < 0) throw new Unreadable();
  return end;
}

function* entriesOf(bytes: Uint8Array, start: number, end: number): Generator<Entry> {
  const cursor = new Cursor(bytes, start, end);
  let key = new Uint8Array();
  while (!cursor.isAtEnd) {
    const shared = cursor.varint();
    const added = cursor.varint();
    const length = cursor.varint();
    if (shared > key.length) throw new Unreadable();
    const next = new Uint8Array(shared + added);
    next.set(key.subarray(0, shared));
    next.set(cursor.take(added), shared);
    key = next;
    yield { key, value: cursor.take(length) };
  }
}

/** The change that an entry is. */
function changeOf({ key, value }: Entry): Change {
  const end = new Cursor(key, key.length - KEY_END_BYTES);
  if (key.length < KEY_END_BYTES) throw new Unreadable();
  const isDeleted = end.byte() === 0;
  let sequence = 0;
  for (let unit = 1; !end.isAtEnd; unit *= 256) sequence += end.byte() * unit;
  return { sequence, key: key.subarray(0, -KEY_END_BYTES), value: isDeleted ? undefined : value };
}

/** Whether the end of a table is there. */
export function endsAsTable(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes.length >= FOOTER_BYTES && view.getBigUint64(bytes.length - 8, true) === MAGIC;
}

/** The data blocks of a table; undefined where its end, its index or its filter is damaged. */
export function dataBlocks(bytes: Uint8Array): Extent[] | undefined {
  return readable(() => {
    if (!endsAsTable(bytes)) throw new Unreadable();
    const footer = new Cursor(bytes, bytes.length - FOOTER_BYTES);
    const [filters, index] = [extent(footer), extent(footer)];
    for (const { value } of allEntries(bytes, filters)) {
      if (!isIntact(bytes, extent(new Cursor(value)))) throw new Unreadable();
    }
    return allEntries(bytes, index).map(({ value }) => extent(new Cursor(value)));
  });
}

function allEntries(bytes: Uint8Array, at: Extent): Entry[] {
  const block = contents(bytes, at);
  return [...entriesOf(block, 0, entriesEnd(block))];
}

/** The changes of a data block; undefined where it is damaged. */
export function blockChanges(bytes: Uint8Array, at: Extent): Change[] | undefined {
  return readable(() => allEntries(bytes, at).map(changeOf));
}

/** Changes of a damaged block as far as it can be read, from its start and from each restart. They must be checked. */
export function* damagedChanges(bytes: Uint8Array, { start, end: limit }: Extent): Generator<Change> {
  const block = bytes.subarray(start, limit);
  const end = readable(() => entriesEnd(block));
  const starts = new Set([0]);
  if (end !== undefined) {
    const restarts = new Cursor(block, end, block.length - 4);
    while (!restarts.isAtEnd) starts.add(restarts.uint32());
  }
  for (const from of starts) {
    const entries = entriesOf(block, from, end ?? block.length);
    for (;;) {
      const entry = readable(() => entries.next());
      if (entry === undefined || entry.done === true) break;
      const change = readable(() => changeOf(entry.value));
      if (change !== undefined) yield change;
    }
  }
}

/** LevelDB writes a whole key at every sixteenth entry. */
const RESTART_INTERVAL = 16;

/**
 * The extents of data blocks of a table without an index. Blocks follow one another; the end of one is where its number of
 * restarts, and then its checksum, are right. What lies between blocks that are found is one damaged block.
 */
export function* blocksWithoutIndex(bytes: Uint8Array): Generator<Extent> {
  let damaged = 0;
  // A block begins with a whole key: nothing of it is shared.
  for (let start = 0; start >= 0; ) {
    const end = endOfBlock(bytes, start);
    if (end === undefined) {
      start = bytes.indexOf(0, start + 1);
      continue;
    }
    if (damaged < start) yield { start: damaged, end: start };
    yield { start, end };
    damaged = start = end + AFTER_BLOCK_BYTES;
  }
  if (damaged < bytes.length) yield { start: damaged, end: bytes.length };
}

function endOfBlock(bytes: Uint8Array, start: number): number | undefined {
  return readable(() => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const cursor = new Cursor(bytes, start);
    for (let entries = 1; ; entries += 1) {
      cursor.varint();
      const added = cursor.varint();
      const length = cursor.varint();
      cursor.take(added);
      cursor.take(length);
      const restarts = Math.ceil(entries / RESTART_INTERVAL);
      const end = cursor.at + 4 * (restarts + 1);
      if (end > bytes.length) throw new Unreadable();
      if (view.getUint32(end - 4, true) === restarts && isIntact(bytes, { start, end })) return end;
    }
  });
}
