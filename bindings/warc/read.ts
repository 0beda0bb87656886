import { createReadStream } from 'node:fs';
import { asError, report } from '../input/failure.ts';
import type { ReadOptions } from '../input/page.ts';
import { resolveOptions } from '../options.ts';
import { fieldOf, type WarcItem, type WarcOther, type WarcPage } from './capture.ts';
import { findMember, peekMember, startsMember, streamMember, takeMember } from './gzip.ts';
import { headEnd, parseHead } from './head.ts';
import { decodeBody, isHtml } from './http.ts';
import {
  findRecord,
  type RecordHead,
  readRecordHead,
  skipEmptyLines,
  skipRecord,
  takeRecord,
  tooLargeRecord,
} from './record.ts';
import { Window } from './window.ts';

export type { WarcItem, WarcOther, WarcPage } from './capture.ts';

/** Bytes of a file that are read at once. */
const READ_BYTES = 256 * 1024;
/** Enough of a member to see how what it holds begins. */
const PEEK_BYTES = 4096;
/** Room for the heads of a record beside its page; encodings on the way make a page smaller, or a little larger. */
const HEADS_ROOM = 1024 * 1024;
/** A record that is no page is copied, or said to be too large for it. */
const COPY_MOST = 1024 * 1024 * 1024;

/** How a WARC is read. */
export interface WarcOptions extends ReadOptions {
  /** What failures call it; default: the path. */
  readonly name?: string;
  /** Whether the other records come too, and pages that could not be read as records. */
  readonly raw?: boolean;
}

interface Reading {
  readonly options: WarcOptions;
  readonly maxPageBytes: number;
  readonly name: string;
}

export function readWarc(
  input: string | AsyncIterable<Uint8Array>,
  options: WarcOptions & { readonly raw: true },
): AsyncGenerator<WarcItem>;
export function readWarc(
  input: string | AsyncIterable<Uint8Array>,
  options?: WarcOptions & { readonly raw?: false },
): AsyncGenerator<WarcPage>;
export function readWarc(input: string | AsyncIterable<Uint8Array>, options?: WarcOptions): AsyncGenerator<WarcItem>;
/**
 * Pages from a WARC (1.0 and 1.1), gzipped or not, whatever it is called: responses with a status of 2xx, and resources, of
 * HTML; their transfer and content encodings undone. A failure names the file and the byte where its record, or its gzip
 * member, begins; what is broken or cut off is one with `INPUT_DAMAGED`, and reading goes on at the next record that can be
 * found.
 *
 * @param input path of a file, or its bytes as they come
 */
export async function* readWarc(
  input: string | AsyncIterable<Uint8Array>,
  options: WarcOptions = {},
): AsyncGenerator<WarcItem> {
  const name = options.name ?? (typeof input === 'string' ? input : 'stream');
  const maxPageBytes = options.maxPageBytes ?? resolveOptions().maxPageBytes;
  const reading: Reading = { options, maxPageBytes, name };
  const chunks = typeof input === 'string' ? createReadStream(input, { highWaterMark: READ_BYTES }) : input;
  const window = new Window(chunks);
  try {
    const failure = await window.fill(PEEK_BYTES).then(
      () => undefined,
      (error: unknown) => asError(error),
    );
    if (failure !== undefined) report(options, { source: name, error: failure });
    else if (isCompressed(window.bytes)) yield* readMembers(window, reading);
    else yield* readRecords(window, reading, (offset) => offset);
  } finally {
    await window.close();
  }
}

/** Whether there are members, also where the first is damaged at its very beginning. */
function isCompressed(bytes: Buffer): boolean {
  if (startsMember(bytes)) return true;
  return bytes.toString('latin1', 0, 5) !== 'WARC/' && findMember(bytes, 0) >= 0;
}

/** Members of a gzip file: a record each, as a rule, but one may hold several, or all. */
async function* readMembers(window: Window, reading: Reading): AsyncGenerator<WarcItem> {
  while (await window.fill(1)) {
    const start = window.offset;
    let inside: Window;
    try {
      const whole = await takeMember(window);
      inside = whole === undefined ? new Window(streamMember(window)) : Window.over(whole);
    } catch (error) {
      report(reading.options, { source: `${reading.name}:${start}`, error: asError(error) });
      window.take(1);
      if (!(await findNextMember(window))) return;
      continue;
    }
    yield* readRecords(inside, reading, () => start);
    await inside.close();
    // A member that broke off has been told of; what is left of it is passed over.
    if ((await window.fill(3)) && !startsMember(window.bytes) && inside.hasFailed) {
      if (!(await findNextMember(window))) return;
    }
  }
}

/** Moves the window to the first member in it that begins with a record; whether there is one. */
async function findNextMember(window: Window): Promise<boolean> {
  while (await window.fill(3)) {
    await window.fill(READ_BYTES);
    const at = findMember(window.bytes, 0);
    if (at < 0) {
      // A member's first bytes may stand across the end of what is there.
      window.take(window.isOver ? window.length : window.length - 2);
      continue;
    }
    window.take(at);
    await window.fill(PEEK_BYTES);
    if (peekMember(window.bytes).toString('latin1', 0, 5) === 'WARC/') return true;
    window.take(1);
  }
  return false;
}

/** Records of a window; `place` says where in the file one is that begins at an offset of the window. */
async function* readRecords(
  window: Window,
  reading: Reading,
  place: (offset: number) => number,
): AsyncGenerator<WarcItem> {
  for (;;) {
    let source = `${reading.name}:${place(window.offset)}`;
    try {
      await skipEmptyLines(window);
      source = `${reading.name}:${place(window.offset)}`;
      const head = await readRecordHead(window);
      if (head === undefined) return;
      const item = await readRecord(window, head, reading, source);
      if (item !== undefined) yield item;
    } catch (error) {
      report(reading.options, { source, error: asError(error) });
      if (!(await findRecord(window))) return;
    }
  }
}

async function readRecord(
  window: Window,
  head: RecordHead,
  reading: Reading,
  source: string,
): Promise<WarcItem | undefined> {
  const { options, maxPageBytes } = reading;
  const mayBePage = head.type === 'response' || head.type === 'resource';
  const isRaw = options.raw === true;
  const most = isRaw ? COPY_MOST : maxPageBytes * 2 + HEADS_ROOM;
  if (!mayBePage && !isRaw) {
    await skipRecord(window, head);
    return undefined;
  }
  if (head.headBytes + head.bodyBytes > most) {
    await skipRecord(window, head);
    report(options, { source, error: tooLargeRecord(head.bodyBytes, most) });
    return undefined;
  }
  const record = await takeRecord(window, head);
  const asIs = (): WarcOther | undefined =>
    isRaw ? { source, raw: Buffer.concat([record, Buffer.from('\r\n\r\n')]) } : undefined;
  if (!mayBePage) return asIs();
  try {
    return readPage(record, head, maxPageBytes, source) ?? asIs();
  } catch (error) {
    report(options, { source, error: asError(error) });
    return asIs();
  }
}

/** The page of a record; undefined where it holds none. */
function readPage(record: Buffer, head: RecordHead, maxPageBytes: number, source: string): WarcPage | undefined {
  const { version, fields } = head;
  const block = record.subarray(head.headBytes);
  const url = fieldOf(fields, 'warc-target-uri')?.replace(/^<(.*)>$/, '$1');
  if (url === undefined) return undefined;
  const truncated = fieldOf(fields, 'warc-truncated');
  if (head.type === 'resource') {
    const contentType = fieldOf(fields, 'content-type');
    if (!isHtml(contentType, block)) return undefined;
    const bytes = decodeBody(block, [], maxPageBytes);
    return { url, bytes, contentType, source, capture: { version, fields, http: undefined, truncated } };
  }
  const end = headEnd(block);
  if (end < 0 || !/^HTTP\//.test(block.toString('latin1', 0, 5))) return undefined;
  const { line: statusLine, fields: httpFields } = parseHead(block, end, { lenient: true });
  if (!/^HTTP\/\S+\s+2\d\d\b/.test(statusLine)) return undefined;
  const contentType = fieldOf(httpFields, 'content-type');
  const body = block.subarray(end);
  if (contentType !== undefined && !isHtml(contentType, body)) return undefined;
  const bytes = decodeBody(body, httpFields, maxPageBytes);
  if (!isHtml(contentType, Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512)))) return undefined;
  const http = { statusLine, fields: httpFields };
  return { url, bytes, contentType, source, capture: { version, fields, http, truncated } };
}
