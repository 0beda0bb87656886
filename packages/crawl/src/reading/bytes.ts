/** Bytes of files and streams, in chunks. */
import { createReadStream } from 'node:fs';
import { joined } from './join.ts';

/** Bytes of one read. Four times Node's default, which halves the time. */
const CHUNK_BYTES = 256 * 1024;

/** The bytes of a file. The file is opened when the first chunk is requested. */
export async function* openFile(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: CHUNK_BYTES });
}

/** A stream whose beginning was read. */
export interface Peeked {
  /** At least as many bytes as were requested, or the whole stream. */
  readonly head: Uint8Array;
  /** The whole stream, its beginning included. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Reads the first bytes of a stream, which stay a part of it. */
export async function peek(chunks: AsyncIterable<Uint8Array>, wanted: number): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < wanted) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    first.push(value);
    length += value.length;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* first.splice(0);
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head: joined(first), chunks: all() };
}

/** A buffer of the bytes of a source that were not taken yet. */
export class Feed {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #isOver = false;
  bytes: Buffer = Buffer.alloc(0);
  /** Offset of the first of them in the source. */
  offset = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Whether the source has no bytes after `bytes`, as far as is known. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Fills the buffer to at least this length; false where the source ends before. Views of `bytes` stay valid. */
  async want(length: number): Promise<boolean> {
    if (this.bytes.length >= length) return true;
    const parts: Uint8Array[] = this.bytes.length === 0 ? [] : [this.bytes];
    let have = this.bytes.length;
    while (have < length && !this.#isOver) {
      const { done, value } = await this.#chunks.next();
      if (done === true) this.#isOver = true;
      else {
        parts.push(value);
        have += value.length;
      }
    }
    const [only] = parts;
    // One chunk is the usual case, and needs no copy.
    if (parts.length === 1 && only !== undefined) this.bytes = Buffer.from(only.buffer, only.byteOffset, only.length);
    else if (parts.length > 1) this.bytes = Buffer.concat(parts, have);
    return have >= length;
  }

  take(length: number): Buffer {
    const taken = this.bytes.subarray(0, length);
    this.bytes = this.bytes.subarray(length);
    this.offset += taken.length;
    return taken;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
