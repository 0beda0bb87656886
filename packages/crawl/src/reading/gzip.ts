import { constants, crc32, gunzipSync } from 'node:zlib';
import { InputError, LimitError } from 'refrain';
import { codeOf } from '../code-of.ts';
import { Feed } from './feed.ts';
import { CUT_OFF, headerLength, inflateAtOnce, TRAILER_BYTES, trailerProblem } from './gzip-member.ts';
import { InflateSteps } from './steps.ts';

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/**
 * The uncompressed bytes of all members, in chunks, as they arrive. All bytes of the members before damage are given before the
 * error, which zlib's own stream does not do. Zeros after the last member are padding.
 *
 * @throws {InputError} `INPUT_DAMAGED`; and what the chunks throw
 */
export async function* inflate(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const feed = new Feed(chunks);
  try {
    let members = 0;
    while (await skipPadding(feed, members > 0)) {
      yield* inflateMember(feed, members);
      members += 1;
    }
  } finally {
    await feed.close();
  }
}

/** Whether bytes follow. */
async function skipPadding(feed: Feed, isAfterMember: boolean): Promise<boolean> {
  while (await feed.want(1)) {
    const start = isAfterMember ? feed.bytes.findIndex((byte) => byte !== 0) : 0;
    feed.take(start < 0 ? feed.bytes.length : start);
    if (start >= 0) return true;
  }
  return false;
}

async function* inflateMember(feed: Feed, members: number): AsyncGenerator<Uint8Array> {
  let header = headerLength(feed.bytes);
  while (header !== undefined && header >= feed.bytes.length && !feed.isOver) {
    await feed.want(Math.max(header, feed.bytes.length * 2));
    header = headerLength(feed.bytes);
  }
  if (header === undefined) {
    throw damaged(members === 0 ? 'it does not begin like gzip' : 'other bytes follow its last member');
  }
  // A small member that arrived as a whole: several times faster than in steps.
  const whole = inflateAtOnce(feed.bytes);
  if (typeof whole !== 'string') {
    if (whole.bytes.length > 0) yield whole.bytes;
    feed.take(whole.length);
    return;
  }
  feed.take(header);
  const steps = new InflateSteps();
  let length = 0;
  let checksum = 0;
  try {
    for (let isOver = false; !isOver; ) {
      await feed.want(1);
      isOver = await steps.step(feed);
      for (const bytes of steps.output.splice(0)) {
        length += bytes.length;
        checksum = crc32(bytes, checksum);
        yield bytes;
      }
    }
  } catch (error) {
    yield* steps.output;
    throw codeOf(error)?.startsWith('Z_') === true ? damaged((error as Error).message, error) : error;
  } finally {
    steps.close();
  }
  const problem = (await feed.want(TRAILER_BYTES)) ? trailerProblem(feed.bytes, checksum, length) : CUT_OFF;
  if (problem !== undefined) throw damaged(problem);
  feed.take(TRAILER_BYTES);
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
    const code = codeOf(error);
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      throw new LimitError('PAGE_TOO_LARGE', `the page has more than ${maxBytes} bytes`);
    }
    throw code?.startsWith('Z_') === true ? damaged((error as Error).message, error) : error;
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

const damaged = (problem: string, cause?: unknown): InputError =>
  new InputError(`the compressed data is damaged or cut off: ${problem}`, 'INPUT_DAMAGED', { cause });
