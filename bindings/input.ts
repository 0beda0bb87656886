/** Pages as users give them: checked, without a byte order mark, and as UTF-8. */
import * as check from './check.ts';
import { InputError, LimitError, UsageError } from './errors.ts';
import { type Source, sourceOfBytes, sourceOfString } from './source.ts';

const encoder = new TextEncoder();
/** Decoding replaces invalid bytes by U+FFFD, as the HTML standard says. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads a page without a byte order mark. Returns its length in bytes, or undefined where it is not UTF-8. */
type Read = (html: string | Uint8Array) => number | undefined;

/** Checks a page and reads it without its byte order mark. Bytes that are not UTF-8 are repaired and read again. */
export function readInput(html: unknown, maxPageBytes: number, read: Read): Source {
  return typeof html === 'string' ? readString(html, maxPageBytes, read) : readBytes(html, maxPageBytes, read);
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

function readBytes(html: unknown, maxPageBytes: number, read: Read): Source {
  const given = check.bytes('a page must be a string or a Uint8Array of UTF-8', html);
  if (given.length > maxPageBytes) throw tooLarge(maxPageBytes);
  const mark = given[0] === 0xef && given[1] === 0xbb && given[2] === 0xbf ? 3 : 0;
  const bytes = given.subarray(mark);
  if (read(bytes) !== undefined) return sourceOfBytes(bytes, mark);
  const repaired = encoder.encode(decoder.decode(bytes));
  read(repaired);
  return sourceOfBytes(repaired, mark);
}

export const tooLarge = (maxPageBytes: number): LimitError =>
  new LimitError('PAGE_TOO_LARGE', `the page has more than ${maxPageBytes} bytes (maxPageBytes)`);

function isIterable(value: unknown): boolean {
  if (ArrayBuffer.isView(value)) return false;
  try {
    const { [Symbol.asyncIterator]: async, [Symbol.iterator]: sync } = Object(value) as Record<symbol, unknown>;
    return typeof async === 'function' || typeof sync === 'function';
  } catch {
    return false;
  }
}

/** Chunks as bytes. A character that is divided between two strings is joined again. */
export async function* encodeChunks(
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (!isIterable(chunks)) throw new InputError(`the chunks of a page must be iterable, not ${check.shown(chunks)}`);
  let half = '';
  for await (const chunk of chunks) {
    if (typeof chunk === 'string') {
      const text = half + chunk;
      const last = text.charCodeAt(text.length - 1);
      half = last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : '';
      yield encoder.encode(half === '' ? text : text.slice(0, -1));
    } else {
      const bytes = check.bytes('a chunk of a page must be a string or a Uint8Array of UTF-8', chunk);
      if (half !== '') yield encoder.encode(half);
      half = '';
      yield bytes;
    }
  }
  if (half !== '') yield encoder.encode(half);
}
