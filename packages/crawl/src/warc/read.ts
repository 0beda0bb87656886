import { open } from 'node:fs/promises';
import { InputError, RefrainError, resolveOptions } from 'refrain';
import { asError, report } from '../input/failure.ts';
import { isGzip } from '../input/gzip.ts';
import type { ReadOptions } from '../input/page.ts';
import type { WarcItem, WarcOther, WarcPage } from './capture.ts';
import { Cursor } from './cursor.ts';
import { Feed } from './feed.ts';
import { findMember, readMembers } from './members.ts';
import { Packer } from './pack.ts';
import { isWorthwhile, owned, pageRecord, toPage } from './pages.ts';
import { readPlain } from './pieces.ts';
import { findRecord, isSureStart, RecordReader, type WarcRecord } from './records.ts';

export type { WarcItem, WarcOther, WarcPage } from './capture.ts';

/** How a WARC is read. */
export interface WarcOptions extends ReadOptions {
  /** What failures and sources call the input; default: its path. */
  readonly name?: string;
  /** Whether all other records come too, pages that could not be read among them. */
  readonly raw?: boolean;
}

const READ_BYTES = 1024 * 1024;

/** Bytes in which a file that does not begin as it should has to show what it is. */
const SEARCH_BYTES = 1024 * 1024;

/**
 * Pages from a WARC (1.0 and 1.1), compressed or not, which its first bytes tell: `response` records of HTTP with a
 * status of 2xx, and `resource` records, whose type is HTML. Responses without a type are pages where they begin so.
 *
 * A page's `source` is `NAME:OFFSET`, the place of its record in the file in bytes; in a gzip member with more than one
 * record it is `NAME:OFFSET+INNER`, with the place in what the member holds.
 *
 * Failures: what is damaged or cut off is one with `INPUT_DAMAGED`, told once for each damaged place, and reading goes
 * on at the next record that can be found; with gzip that is at the next member at the latest. A page that is too large
 * is one with `PAGE_TOO_LARGE`; one whose encoding is not known is one with `INPUT_INVALID`. Whatever can not be opened
 * or read ends it, with the error of the system.
 *
 * Memory does not grow with the input: a member is held as a whole up to 4 MiB compressed and 16 MiB not, a record that
 * is no page up to 1 MiB.
 *
 * @param input path of a file, or its bytes as they come
 */
export function readWarc(
  input: string | AsyncIterable<Uint8Array>,
  options: WarcOptions & { readonly raw: true },
): AsyncGenerator<WarcItem>;
export function readWarc(
  input: string | AsyncIterable<Uint8Array>,
  options?: WarcOptions & { readonly raw?: false },
): AsyncGenerator<WarcPage>;
export function readWarc(input: string | AsyncIterable<Uint8Array>, options?: WarcOptions): AsyncGenerator<WarcItem>;
export async function* readWarc(
  input: string | AsyncIterable<Uint8Array>,
  options: WarcOptions = {},
): AsyncGenerator<WarcItem> {
  const name = options.name ?? (typeof input === 'string' ? input : 'stream');
  const maxPageBytes = options.maxPageBytes ?? resolveOptions().maxPageBytes;
  const reading = { ...options, name, maxPageBytes };
  try {
    if (typeof input === 'string') yield* readFile(input, reading);
    else yield* readRecords(input, reading);
  } catch (error) {
    if (error instanceof Told) throw error.cause;
    report(options, { source: name, error: asError(error) });
  }
}

type Reading = WarcOptions & { readonly name: string; readonly maxPageBytes: number };

type Ahead = (offset: number, length: number) => Promise<Uint8Array>;

/** A failure that was thrown because nobody wanted to be told, and is not to be told again. */
class Told extends Error {}

async function* readFile(path: string, reading: Reading): AsyncGenerator<WarcItem> {
  const file = await open(path);
  try {
    const chunks = file.createReadStream({ highWaterMark: READ_BYTES, autoClose: false });
    const isSeekable = (await file.stat()).isFile();
    const ahead: Ahead = async (offset, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    };
    yield* readRecords(chunks, reading, isSeekable ? ahead : undefined);
  } finally {
    await file.close();
  }
}

async function* readRecords(
  chunks: AsyncIterable<Uint8Array>,
  reading: Reading,
  ahead?: Ahead,
): AsyncGenerator<WarcItem> {
  const feed = new Feed(chunks);
  const fail = (place: string, error: Error): void => {
    try {
      report(reading, { source: `${reading.name}:${place}`, error });
    } catch (thrown) {
      throw new Told('', { cause: thrown });
    }
  };
  try {
    const isCompressed = await looksCompressed(feed);
    const reader = new RecordReader(new Cursor(isCompressed ? readMembers(feed) : readPlain(feed)), {
      onDamage: (place, problem) => fail(place, new InputError(problem, 'INPUT_DAMAGED')),
      ...(ahead === undefined || isCompressed ? {} : { ahead }),
    });
    for (let record = await reader.next(); record !== undefined; record = await reader.next()) {
      const read = await readPage(reader, record, reading, fail);
      if (read === undefined) continue;
      if ('kind' in read) yield read;
      else if (reading.raw === true) yield* others(reader, read, `${reading.name}:${read.place}`);
    }
  } finally {
    await feed.close();
  }
}

/** A file whose first bytes are damaged is what is found in it first. */
async function looksCompressed(feed: Feed): Promise<boolean> {
  await feed.want(64);
  if (isGzip(feed.bytes)) return true;
  if (isSureStart(feed.bytes)) return false;
  await feed.want(SEARCH_BYTES);
  const member = findMember(feed.bytes);
  const record = findRecord(feed.bytes);
  return member >= 0 && (record < 0 || member < record);
}

/** The page of a record; the record where there is none to be had; undefined where it turned out damaged. */
async function readPage(
  reader: RecordReader,
  record: WarcRecord,
  { name, maxPageBytes }: Reading,
  fail: (place: string, error: Error) => void,
): Promise<WarcPage | WarcRecord | undefined> {
  let whole: WarcRecord | undefined = record;
  try {
    const found = pageRecord(record);
    if (found === undefined) return record;
    if (!record.isWhole) {
      if (!isWorthwhile(record, found, maxPageBytes)) return record;
      whole = await reader.whole(record);
      if (whole === undefined) return undefined;
    }
    return toPage(whole, found, { source: `${name}:${record.place}`, maxPageBytes }) ?? whole;
  } catch (error) {
    if (!(error instanceof RefrainError)) throw error;
    fail(record.place, error);
    return whole;
  }
}

const END = Buffer.from('\r\n\r\n');

/** A record that is no page, in one item or more. */
async function* others(reader: RecordReader, record: WarcRecord, source: string): AsyncGenerator<WarcOther> {
  const { packed, headBytes, block, isWhole } = record;
  const other = (raw: Uint8Array): WarcOther => ({ kind: 'other', source, raw: owned(raw) });
  if (packed !== undefined) yield other(packed);
  else if (isWhole) yield other(Buffer.concat([headBytes, block, END]));
  else {
    const packer = new Packer();
    yield other(packer.part(Buffer.concat([headBytes, block])));
    for await (const part of reader.rest()) yield other(packer.part(part));
    yield other(packer.end(END));
  }
}
