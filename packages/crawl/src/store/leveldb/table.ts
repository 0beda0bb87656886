/**
 * A table: sorted entries in blocks, an index of the blocks, a filter.
 *
 *   │ data blocks │ filter │ list of filters │ index │ where list and index are, 40 bytes │ magic number, 8 bytes │
 *
 * After each block stand the kind of its compression, which stores do not use, and the checksum of both, five bytes.
 */
import { Cursor, crc32c, masked, readable, Unreadable } from './bytes.ts';
import { type Change, keyText } from './log.ts';

const FOOTER_BYTES = 48;
const MAGIC = 0xdb47_7524_8b80_fb57n;
const AFTER_BLOCK_BYTES = 5;
/** A sequence number and whether the key was deleted follow each key. */
const KEY_END_BYTES = 8;
/** LevelDB writes a whole key at every sixteenth entry, and the offsets of these entries at the end of the block. */
const RESTART_INTERVAL = 16;

/** What can be read of a table. */
export interface Table {
  readonly isWhole: boolean;
  readonly changes: readonly Change[];
}

/**
 * Reads the data blocks one after another: the end of a block is where its number of restarts and its checksum are right. So a damaged
 * block, or a damaged index, costs none of the other blocks.
 */
export function readTable(bytes: Uint8Array): Table {
  const changes: Change[] = [];
  const dataEnd = readable(() => endOfData(bytes));
  let isWhole = dataEnd !== undefined;
  // A block begins with a whole key, of which nothing is shared: with a zero.
  for (let at = 0; at >= 0 && at < (dataEnd ?? bytes.length); ) {
    const block = readable(() => readBlock(bytes, at));
    if (block === undefined) {
      isWhole = false;
      at = bytes.indexOf(0, at + 1);
      continue;
    }
    for (const change of block.changes) changes.push(change);
    at = block.end + AFTER_BLOCK_BYTES;
  }
  return { isWhole, changes };
}

/** Whether the checksum of a block is right. */
function isIntact(bytes: Uint8Array, start: number, end: number): boolean {
  if (end + AFTER_BLOCK_BYTES > bytes.length || bytes[end] !== 0) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return masked(crc32c(bytes, start, end + 1)) === view.getUint32(end + 1, true);
}

interface Block {
  readonly end: number;
  readonly changes: readonly Change[];
}

function readBlock(bytes: Uint8Array, start: number): Block {
  const changes: Change[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { at, key, value } of entriesOf(bytes, start)) {
    changes.push(changeOf(key, value));
    const restarts = Math.ceil(changes.length / RESTART_INTERVAL);
    const end = at + 4 * (restarts + 1);
    if (end > bytes.length) break;
    if (view.getUint32(end - 4, true) === restarts && isIntact(bytes, start, end)) return { end, changes };
  }
  throw new Unreadable();
}

/** Entries, each with the offset behind it. */
function* entriesOf(bytes: Uint8Array, start: number) {
  const cursor = new Cursor(bytes, start);
  let key = new Uint8Array();
  for (;;) {
    const shared = cursor.varint();
    const restBytes = cursor.varint();
    const length = cursor.varint();
    const rest = cursor.take(restBytes);
    if (shared > key.length) throw new Unreadable();
    const next = new Uint8Array(shared + rest.length);
    next.set(key.subarray(0, shared));
    next.set(rest, shared);
    key = next;
    const value = cursor.take(length);
    yield { at: cursor.at, key, value };
  }
}

function changeOf(key: Uint8Array, value: Uint8Array): Change {
  if (key.length < KEY_END_BYTES) throw new Unreadable();
  const end = new Cursor(key, key.length - KEY_END_BYTES);
  const isDeleted = end.byte() === 0;
  let sequence = 0;
  for (let unit = 1; !end.isAtEnd; unit *= 256) sequence += end.byte() * unit;
  return { sequence, key: keyText(key.subarray(0, -KEY_END_BYTES)), value: isDeleted ? undefined : value };
}

/** Where the data blocks end, after a check of everything behind them. */
function endOfData(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < FOOTER_BYTES || view.getBigUint64(bytes.length - 8, true) !== MAGIC) throw new Unreadable();
  const footer = new Cursor(bytes, bytes.length - FOOTER_BYTES);
  const filters = intactExtent(footer, bytes);
  intactExtent(footer, bytes);
  // The list has the one filter that LevelDB makes, unless it is empty: a number of restarts is all that it has then.
  if (filters.end - filters.start <= 2 * 4) return filters.start;
  const [filter] = entriesOf(bytes, filters.start);
  if (filter === undefined) throw new Unreadable();
  return intactExtent(new Cursor(filter.value), bytes).start;
}

function intactExtent(cursor: Cursor, bytes: Uint8Array): { readonly start: number; readonly end: number } {
  const start = cursor.varint();
  const end = start + cursor.varint();
  if (!isIntact(bytes, start, end)) throw new Unreadable();
  return { start, end };
}
