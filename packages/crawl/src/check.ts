/** Checks of arguments: TypeScript's types do not hold in JavaScript. */
import { InputError, OptionError, type Page } from 'refrain';

/** A value as a message shows it. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'an array' : 'an object';
}

/** The error for an option: its name, what it may be, and what it is. */
export const optionError = (name: string, allowed: string, value: unknown): OptionError =>
  new OptionError(`${name} must be ${allowed}, not ${shown(value)}`);

/** @throws {OptionError} where options are not an object, or have a name that is not among those given */
export function checkOptions(of: string, options: unknown, names: readonly string[]): void {
  checkObject(of, options);
  for (const name of Object.keys(options)) {
    if (!names.includes(name))
      throw new OptionError(`${of}: there is no option ${name}; options are ${names.join(', ')}`);
  }
}

/** @throws {OptionError} */
export function checkObject(of: string, options: unknown): asserts options is object {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw optionError(`the options of ${of}`, 'an object', options);
  }
}

/** @throws {OptionError} where an option is given and has another type */
export function checkType(name: string, value: unknown, type: 'function' | 'string' | 'boolean'): void {
  if (value !== undefined && typeof value !== type) throw optionError(name, `a ${type}`, value);
}

/** @throws {OptionError} */
export function checkChoice(name: string, value: unknown, choices: readonly string[]): void {
  if (!choices.some((choice) => choice === value)) throw optionError(name, `one of ${choices.join(', ')}`, value);
}

/** @throws {OptionError} */
export function checkWhole(name: string, value: unknown, least: number, greatest: number): void {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= greatest) return;
  throw optionError(name, `a whole number from ${least} to ${greatest}`, value);
}

/**
 * A URL as text.
 *
 * @throws {InputError} `URL_INVALID` for what is neither a string nor a `URL`
 */
export function urlText(url: unknown): string {
  if (typeof url === 'string') return url;
  if (url instanceof URL) return url.href;
  throw new InputError(`a URL must be a string or a URL object, not ${shown(url)}`, 'URL_INVALID');
}

/** @throws {InputError} `INPUT_INVALID` for anything but a page of a detector or of sites */
export function checkPage(page: unknown): asserts page is Page {
  const isPage = typeof page === 'object' && page !== null && 'keepAll' in page && 'blocks' in page;
  if (!isPage) throw new InputError(`a page must be a Page of a detector or of sites, not ${shown(page)}`);
}
