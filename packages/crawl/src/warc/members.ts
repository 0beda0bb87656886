/** Inflates the members of a gzip file one by one, so that damage to a member affects no other. */
import { constants, crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { codeOf } from '../code-of.ts';
import type { Feed } from './feed.ts';
import { isRecordStart, type Part } from './pieces.ts';
import { SearchBudget } from './search-budget.ts';

/** Bytes that are read at once, and bytes left at which more are read, so that few members are inflated twice. */
const FILL_BYTES = 1024 * 1024;
const REFILL_BYTES = 128 * 1024;

/** Maximum sizes, compressed and not, of a member that is inflated at once, which is several times faster than in steps. */
const ONE_GO_BYTES = 4 * 1024 * 1024;
const ONE_GO_INFLATED = 16 * 1024 * 1024;

/** Bytes that suffice for most members; zlib allocates as much again where they do not. */
const OUTPUT_CHUNK = 64 * 1024;

/** Compressed bytes of a step; they inflate to at most 16 MiB. */
const STEP_BYTES = 16 * 1024;

/** Compressed bytes that are sure to contain the first five bytes of a record. */
const PROBE_BYTES = 1024;

/** Maximum size of a member's header. Writers of WARC put a few bytes into it, others at most a name and a comment. */
const HEADER_BYTES = 128 * 1024;

/** Inflated bytes that may be read in vain, see `SearchBudget`; and the bytes whose inflating takes as long as one call of zlib. */
const FREE_BYTES = 256 * 1024 * 1024;
const CALL_BYTES = 64 * 1024;

const TRAILER_BYTES = 8;
const MAGIC = Buffer.from([0x1f, 0x8b, 0x08]);

/** The pieces of a compressed file. Damaged members are reported and skipped. */
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
      yield { damage: `broken gzip: ${member}`, offset };
      // A malicious file may have the magic bytes of a member everywhere, and the same bytes may be inflated for each of them.
      feed.take(budget.spend(inflatedInVain(feed.bytes), offset));
      await skipToMember(feed, budget);
    } else {
      yield { bytes: member.bytes, member: offset, at: 0, isLast: true, packed: feed.take(member.length) };
    }
  }
}

/**
 * Length of a member's header; the length of `bytes` where it may continue behind them; undefined where it is not a header, or has
 * more than `HEADER_BYTES`.
 */
function headerLength(compressed: Buffer): number | undefined {
  const bytes = compressed.subarray(0, HEADER_BYTES);
  if (!MAGIC.every((byte, index) => index >= bytes.length || bytes[index] === byte)) return undefined;
  const flags = bytes[3] ?? 0;
  if ((flags & 0xe0) !== 0) return undefined;
  let length = 10;
  if ((flags & 4) !== 0) length += 2 + (bytes[length] ?? 0) + (bytes[length + 1] ?? 0) * 256;
  // A name and a comment, each ended by NUL.
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, length);
    if (end < 0) return bytes.length < HEADER_BYTES ? bytes.length : undefined;
    length = end + 1;
  }
  return length + ((flags & 2) === 0 ? 0 : 2);
}

interface Member {
  readonly bytes: Buffer;
  /** Compressed, with header and trailer. */
  readonly length: number;
}

const CUT_OFF = 'it is cut off';
const LARGE = 'it is large';

/** The member at the beginning, or a description of its damage. */
function inflateAtOnce(compressed: Buffer): Member | string {
  const start = headerLength(compressed);
  if (start === undefined) return 'it does not begin like one';
  if (start >= compressed.length) return CUT_OFF;
  try {
    const { buffer, engine } = inflateRawSync(compressed.subarray(start), {
      info: true,
      chunkSize: OUTPUT_CHUNK,
      maxOutputLength: ONE_GO_INFLATED,
      // The types do not know the option `info`.
    }) as unknown as { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
    const end = start + engine.bytesWritten;
    if (compressed.length < end + TRAILER_BYTES) return CUT_OFF;
    const problem = trailerProblem(compressed.subarray(end), crc32(buffer), buffer.length);
    return problem ?? { bytes: buffer, length: end + TRAILER_BYTES };
  } catch (error) {
    return problemOf(error);
  }
}

/** About how many bytes of a damaged member were inflated. zlib does not say, so that a part of them is inflated again. */
function inflatedInVain(compressed: Buffer): number {
  const start = headerLength(compressed);
  if (start === undefined) return 1;
  for (const maxOutputLength of [CALL_BYTES, CALL_BYTES * 16, ONE_GO_INFLATED]) {
    try {
      inflateRawSync(compressed.subarray(start), { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
      return maxOutputLength;
    } catch (error) {
      if (problemOf(error) !== LARGE) return maxOutputLength;
    }
  }
  return ONE_GO_INFLATED;
}

function trailerProblem(trailer: Buffer, checksum: number, length: number): string | undefined {
  if (trailer.readUInt32LE(0) !== checksum) return 'its checksum is wrong';
  return trailer.readUInt32LE(4) === length % 2 ** 32 ? undefined : 'its length is wrong';
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  if (code === 'Z_BUF_ERROR') return CUT_OFF;
  return code === 'ERR_BUFFER_TOO_LARGE' ? LARGE : error.message;
}

/** Inflates a member of any size in constant memory; false where it is damaged. */
async function* inflateInSteps(feed: Feed): AsyncGenerator<Part, boolean> {
  const member = feed.offset;
  const steps = new InflateSteps();
  feed.take(headerLength(feed.bytes) ?? 0);
  let at = 0;
  let checksum = 0;
  // A piece is given when it is known whether it is the last.
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
  } catch (error) {
    // The bytes before the damage are given; their checksum is unknown.
    if (held.length > 0) yield piece(false);
    yield { damage: `broken gzip: ${problemOf(error)}`, offset: member };
    return false;
  } finally {
    steps.close();
  }
  const problem = trailerProblem(feed.bytes, checksum, at);
  if (problem !== undefined) {
    yield { damage: `broken gzip: ${problem}`, offset: member };
    return false;
  }
  feed.take(TRAILER_BYTES);
  yield piece(true);
  return true;
}

/** Inflates step by step with zlib's stream. */
class InflateSteps {
  readonly #inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  readonly #end: Promise<true>;
  readonly output: Buffer[] = [];

  constructor() {
    this.#inflate.on('data', (chunk: Buffer) => this.output.push(chunk));
    this.#end = new Promise((resolve, reject) => {
      this.#inflate.on('end', () => resolve(true)).on('error', reject);
    });
    // It may reject while no step waits for it.
    this.#end.catch(() => {});
  }

  /** Inflates some bytes and takes them from the feed; true at the end of the compressed data. */
  async step(feed: Feed): Promise<boolean> {
    const inflate = this.#inflate;
    const before = inflate.bytesWritten;
    const input = feed.bytes.subarray(0, STEP_BYTES);
    if (input.length === 0) inflate.end();
    const written = new Promise<false>((resolve) => {
      // Errors are reported by their event. The callback is not called where the data ends within the input.
      if (input.length > 0) inflate.write(input, (error) => void (error || resolve(false)));
    });
    const isOver = await Promise.race([this.#end, written]);
    feed.take(inflate.bytesWritten - before);
    return isOver;
  }

  close(): void {
    this.#inflate.destroy();
  }
}

/** Skips bytes up to the next member that begins with a record. */
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

/** Whether compressed bytes begin with a member that begins with a record. */
export function holdsRecord(compressed: Buffer): boolean {
  // Where the header is longer, the record is not searched for.
  const start = headerLength(compressed.subarray(0, PROBE_BYTES));
  if (start === undefined) return false;
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH };
    return isRecordStart(inflateRawSync(compressed.subarray(start, start + PROBE_BYTES), options));
  } catch {
    return false;
  }
}

/** Offset of the first member that begins with a record; −1 where there is none. */
export function findMember(bytes: Buffer): number {
  const budget = new SearchBudget(FREE_BYTES);
  let at = bytes.indexOf(MAGIC);
  while (at >= 0 && !holdsRecord(bytes.subarray(at))) at = bytes.indexOf(MAGIC, at + budget.spend(CALL_BYTES, at));
  return at;
}
