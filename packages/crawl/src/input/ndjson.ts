import { checkInput } from '../check.ts';
import type { InputPage } from '../crawl-page.ts';
import { Feed, openFile } from '../reading/bytes.ts';
import { checkReadOptions, type ReadOptions } from '../reading/failures.ts';
import { inflate, isGzip } from '../reading/gzip.ts';
import { readNdjsonLines } from './ndjson-lines.ts';

/**
 * Yields pages from NDJSON, one JSON object per line: `{ url, html, id?, site?, contentType? }`, all strings; other
 * members are ignored. A line has at most 131,072 values. Accepted: empty lines, a byte order mark, CRLF, a last line
 * without an end, and gzip, detected by its first bytes. HTML in a string is already decoded, so the page is UTF-8, and
 * `contentType` states this.
 *
 * Failures name the line and its offset, in bytes of the uncompressed input: `INPUT_DAMAGED` for a line that is not
 * this object or not UTF-8, `INPUT_INVALID` for an invalid name of a site, `PAGE_TOO_LARGE` for a line of more than two
 * `maxPageBytes` and 64 KiB, or a page of more than `maxPageBytes`. Reading ends at damaged compressed data.
 *
 * @param input path of a file, or its bytes in chunks
 * @throws {OptionError} `OPTION_INVALID`; and without `onFailure` the first failure
 */
export async function* readNdjson(
  input: string | AsyncIterable<Uint8Array>,
  options: ReadOptions & { readonly name?: string } = {},
): AsyncGenerator<InputPage> {
  checkInput('readNdjson', input);
  checkReadOptions('readNdjson', options, ['name']);
  const name = options.name ?? (typeof input === 'string' ? input : 'stream');
  yield* readNdjsonLines(openPlain(input), { ...options, name });
}

/** Bytes of a file or of chunks, inflated if they are gzip. */
export async function* openPlain(input: string | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const feed = new Feed(typeof input === 'string' ? openFile(input) : input);
  await feed.want(2);
  yield* isGzip(feed.bytes) ? inflate(feed.rest()) : feed.rest();
}
