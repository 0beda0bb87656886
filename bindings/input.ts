/** Checks pages from users, and converts them to UTF-8 without a byte order mark. */
import { type BytesOptions, decodeAs, findEncoding, WELL_FORMED } from './bytes/decode.ts';
import { decoder, encoder, markBytes } from './bytes/decoders.ts';
import { type Encoding, statedEncoding } from './bytes/encoding.ts';
import * as check from './check.ts';
import { InputError, LimitError, UsageError } from './errors.ts';
import { liveHtml } from './live-html.ts';
import { type Source, sourceOfBytes, sourceOfString } from './source.ts';
import { attempt } from './values.ts';

/**
 * A page: text, bytes in any character set, or an element or document of a browser (or a similar library), whose HTML
 * is read, with open shadow roots and frames of the same origin.
 */
export type PageInput =
  | string
  | Uint8Array
  | ArrayBuffer
  | { readonly outerHTML: string }
  | { readonly documentElement: { readonly outerHTML: string } };

/** Reads a page without a byte order mark. Returns its length in bytes; undefined if it is not UTF-8. */
type Read = (html: string | Uint8Array) => number | undefined;

/** The source of a page, and the character set of its bytes. */
export interface SourceWithEncoding {
  readonly source: Source;
  readonly encoding?: Encoding;
}

/** Reads a checked page without its byte order mark. Bytes in a character set other than UTF-8 are decoded first. */
export function readInput(
  html: string | Uint8Array,
  maxPageBytes: number,
  read: Read,
  options: BytesOptions = {},
): SourceWithEncoding {
  if (typeof html === 'string') return { source: readString(html, maxPageBytes, read) };
  if (html.length > maxPageBytes) throw tooLarge(maxPageBytes);
  const stated = statedEncoding(html, options.contentType);
  if (stated === undefined || stated.name === 'UTF-8') {
    const mark = markBytes(html);
    const bytes = html.subarray(mark);
    if (read(bytes) !== undefined) return { source: sourceOfBytes(bytes, mark), encoding: stated ?? WELL_FORMED };
    if (stated !== undefined) {
      const repaired = encoder.encode(decoder.decode(bytes));
      read(repaired);
      return { source: sourceOfBytes(repaired, mark), encoding: stated };
    }
  }
  const encoding = stated ?? findEncoding(html, options);
  return { source: readString(decodeAs(html, encoding.name), maxPageBytes, read), encoding };
}

/**
 * The text or bytes of a page in any form.
 *
 * @throws {InputError} `INPUT_INVALID`
 */
export function htmlOf(input: unknown): string | Uint8Array {
  if (typeof input === 'string') return input;
  const buffer = attempt(() => (input instanceof ArrayBuffer ? new Uint8Array(input) : undefined));
  if (buffer !== undefined || ArrayBuffer.isView(input)) return check.bytes(PAGE_FORMS, buffer ?? input);
  const live = attempt(() => htmlOfLive(input));
  if (live !== undefined) return live;
  throw new InputError(`${PAGE_FORMS}, not ${check.describe(input)}${attempt(() => hintFor(input)) ?? ''}`);
}

const PAGE_FORMS = 'a page must be a string, bytes, a Document or an Element';

/** The HTML of a live page; undefined for other values. */
function htmlOfLive(input: unknown): string | undefined {
  const { documentElement: root = input } = Object(input) as Record<string, unknown>;
  const { outerHTML } = Object(root) as Record<string, unknown>;
  return typeof outerHTML === 'string' ? liveHtml(input as Document | Element) : undefined;
}

/** A hint for messages if the value must be awaited. */
function hintFor(input: unknown): string {
  const { then, arrayBuffer } = Object(input) as Record<string, unknown>;
  if (typeof then === 'function') return ': await it first';
  return typeof arrayBuffer === 'function' ? ': give it to document() or extract(), or give its arrayBuffer()' : '';
}

function readString(html: string, maxPageBytes: number, read: Read): Source {
  if (html.length > maxPageBytes || (html.length * 3 > maxPageBytes && encoder.encode(html).length > maxPageBytes)) {
    throw tooLarge(maxPageBytes);
  }
  const mark = html.charCodeAt(0) === 0xfeff ? 1 : 0;
  const text = html.slice(mark);
  const bytes = read(text);
  if (bytes === undefined) throw new UsageError('CORE_FAILED', 'the module refused an encoded string');
  return sourceOfString(text, mark, bytes);
}

export const tooLarge = (maxPageBytes: number): LimitError =>
  new LimitError('PAGE_TOO_LARGE', `the page has more than ${maxPageBytes} bytes (maxPageBytes)`);

/** A page with what is known of its origin. */
export interface PageSource extends BytesOptions {
  readonly html: unknown;
  readonly url?: string | undefined;
}

/**
 * Reads a `Response` with its URL and content type; returns other values unchanged.
 *
 * @throws {InputError} `HTTP_STATUS`; `INPUT_INVALID` for a response that was read before, or that ends too early
 * @throws {LimitError} `PAGE_TOO_LARGE`, before the rest is read
 */
export async function readResponse(page: PageSource, maxPageBytes: number): Promise<PageSource> {
  const { html: response } = page;
  if (!isResponse(response)) return page;
  if (!response.ok)
    throw new InputError(`the Response has status ${response.status}: to read it anyway, give its text`, 'HTTP_STATUS');
  let html: string | Uint8Array;
  try {
    html = await joinChunks(response.body ?? [new Uint8Array()], maxPageBytes);
  } catch (cause) {
    if (cause instanceof LimitError) throw cause;
    throw new InputError('the Response cannot be read, or was read before', 'INPUT_INVALID', { cause });
  }
  return {
    ...page,
    html,
    url: page.url ?? (response.url || undefined),
    contentType: page.contentType ?? response.headers.get('content-type') ?? undefined,
  };
}

const isResponse = (value: unknown): value is Response =>
  attempt(() => typeof Response === 'function' && value instanceof Response) === true;

function isIterable(value: unknown): boolean {
  const { [Symbol.asyncIterator]: async, [Symbol.iterator]: sync } = Object(value) as Record<symbol, unknown>;
  return !ArrayBuffer.isView(value) && (typeof async === 'function' || typeof sync === 'function');
}

/** Chunks of a page. */
export type PageChunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/**
 * Joins the chunks of a page: to text if all chunks are text, otherwise to bytes. Each chunk is copied when it arrives.
 *
 * @throws {InputError} `INPUT_INVALID` for anything else
 * @throws {LimitError} `PAGE_TOO_LARGE`, before the rest is read
 */
export async function joinChunks(chunks: PageChunks, maxPageBytes: number): Promise<string | Uint8Array> {
  if (!attempt(() => isIterable(chunks)))
    throw new InputError(`the chunks of a page must be iterable, not ${check.describe(chunks)}`);
  let [bytes, length, isText, text] = [new Uint8Array(), 0, true, ''];
  const append = (chunk: Uint8Array): void => {
    const end = length + chunk.length;
    if (end > bytes.length) {
      const larger = new Uint8Array(Math.max(end, bytes.length * 2));
      larger.set(bytes);
      bytes = larger;
    }
    bytes.set(chunk, length);
    length = end;
  };
  for await (const chunk of chunks) {
    const part = typeof chunk === 'string' ? chunk : check.bytes(CHUNK_FORMS, chunk);
    if (length + text.length + part.length > maxPageBytes) throw tooLarge(maxPageBytes);
    if (typeof part === 'string') {
      // Texts are joined before encoding, because a character may be divided between two chunks.
      text += part;
      continue;
    }
    append(encoder.encode(text));
    append(part);
    [isText, text] = [false, ''];
  }
  if (isText) return text;
  append(encoder.encode(text));
  return bytes.subarray(0, length);
}

const CHUNK_FORMS = 'a chunk of a page must be a string or a Uint8Array';
