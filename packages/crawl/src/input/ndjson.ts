import { isUtf8 } from 'node:buffer';
import { InputError, LimitError, resolveOptions } from 'refrain';
import { openFile, peek } from './bytes.ts';
import { asError, report, untilFailure } from './failure.ts';
import { inflate, isGzip } from './gzip.ts';
import { type Line, readLines } from './lines.ts';
import type { CrawlPage, ReadOptions } from './page.ts';

/** Room in a line for all that is not HTML. */
const LINE_REST = 64 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Pages from NDJSON, one JSON object a line: `{ url, html, id?, site?, contentType? }`, all of them strings; anything
 * else in it is passed over. Empty lines are skipped; a byte order mark, CRLF and a last line without an end are fine;
 * so is gzip, which is told by its first bytes. HTML in a string is characters already: it is given as UTF-8, and
 * called that.
 *
 * A line that is no such object, or no UTF-8, is a failure with `INPUT_DAMAGED`. A line of more than two `maxPageBytes`
 * and 64 KiB, or a page of more than one, is one with `PAGE_TOO_LARGE`. Failures name the line, and the byte of the
 * (uncompressed) input where it starts. After damaged compressed data nothing more can be read.
 *
 * @param input path of a file, or its bytes as they come
 */
export async function* readNdjson(
  input: string | AsyncIterable<Uint8Array>,
  options: ReadOptions & { readonly name?: string } = {},
): AsyncGenerator<CrawlPage> {
  const name = options.name ?? (typeof input === 'string' ? input : 'stream');
  const maxPageBytes = options.maxPageBytes ?? resolveOptions().maxPageBytes;
  const chunks = typeof input === 'string' ? openFile(input) : input;
  const lines = readLines(plain(chunks), maxPageBytes * 2 + LINE_REST);
  for await (const line of untilFailure(lines, (error) => report(options, { source: name, error }))) {
    const source = `${name}:${line.number}`;
    let page: CrawlPage | undefined;
    try {
      page = readLine(line, source, maxPageBytes);
    } catch (error) {
      report(options, { source, error: asError(error) });
      continue;
    }
    if (page !== undefined) yield page;
  }
}

async function* plain(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const opened = await peek(chunks, 2);
  yield* isGzip(opened.head) ? inflate(opened.chunks) : opened.chunks;
}

/** The page of a line; nothing for an empty one. */
function readLine(
  { bytes, length, offset, number }: Line,
  source: string,
  maxPageBytes: number,
): CrawlPage | undefined {
  const damaged = (what: string): InputError => new InputError(`the line at byte ${offset} ${what}`, 'INPUT_DAMAGED');
  if (bytes === undefined) {
    throw new LimitError('PAGE_TOO_LARGE', `the line at byte ${offset} has ${length} bytes, too many for a page`);
  }
  if (!isUtf8(bytes)) throw damaged('is no UTF-8');
  const text = decoder.decode(bytes);
  const json = number === 1 && text.startsWith('\ufeff') ? text.slice(1) : text;
  if (/^\s*$/.test(json)) return undefined;
  const { url, html, id, site, contentType } = readObject(json, damaged);
  if (url === undefined || url === '') throw damaged('has no url');
  if (html === undefined) throw damaged('has no html');
  const encoded = encoder.encode(html);
  if (encoded.length > maxPageBytes) {
    const size = `${encoded.length} bytes, more than ${maxPageBytes}`;
    throw new LimitError('PAGE_TOO_LARGE', `the page in the line at byte ${offset} has ${size}`);
  }
  return {
    url,
    bytes: encoded,
    contentType: `${contentType?.split(';')[0] ?? 'text/html'}; charset=utf-8`,
    ...(id === undefined ? {} : { id }),
    ...(site === undefined ? {} : { site }),
    source,
  };
}

const FIELDS = ['url', 'html', 'id', 'site', 'contentType'] as const;

type Fields = Partial<Record<(typeof FIELDS)[number], string>>;

/** What is of use of an object; null is as good as nothing. */
function readObject(json: string, damaged: (what: string) => InputError): Fields {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw damaged(`is no JSON: ${asError(error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw damaged('is no JSON object');
  const given = value as Readonly<Record<string, unknown>>;
  const fields: Fields = {};
  for (const field of FIELDS) {
    const text = Object.hasOwn(given, field) ? given[field] : undefined;
    if (typeof text === 'string') fields[field] = text;
    else if (text !== undefined && text !== null) throw damaged(`has a ${field} that is no string`);
  }
  return fields;
}
