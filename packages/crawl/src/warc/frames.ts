/** Decompresses the frames of a zstd file (RFC 8878) one by one. Node has zstd from version 22.15 on. */
import * as zlib from 'node:zlib';
import type { Feed } from '../reading/bytes.ts';
import { Steps } from '../reading/steps.ts';
import type { Part } from './cursor.ts';
import { CUT_OFF } from './gzip-member.ts';

const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Magic number of a skippable frame: any of 0x184d2a50 to 0x184d2a5f (RFC 8878). */
const SKIPPABLE = 0x184d2a50;
/** Bytes of its header: the magic number, and the length of its content. */
const SKIPPABLE_BYTES = 8;

/** Bytes read at once when searching for the next frame. */
const FILL_BYTES = 1024 * 1024;

/** Maximum length of a frame header, and length of a block header. */
const HEADER_BYTES = 18;
const BLOCK_HEADER_BYTES = 3;

/** True if bytes begin with a frame of compressed data. */
export const isFrame = (bytes: Uint8Array): boolean => MAGIC.every((byte, index) => bytes[index] === byte);

export const isZstd = (bytes: Uint8Array): boolean => isFrame(bytes) || isSkippable(Buffer.from(bytes.subarray(0, 4)));

const isSkippable = (bytes: Buffer): boolean => bytes.length >= 4 && (bytes.readUInt32LE(0) & ~15) === SKIPPABLE;

/** The types of the oldest Node lack the function. */
const create: unknown = Reflect.get(zlib, 'createZstdDecompress');

/** True if this Node has zstd. */
export const canDecompress = (): boolean => typeof create === 'function';

interface FrameHeader {
  readonly length: number;
  /** Bytes of the checksum after the last block. */
  readonly checksum: number;
  readonly hasDictionary: boolean;
}

/** The header of a frame; its bytes must be complete. */
function frameHeader(bytes: Buffer): FrameHeader {
  const flags = bytes[4] ?? 0;
  const isSingle = (flags & 0x20) !== 0;
  const size = flags >> 6;
  const [dictionary = 0] = [[0, 1, 2, 4][flags & 3]];
  const length = 5 + (isSingle ? 0 : 1) + dictionary + (size === 0 ? Number(isSingle) : 2 ** size);
  return { length, checksum: (flags & 4) === 0 ? 0 : 4, hasDictionary: dictionary > 0 };
}

/**
 * The pieces of a compressed file; one block, of at most 128 KiB, is held at a time. Damaged frames are reported and
 * skipped.
 */
export async function* readFrames(feed: Feed): AsyncGenerator<Part> {
  while (await feed.want(1)) {
    const { offset } = feed;
    await feed.want(HEADER_BYTES);
    if (isSkippable(feed.bytes)) {
      const hasLength = feed.bytes.length >= SKIPPABLE_BYTES;
      if (hasLength && (await skip(feed, SKIPPABLE_BYTES + feed.bytes.readUInt32LE(4)))) continue;
      yield { damage: `broken zstd: ${CUT_OFF}`, offset };
      return;
    }
    const problem = isFrame(feed.bytes) ? yield* readFrame(feed) : 'it does not begin like a frame';
    if (problem === undefined) continue;
    yield { damage: `broken zstd: ${problem}`, offset };
    if (feed.offset === offset) feed.take(1);
    await skipToFrame(feed);
  }
}

/** Decompresses one frame block by block; returns a description of its damage. */
async function* readFrame(feed: Feed): AsyncGenerator<Part, string | undefined> {
  const member = feed.offset;
  const { length, checksum, hasDictionary } = frameHeader(feed.bytes);
  if (hasDictionary) return 'it needs a dictionary, which is not supported';
  const frame = new Steps((create as () => zlib.BrotliDecompress)());
  let at = 0;
  try {
    await frame.write(feed.take(length));
    for (let isLast = false; !isLast; ) {
      if (!(await feed.want(BLOCK_HEADER_BYTES))) return CUT_OFF;
      const head = feed.bytes.readUIntLE(0, BLOCK_HEADER_BYTES);
      isLast = (head & 1) === 1;
      // A block of type 1 repeats one byte.
      const size = BLOCK_HEADER_BYTES + ((head & 6) === 2 ? 1 : head >> 3) + (isLast ? checksum : 0);
      if (!(await feed.want(size))) return CUT_OFF;
      await frame.write(feed.take(size));
      if (isLast) await frame.end();
      for (const bytes of frame.output.splice(0)) {
        yield { bytes, member, at, isLast: false };
        at += bytes.length;
      }
    }
    yield { bytes: Buffer.alloc(0), member, at, isLast: true };
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    frame.close();
  }
}

/** Skips bytes, possibly more than are in memory; false if the input ends before. */
async function skip(feed: Feed, length: number): Promise<boolean> {
  for (let left = length; left > 0; ) {
    if (!(await feed.want(1))) return false;
    left -= feed.take(left).length;
  }
  return true;
}

async function skipToFrame(feed: Feed): Promise<void> {
  for (let at = feed.bytes.indexOf(MAGIC); ; at = feed.bytes.indexOf(MAGIC)) {
    if (at >= 0 || feed.isOver) {
      feed.take(at < 0 ? feed.bytes.length : at);
      return;
    }
    feed.take(Math.max(feed.bytes.length - MAGIC.length + 1, 0));
    await feed.want(FILL_BYTES);
  }
}
