/** Bytes as they come, from files and streams. */
import { createReadStream } from 'node:fs';

/** Read at a time: a quarter of the reads that Node makes by itself, in half of the time. */
const CHUNK_BYTES = 256 * 1024;

/** The bytes of a file as they are read; the file is opened when the first are asked for. */
export async function* openFile(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: CHUNK_BYTES });
}

/** The beginning of a stream, and the whole of it. */
export interface Peeked {
  /** At least as many bytes as were asked for, or all that there are. */
  readonly head: Uint8Array;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Looks at the first bytes of a stream without taking them from it. */
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

/** The parts as one; in `room`, where there is enough of it. */
export function joined(parts: readonly Uint8Array[], room?: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = new Uint8Array(
    room !== undefined && room.byteLength >= length ? room : new ArrayBuffer(length),
    0,
    length,
  );
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
