import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { InputError } from 'refrain';
import { codeOf } from '../errors.ts';
import { Feed } from './bytes.ts';
import { tooLargeError } from './join.ts';
import { CHUNKS, Steps } from './steps.ts';

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];

export const isZstd = (head: Uint8Array): boolean => ZSTD.every((byte, at) => head[at] === byte);

/**
 * Yields the uncompressed bytes of all members, in chunks as they arrive. At damage, it throws after yielding the bytes
 * before it. Zeros after the last member are padding.
 *
 * @throws {InputError} `INPUT_DAMAGED`; and errors of the chunks
 */
export async function* inflate(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const feed = new Feed(chunks);
  const steps = new Steps(createGunzip(CHUNKS));
  try {
    for (let isOver = false; !isOver; ) {
      await feed.want(1);
      isOver = await steps.step(feed);
      yield* steps.output.splice(0);
    }
    while (await feed.want(1)) {
      if (feed.take(feed.bytes.length).some((byte) => byte !== 0)) throw damaged('other bytes follow its last member');
    }
  } catch (error) {
    yield* steps.output;
    throw codeOf(error)?.startsWith('Z_') === true ? damaged((error as Error).message, error) : error;
  } finally {
    steps.close();
    await feed.close();
  }
}

/**
 * @throws {InputError} `INPUT_DAMAGED`
 * @throws {LimitError} `PAGE_TOO_LARGE`
 */
export function inflatePage(bytes: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: Math.max(maxBytes, 1) });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLargeError(`more than ${maxBytes} bytes`);
    throw code?.startsWith('Z_') === true ? damaged((error as Error).message, error) : error;
  }
}

const HEAD_BYTES = 4096;

/** The start of decompressed data; empty if the data are damaged. */
export function inflateHead(head: Uint8Array): Uint8Array {
  try {
    return gunzipSync(head.subarray(0, HEAD_BYTES), { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return new Uint8Array();
  }
}

const damaged = (problem: string, cause?: unknown): InputError =>
  new InputError(`the compressed data is damaged or cut off: ${problem}`, 'INPUT_DAMAGED', { cause });
