/**
 * Blocks: lists of values, each with its place and checksum. Every batch of changes has its block twice: before its values, and in the
 * index. Little endian.
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

/** Where a value is. */
export interface Place {
  /** The number of the file. */
  readonly file: number;
  readonly offset: number;
  readonly length: number;
  readonly checksum: number;
  /** The batch of changes that wrote it first. It stays where the value is moved. */
  readonly written: number;
}

/** Kinds of values: a record, a template, ids of pages, and the mark of a site that was forgotten, which has no bytes. */
export const KIND = { record: 1, template: 2, ids: 3, forgotten: 4 } as const;

type Kind = (typeof KIND)[keyof typeof KIND];

export interface Entry {
  readonly kind: Kind;
  readonly site: string;
  /** Of ids: the number of their bucket. */
  readonly bucket: number;
  readonly place: Place;
}

/** What a block says of the store, and of itself. */
export interface BlockHead {
  /** Random digits: blocks of another store are not taken for those of this one. */
  readonly store: string;
  readonly options: string;
  /** The number of the batch. */
  readonly generation: number;
  /** Sites that have a record after it. */
  readonly sites: number;
  /** Where its block is, and the bytes of the values behind it. */
  readonly file: number;
  readonly offset: number;
  readonly values: number;
}

export interface Block {
  readonly head: BlockHead;
  readonly entries: readonly Entry[];
  /** Where it ends in the bytes that it was read from. */
  readonly end: number;
}

/** A value that is to be written. */
export interface Value extends Omit<Entry, 'place'> {
  readonly bytes: Uint8Array;
  /** Undefined: the batch that writes it now. */
  readonly written?: number | undefined;
}

/** Memory and disk that an entry takes beside its value, about. */
export const entryBytes = (site: string): number => ENTRY_BYTES + site.length;

/** The entries of values that are written behind their block. */
export function placeValues(head: Omit<BlockHead, 'values'>, values: readonly Value[]) {
  const bytes = values.reduce((sum, value) => sum + value.bytes.length, 0);
  const complete: BlockHead = { ...head, values: bytes };
  const names = values.reduce((sum, { site }) => sum + ENTRY_BYTES + Buffer.byteLength(site), 0);
  let offset = head.offset + HEADER_BYTES + headOf(complete).length + names;
  const entries = values.map(({ kind, site, bucket, bytes: value, written = head.generation }): Entry => {
    const place = { file: head.file, offset, length: value.length, checksum: checksumOf(value), written };
    offset += value.length;
    return { kind, site, bucket, place };
  });
  return { head: complete, entries };
}

const headOf = (head: BlockHead): Buffer => Buffer.from(JSON.stringify(head));

/** Signed, which takes less memory. */
export const checksumOf = (bytes: Uint8Array): number => crc32(bytes) | 0;

export function writeBlock(head: BlockHead, entries: readonly Entry[]): Buffer {
  const headBytes = headOf(head);
  const names = entries.reduce((sum, { site }) => sum + ENTRY_BYTES + Buffer.byteLength(site), 0);
  const block = Buffer.alloc(HEADER_BYTES + headBytes.length + names);
  MAGIC.copy(block);
  block.writeUInt32LE(block.length, 8);
  block.writeUInt32LE(headBytes.length, 12);
  let at = HEADER_BYTES + headBytes.copy(block, HEADER_BYTES);
  for (const { kind, site, bucket, place } of entries) {
    block[at] = kind;
    const numbers = [bucket, place.written, place.file, place.offset, place.length, place.checksum];
    for (const [index, number] of numbers.entries()) block.writeUInt32LE(number >>> 0, at + 1 + 4 * index);
    const nameBytes = block.write(site, at + ENTRY_BYTES);
    block.writeUInt32LE(nameBytes, at + 25);
    at += ENTRY_BYTES + nameBytes;
  }
  block.writeInt32LE(checksumOf(block.subarray(8)), 4);
  return block;
}

/** The block at an offset; undefined where there is none of this store, or a damaged one. `store`: undefined where it is not known. */
function readBlock(bytes: Buffer, start: number, store: string | undefined): Block | undefined {
  if (start + HEADER_BYTES > bytes.length || !MAGIC.equals(bytes.subarray(start, start + 4))) return undefined;
  const end = start + bytes.readUInt32LE(start + 8);
  if (end < start + HEADER_BYTES || end > bytes.length) return undefined;
  const block = bytes.subarray(start, end);
  if (checksumOf(block.subarray(8)) !== block.readInt32LE(4)) return undefined;
  const headEnd = HEADER_BYTES + block.readUInt32LE(12);
  const head = JSON.parse(block.toString('utf8', HEADER_BYTES, headEnd)) as BlockHead;
  if (store !== undefined && head.store !== store) return undefined;
  const entries: Entry[] = [];
  for (let at = headEnd; at < block.length; ) {
    const number = (index: number): number => block.readUInt32LE(at + 1 + 4 * index);
    const nameEnd = at + ENTRY_BYTES + number(6);
    entries.push({
      kind: block[at] as Kind,
      site: block.toString('utf8', at + ENTRY_BYTES, nameEnd),
      bucket: number(0),
      place: {
        ...{ written: number(1), file: number(2), offset: number(3), length: number(4) },
        checksum: number(5) | 0,
      },
    });
    at = nameEnd;
  }
  return { head, entries, end };
}

/** What can be read of a file of blocks. */
export interface Blocks {
  readonly blocks: readonly Block[];
  /** Where the first bytes are that are no block; undefined for a whole file. */
  readonly damagedAt: number | undefined;
}

/**
 * The blocks of a file, also behind damaged ones.
 *
 * @param file of values: its number; undefined for an index, which has blocks alone
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
