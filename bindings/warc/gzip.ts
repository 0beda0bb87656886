/** Members of a gzip file (RFC 1952), of which a WARC has one for each record. */
import { constants, crc32, createInflateRaw, type InflateRaw, inflateRawSync } from 'node:zlib';
import { InputError } from '../errors.ts';
import type { Window } from './window.ts';

const MAGIC = Buffer.from([0x1f, 0x8b, 0x08]);
const TRAILER_BYTES = 8;
/** Compressed bytes and, inflated, bytes of a member that is taken in one piece. */
const WHOLE_BYTES = 1024 * 1024;
const WHOLE_MOST = 8 * WHOLE_BYTES;
/** Bytes of output that are made room for at once. */
const CHUNK_BYTES = 64 * 1024;

const FLAG_CRC = 2;
const FLAG_EXTRA = 4;
const FLAG_NAME = 8;
const FLAG_COMMENT = 16;

/** Bytes of the header of a member; undefined where there is none or not all of it. */
function headerBytes(bytes: Buffer): number | undefined {
  if (bytes.length < 10 || !bytes.subarray(0, 3).equals(MAGIC)) return undefined;
  const flags = bytes[3] ?? 0;
  let at = 10;
  if (flags & FLAG_EXTRA) {
    if (bytes.length < at + 2) return undefined;
    at += 2 + bytes.readUInt16LE(at);
  }
  for (const flag of [FLAG_NAME, FLAG_COMMENT]) {
    if (!(flags & flag)) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  if (flags & FLAG_CRC) at += 2;
  return at < bytes.length ? at : undefined;
}

export const startsMember = (bytes: Buffer): boolean => bytes.subarray(0, 3).equals(MAGIC);

/** Where the next member may begin, from a place on. */
export const findMember = (bytes: Buffer, from: number): number => bytes.indexOf(MAGIC, from);

/** The first bytes of what a member holds, as far as they can be had of the bytes that are there. */
export function peekMember(bytes: Buffer): Buffer {
  const header = headerBytes(bytes);
  if (header === undefined) return Buffer.alloc(0);
  try {
    return inflateRawSync(bytes.subarray(header, header + 1024), { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}

const damaged = (cause: unknown): InputError =>
  new InputError(`broken gzip: ${cause instanceof Error ? cause.message : String(cause)}`, 'INPUT_DAMAGED', { cause });

/**
 * What the member at the window's beginning holds, in one piece, and the window moved behind it; undefined, and nothing
 * moved, for one that is too large for that.
 *
 * @throws {InputError} `INPUT_DAMAGED`; the window is where it was
 */
export async function takeMember(window: Window): Promise<Buffer | undefined> {
  for (let wanted = CHUNK_BYTES; ; wanted *= 4) {
    const isAll = !(await window.fill(wanted)) || window.isOver;
    const { bytes } = window;
    const header = headerBytes(bytes);
    if (header === undefined) {
      if (isAll) throw damaged('the header of a member is cut off');
      continue;
    }
    try {
      const options = { info: true, chunkSize: CHUNK_BYTES, maxOutputLength: WHOLE_MOST } as const;
      // With `info` there are two parts of the result, which the types do not know.
      const { buffer, engine } = inflateRawSync(bytes.subarray(header), options) as unknown as {
        buffer: Buffer;
        engine: { bytesWritten: number };
      };
      const end = header + engine.bytesWritten;
      if (bytes.length < end + TRAILER_BYTES) {
        if (isAll) throw damaged('the last member is cut off');
        continue;
      }
      // Where a member ends that is not what it was, is not to be believed.
      const isIntact = bytes.readUInt32LE(end) === crc32(buffer) && bytes.readUInt32LE(end + 4) === buffer.length;
      if (!isIntact) throw damaged('the checksum of a member is wrong');
      window.take(end + TRAILER_BYTES);
      return buffer;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ERR_BUFFER_TOO_LARGE') return undefined;
      if (error instanceof InputError || code !== 'Z_BUF_ERROR' || isAll) {
        throw error instanceof InputError ? error : damaged(error);
      }
      if (window.length >= WHOLE_BYTES) return undefined;
    }
  }
}

/** What the member at the window's beginning holds, as it comes; the window is behind it when it has ended. */
export async function* streamMember(window: Window): AsyncGenerator<Uint8Array> {
  await window.fill(CHUNK_BYTES);
  const header = headerBytes(window.bytes);
  if (header === undefined) throw damaged('the header of a member is cut off');
  window.take(header);
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  const feeding = feed(window, inflate).catch((error: unknown) => {
    inflate.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  let crc = 0;
  let length = 0;
  try {
    for await (const part of inflate as AsyncIterable<Buffer>) {
      crc = crc32(part, crc);
      length += part.length;
      yield part;
    }
  } catch (error) {
    throw error instanceof InputError ? error : damaged(error);
  }
  await feeding;
  if (!(await window.fill(TRAILER_BYTES))) throw damaged('the last member is cut off');
  const { bytes } = window;
  const isIntact = bytes.readUInt32LE(0) === crc && bytes.readUInt32LE(4) === length % 2 ** 32;
  window.take(TRAILER_BYTES);
  if (!isIntact) throw damaged('the checksum of a member is wrong');
}

/** Gives compressed bytes until there were too many, and takes from the window what was wanted. */
async function feed(window: Window, inflate: InflateRaw): Promise<void> {
  let fed = 0;
  for (let over = 0; over === 0; ) {
    if (!(await window.fill(1))) throw damaged('the last member is cut off');
    const chunk = Buffer.from(window.bytes.subarray(0, CHUNK_BYTES));
    await new Promise<void>((resolve, reject) => {
      inflate.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
    fed += chunk.length;
    over = fed - inflate.bytesWritten;
    window.take(chunk.length - over);
  }
}
