import { pipeline, Readable } from 'node:stream';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { InputError, LimitError } from 'refrain';
import { codeOf } from '../code-of.ts';

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/**
 * The uncompressed bytes of all members, in chunks.
 *
 * @throws {InputError} `INPUT_DAMAGED`; and what the chunks throw
 */
export async function* inflate(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  // Errors of both streams are thrown where the result is read.
  pipeline(Readable.from(chunks, { objectMode: false }), gunzip, () => {});
  try {
    yield* gunzip;
  } catch (error) {
    throw damaged(error);
  } finally {
    gunzip.destroy();
  }
}

/**
 * The uncompressed bytes of a page.
 *
 * @throws {InputError} `INPUT_DAMAGED`
 * @throws {LimitError} `PAGE_TOO_LARGE`
 */
export function inflatePage(bytes: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: Math.max(maxBytes, 1) });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') {
      throw new LimitError('PAGE_TOO_LARGE', `the page has more than ${maxBytes} bytes`);
    }
    throw damaged(error);
  }
}

const HEAD_BYTES = 4096;

/** The uncompressed bytes of the beginning of compressed data; none where it is damaged. */
export function inflateHead(head: Uint8Array): Uint8Array {
  try {
    return gunzipSync(head.subarray(0, HEAD_BYTES), { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return new Uint8Array();
  }
}

/** An error of zlib as an `InputError`; any other as it is. */
function damaged(error: unknown): unknown {
  if (!(error instanceof Error) || codeOf(error)?.startsWith('Z_') !== true) return error;
  return new InputError(`the compressed data is damaged or cut off: ${error.message}`, 'INPUT_DAMAGED', {
    cause: error,
  });
}
