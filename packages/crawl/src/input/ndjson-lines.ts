/** Without Node modules, so that all platforms share the reader. */
import { InputError, LimitError } from 'refrain';
import { check } from 'refrain/engine';
import type { InputPage } from '../crawl-page.ts';
import { asError, maxPageBytesOf, type ReadOptions, reportFailure, untilFailure } from '../reading/failures.ts';
import { hasManyValues, VALUES_MAX } from '../reading/json-values.ts';
import { DamagedLines } from './damaged-lines.ts';
import { type Line, readLines } from './lines.ts';

/** Maximum bytes of a line in addition to its HTML. */
const LINE_REST = 64 * 1024;

/** Bytes of the shortest line with a page: `{"url":"a:","html":""}`. */
const SHORTEST = 20;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

export async function* readNdjsonLines(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadOptions & { readonly name: string },
): AsyncGenerator<InputPage> {
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
    let page: InputPage | undefined;
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

/** Undefined for an empty line, and for an unwanted page. */
function readLine(
  { bytes, length, offset, number }: Line,
  source: string,
  { maxPageBytes, takes }: Pick<ReadOptions, 'takes'> & { readonly maxPageBytes: number },
): InputPage | undefined {
  const damaged = (what: string): InputError => new InputError(`the line at byte ${offset} ${what}`, 'INPUT_DAMAGED');
  if (bytes === undefined) {
    throw new LimitError('PAGE_TOO_LARGE', `the line at byte ${offset} has ${length} bytes, too many for a page`);
  }
  const text = attempt(() => decoder.decode(bytes));
  if (text === undefined) throw damaged(isUtf16(bytes) ? 'is UTF-16, not UTF-8' : 'is not UTF-8');
  if (text.trim() === '') return undefined;
  if (hasManyValues(bytes)) throw damaged(`has more than ${VALUES_MAX} values`);
  const { url, html, id, site, contentType } = readObject(number === 1 ? text.replace(MARK, '') : text, damaged);
  if (url === undefined || url === '') throw damaged('has no url');
  if (html === undefined) throw damaged('has no html');
  check.pageId(id ?? url);
  if (site !== undefined) check.site(site);
  const address = { url, ...(id === undefined ? {} : { id }), ...(site === undefined ? {} : { site }) };
  if (takes?.(address) === false) return undefined;
  const page = encoder.encode(html);
  if (page.length > maxPageBytes) {
    const size = `${page.length} bytes, more than ${maxPageBytes}`;
    throw new LimitError('PAGE_TOO_LARGE', `the page in the line at byte ${offset} has ${size}`);
  }
  return {
    ...address,
    html: page,
    contentType: `${contentType?.split(';')[0] ?? 'text/html'}; charset=utf-8`,
    source,
  };
}

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

const MARK = /^\ufeff/;

const FIELDS = ['url', 'html', 'id', 'site', 'contentType'] as const;

/** Members that are null count as missing. */
function readObject(
  text: string,
  damaged: (what: string) => InputError,
): Partial<Record<(typeof FIELDS)[number], string>> {
  // Valid JSON never yields undefined.
  const value = attempt((): unknown => JSON.parse(text));
  if (value === undefined) throw damaged('is not JSON');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw damaged('is not a JSON object');
  const members = value as Readonly<Record<string, unknown>>;
  const fields: Partial<Record<(typeof FIELDS)[number], string>> = {};
  for (const field of FIELDS) {
    const member = members[field];
    if (typeof member === 'string') fields[field] = member;
    else if (member !== undefined && member !== null)
      throw damaged(`has a ${field} that must be a string, not ${check.describe(member)}`);
  }
  return fields;
}
