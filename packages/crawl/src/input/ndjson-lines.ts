/** Pages from the lines of NDJSON. No Node modules, so that the playground has the same reader. */
import { InputError, LimitError } from 'refrain';
import { check } from 'refrain/engine';
import {
  asError,
  type CrawlPage,
  maxPageBytesOf,
  type ReadOptions,
  reportFailure,
  untilFailure,
} from '../reading/page.ts';
import { type Line, readLines } from './lines.ts';

/** Bytes that a line may have beside its HTML. */
const LINE_REST = 64 * 1024;

/**
 * Damaged lines in a row that are reported one by one. The others of the row are one failure: a file of another format can have
 * half a million lines in a megabyte, and an error for each takes much longer than reading it.
 */
const REPORTED_LINES = 100;

/** Bytes of the shortest line with a page: `{"url":"a:","html":""}`. */
const SHORTEST = 20;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Pages from uncompressed NDJSON; see `readNdjson`. */
export async function* readNdjsonLines(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadOptions & { readonly name: string },
): AsyncGenerator<CrawlPage> {
  const { name } = options;
  const maxPageBytes = maxPageBytesOf(options);
  const lines = readLines(chunks, maxPageBytes * 2 + LINE_REST);
  /** Damaged lines that follow each other, and those of them that were not reported one by one. */
  let damaged = 0;
  let unreported: { readonly first: Line; readonly last: Line; readonly count: number } | undefined;
  const leaveOut = (line: Line): void => {
    unreported = { first: unreported?.first ?? line, last: line, count: (unreported?.count ?? 0) + 1 };
  };
  const endRow = (): void => {
    damaged = 0;
    if (unreported === undefined) return;
    const { first, last, count } = unreported;
    unreported = undefined;
    const message = `${count} more lines, at bytes ${first.offset} to ${last.offset}, are not pages either`;
    const error = new InputError(message, 'INPUT_DAMAGED');
    reportFailure(options, { source: `${name}:${first.number}-${last.number}`, error });
  };
  for await (const line of untilFailure(lines, (error) => reportFailure(options, { source: name, error }))) {
    const isReported = damaged < REPORTED_LINES;
    if (!isReported && line.length < SHORTEST) {
      leaveOut(line);
      continue;
    }
    const source = `${name}:${line.number}`;
    let page: CrawlPage | undefined;
    try {
      page = readLine(line, source, maxPageBytes);
    } catch (error) {
      damaged += 1;
      if (isReported) reportFailure(options, { source, error: asError(error) });
      else leaveOut(line);
      continue;
    }
    if (page === undefined) continue;
    endRow();
    yield page;
  }
  endRow();
}

/** The page of a line; undefined for an empty line. */
function readLine(
  { bytes, length, offset, number }: Line,
  source: string,
  maxPageBytes: number,
): CrawlPage | undefined {
  const damaged = (what: string): InputError => new InputError(`the line at byte ${offset} ${what}`, 'INPUT_DAMAGED');
  if (bytes === undefined) {
    throw new LimitError('PAGE_TOO_LARGE', `the line at byte ${offset} has ${length} bytes, too many for a page`);
  }
  const text = decode(bytes);
  if (text === undefined) throw damaged(isUtf16(bytes) ? 'is UTF-16, not UTF-8' : 'is not UTF-8');
  const json = number === 1 && text.startsWith('\ufeff') ? text.slice(1) : text;
  if (json.trim() === '') return undefined;
  const { url, html, id, site, contentType } = readObject(json, damaged);
  if (url === undefined || url === '') throw damaged('has no url');
  if (html === undefined) throw damaged('has no html');
  check.pageId(id ?? url);
  if (site !== undefined) check.site(site);
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

/** Whether bytes begin with a byte order mark of UTF-16. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

const FIELDS = ['url', 'html', 'id', 'site', 'contentType'] as const;

type Fields = Partial<Record<(typeof FIELDS)[number], string>>;

/** The fields of a page; null counts as missing. */
function readObject(json: string, damaged: (what: string) => InputError): Fields {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw damaged(`is not JSON: ${asError(error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw damaged('is not a JSON object');
  const given = value as Readonly<Record<string, unknown>>;
  const fields: Fields = {};
  for (const field of FIELDS) {
    const text = Object.hasOwn(given, field) ? given[field] : undefined;
    if (typeof text === 'string') fields[field] = text;
    else if (text !== undefined && text !== null)
      throw damaged(`has a ${field} that must be a string, not ${check.shown(text)}`);
  }
  return fields;
}
