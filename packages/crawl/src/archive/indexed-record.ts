import { InputError } from 'refrain';
import { ArchiveError } from '../errors.ts';
import { isGzip } from '../reading/gzip.ts';
import { tooLargeError } from '../reading/join.ts';
import { undoEncodings } from '../warc/body.ts';
import { fieldOf, type WarcPage } from '../warc/capture.ts';
import { isRecordStart } from '../warc/cursor.ts';
import { fitsDigest } from '../warc/digest.ts';
import { inflateAtOnce, LARGE } from '../warc/gzip-member.ts';
import { headLength, MAX_HEAD_BYTES, parseRecordHead } from '../warc/head.ts';
import { chunkOverhead, pageRecord, toPage } from '../warc/page-record.ts';
import type { WarcRecord } from '../warc/record-reader.ts';
import type { IndexEntry } from './entry.ts';

/** Maximum bytes of a record: two headers, and a page of the maximum size in chunked encoding. */
export const recordBytes = (maxPageBytes: number): number =>
  maxPageBytes + chunkOverhead(maxPageBytes) + 2 * MAX_HEAD_BYTES;

/**
 * The page in a record. Undefined if the record is not a page, although the index lists it.
 *
 * @throws {ArchiveError} `RECORD_WRONG`
 * @throws {InputError} `INPUT_DAMAGED`, `INPUT_INVALID`, `NOT_HTML`
 * @throws {LimitError} `PAGE_TOO_LARGE`
 */
export function pageOf(bytes: Buffer, entry: IndexEntry, maxPageBytes: number): WarcPage | undefined {
  const record = recordOf(bytes, entry, maxPageBytes);
  checkUrl(record, entry);
  const found = pageRecord(record);
  const page = found && toPage(record, found, { source: sourceOf(entry), maxPageBytes });
  if (found === undefined || page === undefined) return undefined;
  if (page.truncated === undefined) checkDigest(page, record.block.subarray(found.bodyAt), entry);
  return entry.charset === undefined ? page : { ...page, charset: entry.charset };
}

export const sourceOf = ({ file, offset }: IndexEntry): string => `${file}:${offset}`;

const damaged = (problem: string): InputError => new InputError(problem, 'INPUT_DAMAGED');

function recordOf(bytes: Buffer, { offset }: IndexEntry, maxPageBytes: number): WarcRecord {
  const plain = isGzip(bytes) ? inflated(bytes, recordBytes(maxPageBytes)) : bytes;
  if (!isRecordStart(plain)) throw damaged('a record was expected here');
  const size = headLength(plain.subarray(0, MAX_HEAD_BYTES));
  if (size < 0) throw damaged('the head of the record has no end');
  const head = parseRecordHead(plain.subarray(0, size));
  if (typeof head === 'string') throw damaged(head);
  const block = plain.subarray(size, size + head.length);
  if (block.length < head.length) throw damaged('the record is cut off');
  return {
    position: String(offset),
    ...{ head, headBytes: plain.subarray(0, size), block, isWhole: true, packed: undefined },
  };
}

function inflated(bytes: Buffer, maxBytes: number): Buffer {
  const member = inflateAtOnce(bytes, maxBytes);
  if (member === LARGE) throw tooLargeError(`more than ${maxBytes} bytes`, 'record');
  if (typeof member === 'string') throw damaged(`broken gzip: ${member}`);
  return member.bytes;
}

/** @throws {ArchiveError} `RECORD_WRONG` */
function checkUrl({ head }: WarcRecord, { url }: IndexEntry): void {
  const uri = fieldOf(head.fields, 'warc-target-uri')?.replace(/^<(.*)>$/, '$1');
  if (uri !== undefined && !isSameUrl(uri, url))
    throw new ArchiveError(
      'RECORD_WRONG',
      `the record is of ${JSON.stringify(uri.slice(0, 200))}, not of ${url.slice(0, 200)}`,
    );
}

/**
 * Archives have digests of bodies as they were received, without chunks, or without all encodings.
 *
 * @throws {ArchiveError} `RECORD_WRONG`
 */
function checkDigest({ html, capture }: WarcPage, body: Buffer, { digest }: IndexEntry): void {
  if (digest === undefined || fitsDigest(body, digest) || fitsDigest(html, digest)) return;
  const transfer = (capture.http?.headers ?? []).filter(([name]) => /^transfer-encoding$/i.test(name));
  if (transfer.length > 0 && fitsDigest(undoEncodings(body, transfer, body.length).bytes, digest)) return;
  throw new ArchiveError('RECORD_WRONG', `the body of the record does not have the digest ${digest.slice(0, 200)}`);
}

function isSameUrl(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [one, other].map((url) => (URL.canParse(url) ? new URL(url) : undefined));
  if (first === undefined || second === undefined) return false;
  // Without fragments, which indexers omit.
  first.hash = second.hash = '';
  return first.href === second.href;
}
