/** Which records are pages, and what is in them. */
import { InputError } from 'refrain';
import { tooLarge, undoEncodings } from './body.ts';
import { fieldOf, type HttpHead, type WarcPage } from './capture.ts';
import { headLength, parseHttpHead } from './head.ts';
import type { WarcRecord } from './records.ts';

const HTML_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:[;,]|$)/i;
const HTML_START = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)[\s>]/i;
const SUCCESS = /^HTTP\/\d(?:\.\d)? +2\d\d(?: |$)/;

/** A record that is a page, as far as its head says. */
export interface PageRecord {
  readonly url: string;
  readonly contentType: string | undefined;
  readonly http: HttpHead | undefined;
  /** Where in the block its body begins. */
  readonly bodyAt: number;
}

/**
 * Looks whether a record may be a page: a response of HTTP with success, or a resource, with a type of HTML or none.
 *
 * @throws {InputError} `INPUT_DAMAGED`
 */
export function pageRecord({ head, block, isWhole }: WarcRecord): PageRecord | undefined {
  const { type, fields } = head;
  if (type !== 'response' && type !== 'resource') return undefined;
  const uri = fieldOf(fields, 'warc-target-uri');
  if (uri === undefined || uri === '') throw damaged('the record has no WARC-Target-URI');
  const url = uri.replace(/^<(.*)>$/, '$1');
  if (type === 'resource') {
    const contentType = fieldOf(fields, 'content-type');
    return isHtmlType(contentType) ? { url, contentType, http: undefined, bodyAt: 0 } : undefined;
  }
  // Other schemes have responses, too, and an HTTP server may have answered nothing at all.
  if (!/^https?:/i.test(url) || block.length === 0) return undefined;
  const bodyAt = headLength(block);
  if (bodyAt < 0 && !isWhole) throw damaged('the head of the response has no end');
  const http = parseHttpHead(bodyAt < 0 ? block : block.subarray(0, bodyAt));
  if (http === undefined) throw damaged('the response does not begin with a status line');
  if (!SUCCESS.test(http.statusLine)) return undefined;
  const contentType = fieldOf(http.headers, 'content-type') || undefined;
  if (contentType !== undefined && !isHtmlType(contentType)) return undefined;
  // A part of a record in several would be taken for all of a page.
  if (fieldOf(fields, 'warc-segment-number') !== undefined) throw new InputError('the page is in several records');
  return { url, contentType, http, bodyAt: bodyAt < 0 ? block.length : bodyAt };
}

const isHtmlType = (contentType: string | undefined): boolean => HTML_TYPE.test(contentType ?? '');

const damaged = (message: string): InputError => new InputError(message, 'INPUT_DAMAGED');

/** Lines between chunks, which are not of the page: room for them in a page of the largest size. */
const chunkRoom = (maxPageBytes: number): number => 64 * 1024 + maxPageBytes / 8;

/**
 * Whether a large record is worth having in memory, by what its head and first bytes say.
 *
 * @throws {LimitError} `PAGE_TOO_LARGE`
 */
export function isWorthwhile(
  { head, block }: WarcRecord,
  { bodyAt, contentType }: PageRecord,
  maxPageBytes: number,
): boolean {
  if (contentType === undefined && !startsAsHtml(block.subarray(bodyAt))) return false;
  const length = head.length - bodyAt;
  if (length > maxPageBytes + chunkRoom(maxPageBytes)) throw tooLarge(`${length} bytes, more than ${maxPageBytes}`);
  return true;
}

const startsAsHtml = (bytes: Uint8Array): boolean =>
  HTML_START.test(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512)).toString('latin1'));

/**
 * The page of a record; undefined where it has no type and does not look like one. One that ends too early is a page
 * where the crawler says that it cut it.
 *
 * @throws {InputError} `INPUT_DAMAGED`, `INPUT_INVALID`
 * @throws {LimitError} `PAGE_TOO_LARGE`
 */
export function toPage(
  { head, block }: WarcRecord,
  { url, contentType, http, bodyAt }: PageRecord,
  { source, maxPageBytes }: { readonly source: string; readonly maxPageBytes: number },
): WarcPage | undefined {
  const encoded = block.subarray(bodyAt);
  const { bytes, isCut } = undoEncodings(encoded, http?.headers ?? [], maxPageBytes);
  if (contentType === undefined && !startsAsHtml(bytes)) return undefined;
  const { version, fields } = head;
  const truncated = fieldOf(fields, 'warc-truncated');
  if (isCut && truncated === undefined) throw new InputError('the page is cut off', 'INPUT_DAMAGED');
  return {
    kind: 'page',
    url,
    bytes: owned(bytes),
    contentType,
    source,
    capture: { version, warcHeaders: fields, http },
    truncated,
  };
}

/** The same bytes, with a buffer that holds nothing else. */
export const owned = (bytes: Uint8Array): Uint8Array =>
  bytes.length === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes);
