import { pipeline, Readable } from 'node:stream';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { InputError, LimitError } from 'refrain';

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/**
 * What was compressed, all members of it, as it comes.
 *
 * @throws {InputError} `INPUT_DAMAGED`; and what the chunks throw
 */
export async function* inflate(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  // An error of either is thrown where the result is read.
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
 * What was compressed, at most `most` bytes of it.
 *
 * @throws {InputError} `INPUT_DAMAGED`
 * @throws {LimitError} `PAGE_TOO_LARGE`
 */
export function inflatePage(bytes: Uint8Array, most: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: Math.max(most, 1) });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') {
      throw new LimitError('PAGE_TOO_LARGE', `the page has more than ${most} bytes`);
    }
    throw damaged(error);
  }
}

const HEAD_BYTES = 4096;

/** As much as there is of what the first bytes were compressed from; nothing where they are damaged. */
export function inflateHead(head: Uint8Array): Uint8Array {
  try {
    return gunzipSync(head.subarray(0, HEAD_BYTES), { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return new Uint8Array();
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** An error of zlib as one of ours; any other as it is. */
function damaged(error: unknown): unknown {
  if (!(error instanceof Error) || !codeOf(error).startsWith('Z_')) return error;
  return new InputError(`the compressed data is damaged or cut off: ${error.message}`, 'INPUT_DAMAGED', {
    cause: error,
  });
}
