/**
 * Blocks: lists of values, each with its location and checksum. The block of each batch of changes is written twice: before its values,
 * and in the index. Little endian.
 *
 *   0       4          8        12            16
 *   │ magic │ checksum │ length │ head length │ head, JSON │ entries │      checksum: of all that follows it
 *
 * An entry:
 *
 *   0      1        5         9      13       17       21         25            29
 *   │ kind │ bucket │ written │ file │ offset │ length │ checksum │ name length │ name of the site │
 */
import { crc32 } from 'node:zlib';

const MAGIC = Buffer.from('refr');
const HEADER_BYTES = 16;
const ENTRY_BYTES = 29;

export interface ValueLocation {
  readonly file: number;
  readonly offset: number;
  readonly length: number;
  readonly checksum: number;
  /** Generation of the batch that first wrote the value; unchanged when the value is moved. */
  readonly written: number;
}

/** `forgotten`: a tombstone of a removed site, without bytes. */
export const KIND = { record: 1, template: 2, ids: 3, forgotten: 4 } as const;

export type Kind = (typeof KIND)[keyof typeof KIND];

export interface Entry {
  readonly kind: Kind;
  readonly site: string;
  /** For ids: the number of their bucket. For a record: the number of the site's buckets. */
  readonly bucket: number;
  readonly location: ValueLocation;
}

export interface BlockHead {
  /** Random digits that identify the store: blocks of another store are rejected. */
  readonly store: string;
  readonly options: string;
  readonly generation: number;
  /** Number of sites with a record after the batch. */
  readonly sites: number;
  /** Location of the block; number of bytes of the values after it. */
  readonly file: number;
  readonly offset: number;
  readonly values: number;
}

export interface Block {
  readonly head: BlockHead;
  readonly entries: Buffer;
  /** Offset in the input bytes. */
  readonly end: number;
}

export interface Value extends Omit<Entry, 'location'> {
  readonly bytes: Uint8Array;
  /** Generation; undefined for the batch that is being written. */
  readonly written?: number | undefined;
}

/** The header of a block and the entries of its values, which follow it. */
export function locateValues(given: Omit<BlockHead, 'values'>, values: readonly Value[]) {
  const head: BlockHead = { ...given, values: values.reduce((sum, { bytes }) => sum + bytes.length, 0) };
  const names = values.map(({ site }) => Buffer.from(site));
  const entries = Buffer.alloc(names.reduce((sum, name) => sum + ENTRY_BYTES + name.length, 0));
  let offset = head.offset + HEADER_BYTES + headOf(head).length + entries.length;
  let at = 0;
  for (const [index, { kind, bucket, bytes, written = head.generation }] of values.entries()) {
    const name = names[index] as Buffer;
    entries[at] = kind;
    const numbers = [bucket, written, head.file, offset, bytes.length, checksumOf(bytes), name.length];
    for (const [column, number] of numbers.entries()) entries.writeInt32LE(number | 0, at + 1 + 4 * column);
    name.copy(entries, at + ENTRY_BYTES);
    at += ENTRY_BYTES + name.length;
    offset += bytes.length;
  }
  return { head, entries };
}

const headOf = (head: BlockHead): Buffer => Buffer.from(JSON.stringify(head));

/** Signed, because V8 stores it as a small integer. */
export const checksumOf = (bytes: Uint8Array): number => crc32(bytes) | 0;

export const entryEnd = (bytes: Buffer, at: number): number => at + ENTRY_BYTES + bytes.readUInt32LE(at + 25);

export const locationAt = (bytes: Buffer, at: number): ValueLocation => ({
  written: generationAt(bytes, at),
  file: bytes.readUInt32LE(at + 9),
  offset: bytes.readUInt32LE(at + 13),
  length: bytes.readUInt32LE(at + 17),
  checksum: bytes.readInt32LE(at + 21),
});

export const kindAt = (bytes: Buffer, at: number): Kind => bytes[at] as Kind;
export const generationAt = (bytes: Buffer, at: number): number => bytes.readUInt32LE(at + 5);
export const bucketAt = (bytes: Buffer, at: number): number => bytes.readUInt32LE(at + 1);
export const nameStart = (at: number): number => at + ENTRY_BYTES;

export const entryAt = (bytes: Buffer, at: number): Entry => ({
  kind: kindAt(bytes, at),
  site: bytes.toString('utf8', nameStart(at), entryEnd(bytes, at)),
  bucket: bucketAt(bytes, at),
  location: locationAt(bytes, at),
});

export function* entriesIn(bytes: Buffer): Generator<Entry> {
  for (let at = 0; at < bytes.length; at = entryEnd(bytes, at)) yield entryAt(bytes, at);
}

export function writeBlock(head: BlockHead, entries: Buffer): Buffer {
  const headBytes = headOf(head);
  const block = Buffer.concat([Buffer.alloc(HEADER_BYTES), headBytes, entries]);
  MAGIC.copy(block);
  block.writeUInt32LE(block.length, 8);
  block.writeUInt32LE(headBytes.length, 12);
  block.writeInt32LE(checksumOf(block.subarray(8)), 4);
  return block;
}

/** The intact block of the store at an offset, if any. `store`: undefined if unknown. */
function readBlock(bytes: Buffer, start: number, store: string | undefined): Block | undefined {
  if (start + HEADER_BYTES > bytes.length || !MAGIC.equals(bytes.subarray(start, start + 4))) return undefined;
  const end = start + bytes.readUInt32LE(start + 8);
  if (end < start + HEADER_BYTES || end > bytes.length) return undefined;
  const block = bytes.subarray(start, end);
  if (checksumOf(block.subarray(8)) !== block.readInt32LE(4)) return undefined;
  const headEnd = HEADER_BYTES + block.readUInt32LE(12);
  const head = JSON.parse(block.toString('utf8', HEADER_BYTES, headEnd)) as BlockHead;
  if (store !== undefined && head.store !== store) return undefined;
  return { head, entries: block.subarray(headEnd), end };
}

export interface Blocks {
  readonly blocks: readonly Block[];
  /** Offset of the first bytes that are not a block; undefined for an intact file. */
  readonly damagedAt: number | undefined;
}

/**
 * The intact blocks of a file, including those after damaged bytes.
 *
 * @param file the number of a file of values; undefined for an index, which has only blocks
 */
export function readBlocks(bytes: Buffer, { store, file }: { store: string | undefined; file?: number }): Blocks {
  const blocks: Block[] = [];
  let damagedAt: number | undefined;
  let at = 0;
  while (at >= 0 && at < bytes.length) {
    const block = readBlock(bytes, at, store);
    const isHere = file === undefined || (block?.head.file === file && block.head.offset === at);
    if (block !== undefined && isHere) {
      blocks.push(block);
      at = block.end + (file === undefined ? 0 : block.head.values);
    } else {
      damagedAt ??= at;
      at = bytes.indexOf(MAGIC, at + 1);
    }
  }
  if (at > bytes.length) damagedAt ??= bytes.length;
  return { blocks, damagedAt };
}
