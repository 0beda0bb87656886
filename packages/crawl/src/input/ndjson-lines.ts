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
import { DamagedLines } from './damaged-lines.ts';
import { isString, membersOf, textAt, valueAt } from './json-members.ts';
import { type Line, readLines } from './lines.ts';

/** Bytes that a line may have beside its HTML. */
const LINE_REST = 64 * 1024;

/** Bytes of the shortest line with a page: `{"url":"a:","html":""}`. */
const SHORTEST = 20;

/** Bytes of a line that are decoded together, to see whether they are UTF-8. */
const DECODED = 64 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Pages from uncompressed NDJSON; see `readNdjson`. */
export async function* readNdjsonLines(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadOptions & { readonly name: string },
): AsyncGenerator<CrawlPage> {
  const { name } = options;
  const maxPageBytes = maxPageBytesOf(options);
  const lines = readLines(chunks, maxPageBytes * 2 + LINE_REST);
  const damaged = new DamagedLines(options);
  const takes: ReadOptions['takes'] = (page) => {
    if (options.takes?.(page) !== false) return true;
    damaged.end();
    return false;
  };
  for await (const line of untilFailure(lines, (error) => reportFailure(options, { source: name, error }))) {
    if (damaged.isFull && line.length < SHORTEST) {
      damaged.leaveOut(line);
      continue;
    }
    let page: CrawlPage | undefined;
    try {
      page = readLine(line, `${name}:${line.number}`, { maxPageBytes, takes });
    } catch (error) {
      damaged.add(line, asError(error));
      continue;
    }
    if (page === undefined) continue;
    damaged.end();
    yield page;
  }
  damaged.end();
}

/** The page of a line; undefined for an empty line, and a page that is not wanted. */
function readLine(
  { bytes, length, offset, number }: Line,
  source: string,
  { maxPageBytes, takes }: Pick<ReadOptions, 'takes'> & { readonly maxPageBytes: number },
): CrawlPage | undefined {
  const damaged = (what: string): InputError => new InputError(`the line at byte ${offset} ${what}`, 'INPUT_DAMAGED');
  if (bytes === undefined) {
    throw new LimitError('PAGE_TOO_LARGE', `the line at byte ${offset} has ${length} bytes, too many for a page`);
  }
  const isBlank = isBlankText(bytes);
  if (isBlank === undefined) throw damaged(isUtf16(bytes) ? 'is UTF-16, not UTF-8' : 'is not UTF-8');
  if (isBlank) return undefined;
  const start = number === 1 && hasMark(bytes) ? MARK.length : 0;
  const { url, html, id, site, contentType } = readObject(bytes, start, damaged);
  if (url === undefined || url === '') throw damaged('has no url');
  if (html === undefined) throw damaged('has no html');
  check.pageId(id ?? url);
  if (site !== undefined) check.site(site);
  const address = { url, ...(id === undefined ? {} : { id }), ...(site === undefined ? {} : { site }) };
  if (takes?.(address) === false) return undefined;
  const page = html();
  if (page.length > maxPageBytes) {
    const size = `${page.length} bytes, more than ${maxPageBytes}`;
    throw new LimitError('PAGE_TOO_LARGE', `the page in the line at byte ${offset} has ${size}`);
  }
  return {
    ...address,
    bytes: page,
    contentType: `${contentType?.split(';')[0] ?? 'text/html'}; charset=utf-8`,
    source,
  };
}

/** Whether bytes begin with a byte order mark of UTF-16. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** UTF-8's byte order mark. */
const MARK = [0xef, 0xbb, 0xbf];

const hasMark = (bytes: Uint8Array): boolean => MARK.every((byte, at) => bytes[at] === byte);

/** Whether a byte goes on with a character. */
const isInside = (byte = 0): boolean => (byte & 0xc0) === 0x80;

/** Whether a text is white space; undefined for bytes that are not UTF-8. It is never there as a whole, beside its bytes. */
function isBlankText(bytes: Uint8Array): boolean | undefined {
  let isBlank = true;
  try {
    for (let from = 0, to = 0; from < bytes.length; from = to) {
      to = Math.min(from + DECODED, bytes.length);
      // A decoder that waits for the rest of a character is slower.
      for (let back = 0; back < 3 && isInside(bytes[to]); back += 1) to -= 1;
      const text = decoder.decode(bytes.subarray(from, to));
      isBlank = isBlank && text.trim() === '';
    }
    return isBlank;
  } catch {
    return undefined;
  }
}

const FIELDS = ['url', 'html', 'id', 'site', 'contentType'] as const;
const NAMES: ReadonlySet<string> = new Set(FIELDS);

interface Fields extends Partial<Record<Exclude<(typeof FIELDS)[number], 'html'>, string>> {
  /** Its text is made where it is wanted. */
  html?: () => Uint8Array<ArrayBuffer>;
}

/** The fields of a page; null counts as missing. */
function readObject(bytes: Uint8Array, start: number, damaged: (what: string) => InputError): Fields {
  let members: ReturnType<typeof membersOf>;
  try {
    members = membersOf(bytes, start, NAMES);
  } catch (error) {
    throw damaged(`is not JSON: ${asError(error).message}`);
  }
  if (members === undefined) throw damaged('is not a JSON object');
  const fields: Fields = {};
  for (const field of FIELDS) {
    const range = members.get(field);
    if (range === undefined) continue;
    if (field === 'html' && isString(bytes, range)) fields.html = () => textAt(bytes, range);
    else {
      const value = valueAt(bytes, range);
      if (typeof value === 'string' && field !== 'html') fields[field] = value;
      else if (value !== null) throw damaged(`has a ${field} that must be a string, not ${check.shown(value)}`);
    }
  }
  return fields;
}
