/** Options of documents. */
import * as check from '../check.ts';
import { DOCUMENT, FIELDS, type PageField } from './fields.ts';

/** Options of `Page.document` and `extract`. */
export interface DocumentOptions<F extends PageField = PageField> {
  /** Address of the page. Default: an id that is a URL, else the address that the page declares. */
  url?: string | URL | undefined;
  /** Names of fields; the others are not read, which takes a fraction of the time. Default: those of {@link PageDocument}. */
  fields?: readonly F[] | undefined;
}

const NAMES = Object.keys(FIELDS) as readonly PageField[];

/**
 * Checks names of fields and removes duplicates. Default: the fields of a document.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
export function checkFields<F extends PageField = PageField>(given: unknown): readonly F[] {
  const allowed = 'a list of names of fields';
  const list = check.list('fields', allowed, given ?? DOCUMENT);
  if (list.length === 0) throw check.optionError('fields', allowed, given);
  return [...new Set(list.map((name) => check.oneOf('a field', name, NAMES) as F))];
}
