/** The body of `_bulk` requests of Elasticsearch and OpenSearch. */
import { createHash } from 'node:crypto';
import { InputError } from 'refrain';
import { check } from 'refrain/engine';
import { jsonLine } from './json-line.ts';

/** Options of a bulk body. */
export interface BulkOptions {
  /** Name of the index in every action. Default: none, because the request names it: `POST /NAME/_bulk`. */
  readonly index?: string | undefined;
}

/** Maximum bytes of an `_id`. */
const ID_BYTES = 512;

/**
 * The `_id` of a document: its id, or the hexadecimal SHA-256 of its UTF-8 if the id has more than 512 bytes, which the
 * engines refuse.
 *
 * @throws {InputError} `INPUT_INVALID` if the id is empty or not a string
 */
export function bulkId(id: string): string {
  if (typeof id !== 'string' || id === '') throw new InputError('the id of a document must be a non-empty string');
  const bytes = Buffer.from(id);
  return bytes.length <= ID_BYTES ? id : createHash('sha256').update(bytes).digest('hex');
}

/**
 * Two lines of NDJSON: the action, which adds the document or replaces one with the same id, and the document without
 * its id. Concatenated lines are the body of a `_bulk` request.
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
