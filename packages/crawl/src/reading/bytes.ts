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
