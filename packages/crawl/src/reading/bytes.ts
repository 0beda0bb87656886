import { constants, createReadStream, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { addAbortSignal, type Readable } from 'node:stream';

/** Four times Node's default, because reading then takes half the time. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Opens a file when the first chunk is requested.
 *
 * @throws errors of the system, and an `AbortError` when the signal fires
 */
export async function* openFile(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  const isPipe = statSync(path, { throwIfNoEntry: false })?.isFIFO() === true;
  const stream = isPipe ? openPipe(path) : createReadStream(path, { highWaterMark: CHUNK_BYTES });
  yield* signal === undefined ? stream : addAbortSignal(signal, stream);
}

/** A thread pool cannot cancel opening or reading a named pipe, which would keep the process alive. */
const openPipe = (path: string): Readable =>
  new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false });

/** Buffers bytes of a source until they are consumed. */
export class Feed {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #isOver = false;
  bytes: Buffer = Buffer.alloc(0);
  /** Offset of the first buffered byte in the source. */
  offset = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** True if the source is known to end with `bytes`. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Fills the buffer to at least this length; false if the source ends before. Views of `bytes` remain valid. */
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
    // Without a copy.
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

  /** All remaining bytes, in chunks. Closes the source at the end. */
  async *rest(): AsyncGenerator<Buffer> {
    try {
      while (await this.want(1)) yield this.take(this.bytes.length);
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
