/** The body of a response as the page that it was before it was encoded for the way. */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { InputError, LimitError } from '../errors.ts';
import { type Field, fieldOf } from './capture.ts';

const HTML_TYPE = /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i;
const HTML_START = /^\s*<(!doctype html|html)/i;

/** Whether it is a page by its type, or by its beginning where there is no type. */
export function isHtml(contentType: string | undefined, body: Buffer): boolean {
  if (contentType !== undefined && contentType !== '') return HTML_TYPE.test(contentType);
  return HTML_START.test(body.toString('latin1', 0, 512));
}

/**
 * Undoes transfer and content encodings. Many archives say that a body is chunked or compressed which no longer is; it is
 * then taken as it stands.
 *
 * @throws {InputError} `INPUT_DAMAGED`
 * @throws {LimitError} `PAGE_TOO_LARGE`
 */
export function decodeBody(body: Buffer, fields: readonly Field[], maxPageBytes: number): Uint8Array {
  const transfer = fieldOf(fields, 'transfer-encoding') ?? '';
  let bytes: Buffer = /chunked/i.test(transfer) ? (joinChunks(body) ?? body) : body;
  const encodings = (fieldOf(fields, 'content-encoding') ?? '').toLowerCase().split(',');
  for (const encoding of encodings.map((name) => name.trim()).reverse()) bytes = decode(bytes, encoding, maxPageBytes);
  if (bytes.length > maxPageBytes) throw tooLarge(maxPageBytes);
  return bytes;
}

const tooLarge = (most: number): LimitError => new LimitError('PAGE_TOO_LARGE', `the page has more than ${most} bytes`);

const CHUNK_HEAD = /^([0-9a-f]+)[ \t]*(;[^\n]*)?\r?\n$/i;

/** The chunks of a body as one; undefined where it is no chunks. One that was cut off is what came of it. */
function joinChunks(body: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  while (at < body.length) {
    const line = body.indexOf(10, at);
    const size = line < 0 ? undefined : CHUNK_HEAD.exec(body.toString('latin1', at, line + 1))?.[1];
    if (size === undefined) return at === 0 ? undefined : Buffer.concat(parts);
    const length = Number.parseInt(size, 16);
    if (length === 0) break;
    parts.push(body.subarray(line + 1, line + 1 + length));
    at = line + 1 + length;
    if (body[at] === 13) at += 1;
    if (body[at] === 10) at += 1;
  }
  return Buffer.concat(parts);
}

function decode(bytes: Buffer, encoding: string, most: number): Buffer {
  try {
    return inflate(bytes, encoding, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(most);
    if (looksPlain(bytes)) return bytes;
    if (error instanceof InputError) throw error;
    throw new InputError(`the page is no ${encoding}`, 'INPUT_DAMAGED', { cause: error });
  }
}

function inflate(bytes: Buffer, encoding: string, options: { readonly maxOutputLength: number }): Buffer {
  switch (encoding) {
    case '':
    case 'identity':
      return bytes;
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(bytes, options);
    case 'deflate':
      // Some servers send it without the wrapping that its name stands for.
      return ((bytes[0] ?? 0) & 15) === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
    case 'br':
      return brotliDecompressSync(bytes, options);
    default:
      throw new InputError(`the content encoding ${encoding} is not known`, 'INPUT_DAMAGED');
  }
}

/** Whether a body begins as markup does. */
function looksPlain(bytes: Buffer): boolean {
  return /^(\xef\xbb\xbf)?\s*<[!?a-z]/i.test(bytes.toString('latin1', 0, 256));
}
