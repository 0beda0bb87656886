import { InputError } from 'refrain';
import { htmlRule } from 'refrain/engine';
import { tooLargeError } from '../reading/join.ts';
import { undoEncodings } from './body.ts';
import { fieldOf, type HttpHead, type WarcPage } from './capture.ts';
import { headLength, MAX_HEAD_BYTES, parseHttpHead } from './head.ts';
import type { WarcRecord } from './record-reader.ts';

export interface PageRecord {
  readonly url: string;
  readonly contentType: string | undefined;
  readonly http: HttpHead | undefined;
  readonly bodyAt: number;
}

/**
 * The page in a record: a resource with a type of HTML, or a response with a status of 2xx and a type of HTML or none. Without a
 * type, the content decides. Responses of other schemes (DNS, FTP) are not pages.
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
    if (contentType === undefined && htmlRule.startsAsHtml(block)) throw damaged('the page has no Content-Type');
    if (!htmlRule.isHtmlType(contentType)) return undefined;
    return { url, contentType, http: undefined, bodyAt: 0 };
  }
  // A response may be empty.
  if (block.length === 0) return undefined;
  if (!/^https?:/i.test(url)) return undefined;
  const bodyAt = headLength(block.subarray(0, MAX_HEAD_BYTES));
  if (bodyAt < 0 && (!isWhole || block.length > MAX_HEAD_BYTES)) {
    throw damaged(`the head of the response has more than ${MAX_HEAD_BYTES} bytes`);
  }
  const http = parseHttpHead(bodyAt < 0 ? block : block.subarray(0, bodyAt));
  if (http === undefined) throw damaged('the response does not begin with a status line');
  const contentType = fieldOf(http.headers, 'content-type') || undefined;
  const status = statusOf(http);
  if (status < 200 || status > 299) return undefined;
  if (bodyAt < 0 && HTML_IN_HEAD.test(block.toString('latin1'))) throw damaged('the head of the response has no end');
  if (contentType !== undefined && !htmlRule.isHtmlType(contentType)) return undefined;
  // Refused, because one segment would be read as the whole page.
  if (fieldOf(fields, 'warc-segment-number') !== undefined) {
    throw new InputError('the page is divided into several records, which is not supported');
  }
  return { url, contentType, http, bodyAt: bodyAt < 0 ? block.length : bodyAt };
}

const HTML_IN_HEAD = /<(?:!doctype|html|head|body)\b/i;

const damaged = (message: string): InputError => new InputError(message, 'INPUT_DAMAGED');

function statusOf({ statusLine }: HttpHead): number {
  const [, digits] = /^HTTP\/\d(?:\.\d)? +([1-9]\d\d)(?: |$)/.exec(statusLine) ?? [];
  if (digits !== undefined) return Number(digits);
  throw damaged(`the response has no valid status line: ${JSON.stringify(statusLine.slice(0, 60))}`);
}

/** Bytes that chunked encoding may add to a page of the maximum size. */
export const chunkOverhead = (maxPageBytes: number): number => 64 * 1024 + maxPageBytes / 8;

/**
 * True if the header and first bytes of a large record indicate a page within the size limit.
 *
 * @throws {LimitError} `PAGE_TOO_LARGE`
 */
export function isWorthwhile(
  { head, block }: WarcRecord,
  { bodyAt, contentType }: PageRecord,
  maxPageBytes: number,
): boolean {
  if (contentType === undefined && !htmlRule.startsAsHtml(block.subarray(bodyAt))) return false;
  const length = head.length - bodyAt;
  if (length > maxPageBytes + chunkOverhead(maxPageBytes))
    throw tooLargeError(`${length} bytes, more than ${maxPageBytes}`);
  return true;
}

/**
 * Decodes a page. Undefined if the record declares no type and does not begin as HTML. A truncated page is accepted if
 * its record declares the truncation.
 *
 * @throws {InputError} `INPUT_DAMAGED`, `INPUT_INVALID` for an unknown encoding, `NOT_HTML`
 * @throws {LimitError} `PAGE_TOO_LARGE`
 */
export function toPage(
  { head, block }: WarcRecord,
  { url, contentType, http, bodyAt }: PageRecord,
  { source, maxPageBytes }: { readonly source: string; readonly maxPageBytes: number },
): WarcPage | undefined {
  const encoded = block.subarray(bodyAt);
  const { bytes, isCut } = undoEncodings(encoded, http?.headers ?? [], maxPageBytes);
  if (contentType === undefined && !htmlRule.startsAsHtml(bytes)) return undefined;
  htmlRule.checkHtml(bytes, contentType);
  const { version, fields } = head;
  const truncated = fieldOf(fields, 'warc-truncated');
  if (isCut && truncated === undefined) throw new InputError('the page is cut off', 'INPUT_DAMAGED');
  return {
    kind: 'page',
    url,
    html: exactCopy(bytes),
    contentType,
    source,
    capture: { version, warcHeaders: fields, http },
    truncated,
  };
}

/** Copies bytes into a buffer of exactly their length. */
export const exactCopy = (bytes: Uint8Array): Uint8Array =>
  bytes.length === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes);
