import { InputError, type Page } from 'refrain';
import { check } from 'refrain/engine';

/** @throws {OptionError} if the input is neither a path nor an iterable of bytes */
export function checkInput(reader: string, input: unknown): void {
  const isStream = typeof input === 'object' && input !== null && Symbol.asyncIterator in input;
  if (typeof input !== 'string' && !isStream)
    throw check.optionError(`the input of ${reader}`, 'a path or an async iterable of bytes', input);
}

/** @throws {InputError} `INPUT_INVALID` if the value is not a `Page` */
export function checkPage(page: unknown): asserts page is Page {
  const isPage = typeof page === 'object' && page !== null && 'keepAll' in page && 'blocks' in page;
  if (!isPage) throw new InputError(`a page must be a Page of a detector or of sites, not ${check.describe(page)}`);
}
