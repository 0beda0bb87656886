/** Ids of pages. */
import { shown } from './check.ts';
import { InputError } from './errors.ts';

/**
 * A valid id of a page. Ids are remembered by a hash of their UTF-8, which has no lone surrogates: ids that differ in these only
 * would be one page.
 *
 * @throws {InputError} `INPUT_INVALID`
 */
export function checkPageId(id: unknown): string {
  if (typeof id !== 'string') throw new InputError(`a page id must be a string, not ${shown(id)}`);
  if (!id.isWellFormed()) throw new InputError('a page id must have no lone surrogates');
  return id;
}
