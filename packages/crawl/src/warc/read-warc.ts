import { open } from 'node:fs/promises';
import { InputError, RefrainError } from 'refrain';
import { check } from 'refrain/engine';
import { checkInput } from '../check.ts';
import { Feed } from '../reading/bytes.ts';
import { asError, checkReadOptions, maxPageBytesOf, type ReadOptions, reportFailure } from '../reading/failures.ts';
import { inflateHead, isGzip, isZstd } from '../reading/gzip.ts';
import type { WarcItem, WarcOther, WarcPage } from './capture.ts';
import { Cursor, readPlain } from './cursor.ts';
import { isSureStart } from './head.ts';
import { hasMember, readMembers } from './members.ts';
import { exactCopy, isWorthwhile, pageRecord, toPage } from './page-record.ts';
import { END, type RecordOptions, RecordReader, type WarcRecord } from './record-reader.ts';
import { packParts } from './write.ts';

export type { WarcItem, WarcPage } from './capture.ts';

/** Options of the WARC reader. */
export interface WarcOptions extends ReadOptions {
  /** Name of the input in failures and sources; default: its path, or `stream`. */
  readonly name?: string;
  /** True to yield all other records too, including unreadable pages. */
  readonly raw?: boolean;
}

const READ_BYTES = 1024 * 1024;

/** Bytes from which the format is detected. */
const START_BYTES = 1024;
const ARC_START = 'filedesc://';

/** If the start of a file is damaged, this number of bytes is searched for a gzip member. */
const SEARCH_BYTES = 1024 * 1024;

/**
 * Yields the pages of a WARC (1.0 and 1.1), compressed by gzip or not. Pages are HTTP `response` records with a status
 * of 2xx, and `resource` records, with a type of HTML. Responses without a type are pages if they begin as HTML.
 *
 * A page's `source` is `NAME:OFFSET`, the offset of its record in the file in bytes. A later record of a gzip member
 * has `NAME:OFFSET+INNER`, with the offset in the uncompressed member.
 *
 * Failures: damaged or truncated records and members with `INPUT_DAMAGED`, once for each damage. Reading continues at
 * the next record; in a gzip file, at the next member at the latest. A page that is too large has `PAGE_TOO_LARGE`; one
 * with an unknown encoding or that is not HTML (a PDF file, JSON, a sitemap) has `INPUT_INVALID`. A file that cannot be
 * opened or read ends with the system's error.
 *
 * Memory is independent of the input's size: whole members of up to 4 MiB compressed and 16 MiB uncompressed, and up to
 * 1 MiB of a record that is not a page.
 *
 * @param input path of a file, or its bytes in chunks
 * @throws {OptionError} `OPTION_INVALID`; and without `onFailure` the first failure
 */
export function readWarc(
  input: string | AsyncIterable<Uint8Array>,
  options: WarcOptions & { readonly raw: true },
): AsyncGenerator<WarcPage | WarcOther>;
export function readWarc(
  input: string | AsyncIterable<Uint8Array>,
  options?: WarcOptions & { readonly raw?: false },
): AsyncGenerator<WarcPage>;
export function readWarc(
  input: string | AsyncIterable<Uint8Array>,
  options?: WarcOptions,
): AsyncGenerator<WarcPage | WarcOther>;
export async function* readWarc(
  input: string | AsyncIterable<Uint8Array>,
  options: WarcOptions = {},
): AsyncGenerator<WarcItem> {
  checkInput('readWarc', input);
  checkReadOptions('readWarc', options, ['name', 'raw']);
  check.type('name', options.name, 'string');
  check.type('raw', options.raw, 'boolean');
  const name = options.name ?? (typeof input === 'string' ? input : 'stream');
  const maxPageBytes = maxPageBytesOf(options);
  const context = { ...options, name, maxPageBytes };
  try {
    if (typeof input === 'string') yield* readFile(input, context);
    else yield* readRecords(input, context);
  } catch (error) {
    if (error instanceof ThrownFailure) throw error.cause;
    reportFailure(options, { source: name, error: asError(error) });
  }
}

type ReaderContext = WarcOptions & { readonly name: string; readonly maxPageBytes: number };

type Ahead = RecordOptions['ahead'];

/** Wraps an error that is thrown without `onFailure`, so that it is not reported again. */
class ThrownFailure extends Error {}

async function* readFile(path: string, context: ReaderContext): AsyncGenerator<WarcItem> {
  const file = await open(path);
  try {
    const chunks = file.createReadStream({ highWaterMark: READ_BYTES, autoClose: false });
    const isSeekable = (await file.stat()).isFile();
    const ahead: Ahead = async (offset, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    };
    yield* readRecords(chunks, context, isSeekable ? ahead : undefined);
  } finally {
    await file.close();
  }
}

async function* readRecords(
  chunks: AsyncIterable<Uint8Array>,
  context: ReaderContext,
  ahead?: Ahead,
): AsyncGenerator<WarcItem> {
  const feed = new Feed(chunks);
  const fail = (position: string, error: Error): void => {
    try {
      reportFailure(context, { source: `${context.name}:${position}`, error });
    } catch (thrown) {
      throw new ThrownFailure('', { cause: thrown });
    }
  };
  try {
    await feed.want(START_BYTES);
    if (isZstd(feed.bytes)) {
      throw new InputError(
        'the file is compressed by zstd, which is not supported: pipe the output of zstdcat to refrain',
      );
    }
    const head = isGzip(feed.bytes) ? inflateHead(feed.bytes) : feed.bytes;
    if (Buffer.from(head).toString('latin1', 0, ARC_START.length) === ARC_START) {
      throw new InputError(
        'the file is an ARC file, which is not supported: convert it to WARC, by `warcio recompress`',
      );
    }
    const isCompressed = await looksCompressed(feed);
    const parts = isCompressed ? readMembers(feed) : readPlain(feed);
    const reader = new RecordReader(new Cursor(parts[Symbol.asyncIterator]()), {
      onDamage: (position, problem) => fail(position, new InputError(problem, 'INPUT_DAMAGED')),
      ahead: isCompressed ? undefined : ahead,
    });
    for (let record = await reader.next(); record !== undefined; record = await reader.next()) {
      const read = await readPage(reader, record, context, fail);
      if (read === undefined) continue;
      if ('kind' in read) yield read;
      else if (context.raw === true) yield* others(reader, read, `${context.name}:${read.position}`);
    }
  } finally {
    await feed.close();
  }
}

/** If the start is damaged, searches for a gzip member that begins with a record. */
async function looksCompressed(feed: Feed): Promise<boolean> {
  if (isGzip(feed.bytes)) return true;
  if (isSureStart(feed.bytes)) return false;
  await feed.want(SEARCH_BYTES);
  return hasMember(feed.bytes);
}

/** Returns the page of a record; the record itself if it is not a page; undefined if it is damaged or not selected. */
async function readPage(
  reader: RecordReader,
  record: WarcRecord,
  { name, maxPageBytes, takes }: ReaderContext,
  fail: (position: string, error: Error) => void,
): Promise<WarcPage | WarcRecord | undefined> {
  let whole: WarcRecord | undefined = record;
  try {
    const found = pageRecord(record);
    if (found === undefined) return record;
    if (takes?.({ url: found.url }) === false) return undefined;
    if (!record.isWhole) {
      if (!isWorthwhile(record, found, maxPageBytes)) return record;
      whole = await reader.whole(record);
      if (whole === undefined) return undefined;
    }
    return toPage(whole, found, { source: `${name}:${record.position}`, maxPageBytes }) ?? whole;
  } catch (error) {
    if (!(error instanceof RefrainError)) throw error;
    fail(record.position, error);
    return whole;
  }
}

/** A record that is not a page, as one or more items. */
async function* others(reader: RecordReader, record: WarcRecord, source: string): AsyncGenerator<WarcOther> {
  const { packed, headBytes, block, isWhole } = record;
  const other = (raw: Uint8Array): WarcOther => ({ kind: 'other', source, raw: exactCopy(raw) });
  if (packed !== undefined) return yield other(packed);
  if (isWhole) return yield other(Buffer.concat([headBytes, block, END]));
  async function* parts(): AsyncGenerator<Buffer> {
    yield Buffer.concat([headBytes, block]);
    yield* reader.rest();
    yield END;
  }
  for await (const chunk of packParts(parts())) yield other(chunk);
}
