/** Checks of arguments beside those of the core. */
import { InputError, type Page } from 'refrain';
import { optionError, shown } from 'refrain/internal';

/** @throws {OptionError} where an option is given and has another type */
export function checkType(name: string, value: unknown, type: 'function' | 'string' | 'boolean'): void {
  if (value !== undefined && typeof value !== type) throw optionError(name, `a ${type}`, value);
}

/**
 * A URL as text.
 *
 * @throws {InputError} `URL_INVALID` for a value that is neither a string nor a `URL`
 */
export function urlText(url: unknown): string {
  if (typeof url === 'string') return url;
  if (url instanceof URL) return url.href;
  throw new InputError(`a URL must be a string or a URL object, not ${shown(url)}`, 'URL_INVALID');
}

/** @throws {InputError} `INPUT_INVALID` for a value that is not a page of a detector or of sites */
export function checkPage(page: unknown): asserts page is Page {
  const isPage = typeof page === 'object' && page !== null && 'keepAll' in page && 'blocks' in page;
  if (!isPage) throw new InputError(`a page must be a Page of a detector or of sites, not ${shown(page)}`);
}
