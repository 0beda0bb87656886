/** Inflates the members of a gzip file one by one, so that damage affects only its member. */
import { constants, crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import type { Feed } from '../reading/bytes.ts';
import { CHUNKS, STEP_BYTES, Steps } from '../reading/steps.ts';
import { isRecordStart, type Part } from './cursor.ts';
import {
  CUT_OFF,
  headerLength,
  inflateAtOnce,
  LARGE,
  MAGIC,
  MAX_AT_ONCE,
  problemOf,
  TRAILER_BYTES,
  trailerProblem,
} from './gzip-member.ts';
import { SearchBudget } from './record-reader.ts';

/**
 * Bytes that are read at once. More are read before fewer than `REFILL_BYTES` remain, so that few members are inflated
 * twice.
 */
const FILL_BYTES = 1024 * 1024;
const REFILL_BYTES = 128 * 1024;

/** Maximum compressed size of a member that is inflated at once, which is several times faster than in steps. */
const ONE_GO_BYTES = 4 * 1024 * 1024;

/** Compressed bytes that suffice to inflate the first five bytes of a record. */
const PROBE_BYTES = 1024;

/** Inflated bytes that may be wasted: see `SearchBudget`. Below, the cost of a call of zlib in inflated bytes. */
const FREE_BYTES = 256 * 1024 * 1024;
const CALL_BYTES = 64 * 1024;

/** Yields the parts of all members. Damaged members are reported and skipped. */
export async function* readMembers(feed: Feed): AsyncGenerator<Part> {
  const budget = new SearchBudget(FREE_BYTES);
  for (;;) {
    if (feed.bytes.length < REFILL_BYTES) await feed.want(FILL_BYTES);
    if (feed.bytes.length === 0) return;
    const { offset } = feed;
    const member = inflateAtOnce(feed.bytes);
    const isShort = member === CUT_OFF && !feed.isOver;
    if (isShort && feed.bytes.length < ONE_GO_BYTES) await feed.want(feed.bytes.length * 2);
    else if (isShort || member === LARGE) {
      if (!(yield* inflateInSteps(feed))) await skipToMember(feed, budget);
    } else if (typeof member === 'string') {
      const compressed = feed.bytes;
      // A malicious file may contain the magic bytes of members everywhere; the same bytes would be inflated for each.
      feed.take(budget.spend(inflatedInVain(compressed), offset));
      await skipToMember(feed, budget);
      // If a file has only one member, its complete records are read although it is truncated. In other files, a
      // truncated member has one, incomplete record.
      if (member === CUT_OFF && offset === 0 && feed.bytes.length === 0) yield* cutMember(compressed, offset);
      yield { damage: `broken gzip: ${member}`, offset };
    } else {
      yield { bytes: member.bytes, member: offset, at: 0, isLast: true, packed: feed.take(member.length) };
    }
  }
}

function* cutMember(compressed: Buffer, offset: number): Generator<Part> {
  const start = headerLength(compressed) ?? compressed.length;
  const options = { maxOutputLength: MAX_AT_ONCE, finishFlush: constants.Z_SYNC_FLUSH };
  const bytes = inflateRawSync(compressed.subarray(Math.min(start, compressed.length)), options);
  if (bytes.length > 0) yield { bytes, member: offset, at: 0, isLast: false };
}

/**
 * Estimates the bytes that were inflated of a damaged member. zlib does not report them, so a part is inflated again.
 */
function inflatedInVain(compressed: Buffer): number {
  const start = headerLength(compressed);
  if (start === undefined) return 1;
  for (const maxOutputLength of [CALL_BYTES, CALL_BYTES * 16, MAX_AT_ONCE]) {
    try {
      inflateRawSync(compressed.subarray(start), { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
      return maxOutputLength;
    } catch (error) {
      if (problemOf(error) !== LARGE) return maxOutputLength;
    }
  }
  return MAX_AT_ONCE;
}

/** Inflates a member of any size in constant memory; false if it is damaged. */
async function* inflateInSteps(feed: Feed): AsyncGenerator<Part, boolean> {
  const member = feed.offset;
  const steps = new Steps(createInflateRaw(CHUNKS));
  feed.take(headerLength(feed.bytes) ?? 0);
  let at = 0;
  let checksum = 0;
  let problem: string | undefined;
  // A piece is yielded when another follows. The last one is yielded only if the checksum is correct.
  let held: Buffer = Buffer.alloc(0);
  const piece = (isLast: boolean): Part => ({ bytes: held, member, at: at - held.length, isLast });
  try {
    for (let isOver = false; !isOver; ) {
      await feed.want(STEP_BYTES);
      isOver = await steps.step(feed);
      for (const bytes of steps.output.splice(0)) {
        if (held.length > 0) yield piece(false);
        held = bytes;
        at += bytes.length;
        checksum = crc32(bytes, checksum);
      }
    }
    if (!(await feed.want(TRAILER_BYTES))) throw new Error(CUT_OFF);
    problem = trailerProblem(feed.bytes, checksum, at);
  } catch (error) {
    if (held.length > 0) yield piece(false);
    problem = problemOf(error);
  } finally {
    steps.close();
  }
  if (problem !== undefined) {
    yield { damage: `broken gzip: ${problem}`, offset: member };
    return false;
  }
  feed.take(TRAILER_BYTES);
  yield piece(true);
  return true;
}

async function skipToMember(feed: Feed, budget: SearchBudget): Promise<void> {
  for (;;) {
    const at = feed.bytes.indexOf(MAGIC);
    if (at >= 0) {
      feed.take(at);
      await feed.want(PROBE_BYTES);
      if (holdsRecord(feed.bytes)) return;
      feed.take(budget.spend(CALL_BYTES, feed.offset));
      continue;
    }
    if (feed.isOver) feed.take(feed.bytes.length);
    // The last two bytes may begin a member.
    else feed.take(Math.max(feed.bytes.length - MAGIC.length + 1, 0));
    if (!(await feed.want(FILL_BYTES)) && feed.bytes.length === 0) return;
  }
}

function holdsRecord(compressed: Buffer): boolean {
  // Records after a longer header of the member are not found.
  const start = headerLength(compressed.subarray(0, PROBE_BYTES));
  if (start === undefined) return false;
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH };
    return isRecordStart(inflateRawSync(compressed.subarray(start, start + PROBE_BYTES), options));
  } catch {
    return false;
  }
}

export function hasMember(bytes: Buffer): boolean {
  const budget = new SearchBudget(FREE_BYTES);
  let at = bytes.indexOf(MAGIC);
  while (at >= 0 && !holdsRecord(bytes.subarray(at))) at = bytes.indexOf(MAGIC, at + budget.spend(CALL_BYTES, at));
  return at >= 0;
}
