/** The body of `_bulk`, by which Elasticsearch and OpenSearch take documents. */
import { createHash } from 'node:crypto';
import { InputError } from 'refrain';
import { jsonLine } from './json-line.ts';

/** How documents are named in the body of a request. */
export interface BulkOptions {
  /** Name of the index, in every action. Without it the request says it: `POST /NAME/_bulk`. */
  readonly index?: string | undefined;
}

/** The longest `_id` that the engines take, in bytes of UTF-8. */
const ID_BYTES = 512;

/**
 * What the engines know a document by: its id; of one of more than 512 bytes, which they refuse, the SHA-256 of its UTF-8
 * in hexadecimal digits. The same id gives the same, so that a page that comes again replaces itself.
 *
 * @throws {InputError} `INPUT_INVALID` where the id is empty, which they refuse too, or no string
 */
export function bulkId(id: string): string {
  if (typeof id !== 'string' || id === '') throw new InputError('a document needs an id, a string that is not empty');
  const bytes = Buffer.from(id);
  return bytes.length <= ID_BYTES ? id : createHash('sha256').update(bytes).digest('hex');
}

/**
 * Two lines of NDJSON: the action that indexes a document, or replaces the one of the same id, and the document itself,
 * all members but the id. Lines of any number of documents, one behind the other, are the body of a `_bulk` request.
 *
 * @throws {InputError} `INPUT_INVALID` where the id can not be one: see `bulkId`
 */
export function bulkLines<D extends { readonly id: string }>(document: D, { index }: BulkOptions = {}): string {
  const { id, ...fields } = document;
  const named = index === undefined ? {} : { _index: index };
  return jsonLine({ index: { ...named, _id: bulkId(id) } }) + jsonLine(fields);
}
