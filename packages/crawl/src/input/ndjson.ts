import { checkInput } from '../check.ts';
import type { InputPage } from '../page.ts';
import { Feed, openFile } from '../reading/bytes.ts';
import { inflate, isGzip } from '../reading/gzip.ts';
import { checkReadOptions, type ReadOptions } from '../reading/page.ts';
import { readNdjsonLines } from './ndjson-lines.ts';

/**
 * Pages from NDJSON, one JSON object a line: `{ url, html, id?, site?, contentType? }`, all of them strings; other members are
 * ignored. A line has at most 131,072 values. Empty lines are skipped; a byte order mark, CRLF and a last line without an end are
 * accepted, and so is gzip, which is found by its first bytes. HTML in a string is text already: the page is given as UTF-8, with a
 * `contentType` that names UTF-8.
 *
 * A line that is not such an object, or not UTF-8, is a failure with `INPUT_DAMAGED`, and one with an invalid name of a site a failure
 * with `INPUT_INVALID`. A line of more than two `maxPageBytes` and 64 KiB, or a page of more than `maxPageBytes`, is a failure with
 * `PAGE_TOO_LARGE`. Failures name the line and the offset, in bytes of the uncompressed input, where it starts. Reading ends at
 * damaged compressed data.
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

/** The bytes of a file, or of chunks, inflated where they are compressed by gzip. */
export async function* openPlain(input: string | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const feed = new Feed(typeof input === 'string' ? openFile(input) : input);
  await feed.want(2);
  yield* isGzip(feed.bytes) ? inflate(feed.rest()) : feed.rest();
}
