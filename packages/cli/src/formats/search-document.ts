/** Pages as documents for search engines, and the body of `_bulk` requests of Elasticsearch and OpenSearch. */
import { createHash } from 'node:crypto';
import { InputError, type Page, type PageFields, type Part } from 'refrain';
import { check, recordOf } from 'refrain/engine';
import { StructuredReader } from 'refrain/structured';
import { jsonLine } from './json-line.ts';

const SEARCHED = ['url', 'title', 'site', 'kind', 'text'] as const;

/** A page as a document for a search engine: plain data. */
export interface SearchDocument extends Readonly<Pick<PageFields, (typeof SEARCHED)[number]>> {
  /** The key of the document in the engine. */
  readonly id: string;
  /** Unicode code points of the text. */
  readonly length: number;
}

/** Members of the document that the page does not have. One of `url` and `id` is needed. */
export interface PageAddress {
  readonly url?: string | undefined;
  /** Default: the URL. */
  readonly id?: string | undefined;
  readonly site?: string | undefined;
}

/** What the text of a document is. */
export interface DocumentOptions {
  /** The part of the page; all content where there is next to no main content. Default: `main`, or `content` where no model decides. */
  readonly part?: Part | undefined;
  /** Adds text that stands in the data of the page only; main content decides where. Default: nothing is added. */
  readonly structured?: StructuredReader | undefined;
}

/**
 * The document of a page, for `bulkLines`, for `addAll` of MiniSearch with `fields: ['title', 'text']`, or for any
 * other engine. It stays valid after the detector has read another page.
 *
 * ```ts
 * const documents = pages.map(({ url, html }) => searchDocument(detector.learn(html), { url }));
 * miniSearch.addAll(documents);
 * ```
 *
 * @throws {OptionError} `OPTION_INVALID`; {InputError} `INPUT_INVALID` for something else than a page
 * @throws {UsageError} `PAGE_STALE` if the detector has read another page; `NO_MAIN` for a part that no model decides
 */
export function searchDocument<N>(page: Page<N>, address: PageAddress, options: DocumentOptions = {}): SearchDocument {
  const { url, id = url, site } = check.object('the address of a page', address);
  const { part, structured } = check.object('searchDocument', options, ['part', 'structured']);
  for (const [name, value] of Object.entries({ url: url ?? '', id, site: site ?? '' })) check.string(name, value);
  if (structured !== undefined && !isReader(structured))
    throw check.optionError('structured', 'a StructuredReader', structured);
  const fields = recordOf(page, SEARCHED, { url, site, part });
  const text = [fields.text, structured?.text(page)].filter((each) => each).join('\n');
  return { id: id as string, ...fields, text, length: codePoints(text) };
}

function isReader(value: unknown): boolean {
  try {
    return value instanceof StructuredReader;
  } catch {
    // A proxy that was revoked.
    return false;
  }
}

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** A search for pairs is faster than a loop over all characters: most texts have none. */
const codePoints = (text: string): number => text.length - (text.match(PAIR)?.length ?? 0);

/** Options of the body. */
export interface BulkOptions {
  /** Name of the index in every action. Default: none; the request names it: `POST /NAME/_bulk`. */
  readonly index?: string | undefined;
}

/** Maximum length of an `_id`, in bytes of UTF-8. */
const ID_BYTES = 512;

/**
 * The `_id` of a document: its id, or the SHA-256 of its UTF-8 in hexadecimal digits if it has more than 512 bytes, which the
 * engines refuse. The same id gives the same `_id`, so that a page that is sent again replaces the earlier one.
 *
 * @throws {InputError} `INPUT_INVALID` if the id is not a string, or empty, which the engines refuse too
 */
export function bulkId(id: string): string {
  if (typeof id !== 'string' || id === '') throw new InputError('the id of a document must be a non-empty string');
  const bytes = Buffer.from(id);
  return bytes.length <= ID_BYTES ? id : createHash('sha256').update(bytes).digest('hex');
}

/**
 * Two lines of NDJSON: the action that indexes the document, or replaces the one with the same id, and the document without
 * its id. The lines of any number of documents, concatenated, are the body of a `_bulk` request.
 *
 * @throws {InputError} `INPUT_INVALID` if the id is invalid: see `bulkId`
 * @throws {OptionError} `OPTION_INVALID`
 */
export function bulkLines<D extends { readonly id: string }>(document: D, options: BulkOptions = {}): string {
  const { id, ...fields } = check.object('bulkLines', document);
  const { index } = check.object('bulkLines', options, ['index']);
  const named = index === undefined ? {} : { _index: check.string('index', index) };
  return jsonLine({ index: { ...named, _id: bulkId(id) } }) + jsonLine(fields);
}
