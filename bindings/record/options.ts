/** Options of documents. */
import * as check from '../check.ts';
import { DOCUMENT, FIELDS, type PageField } from './fields.ts';

/** Options of `Page.document` and `extract`. */
export interface DocumentOptions<F extends PageField = PageField> {
  /** URL of the page. Default: its id, if this is a URL; otherwise the URL that the page declares. */
  url?: string | URL | undefined;
  /** Names of fields. Others are not read, which is faster. Default: those of {@link PageDocument}. */
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
