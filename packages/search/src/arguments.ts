import { InputError, LimitError, OptionError } from 'refrain';
import { check, hostOf } from 'refrain/engine';

/**
 * @throws {InputError} `INPUT_INVALID`
 */
export function checkText(name: string, text: unknown): string {
  if (typeof text === 'string') return text;
  throw new InputError(`${name} must be a string, not ${check.describe(text)}`);
}

/**
 * A text of at most `maxPageBytes` UTF-16 code units.
 *
 * @throws {InputError} `INPUT_INVALID`
 * @throws {LimitError} `PAGE_TOO_LARGE`
 */
export function checkPageText(text: unknown, maxPageBytes: number): string {
  const checked = checkText('text', text);
  if (checked.length <= maxPageBytes) return checked;
  throw new LimitError(
    'PAGE_TOO_LARGE',
    `the text has ${checked.length} characters; maxPageBytes allows ${maxPageBytes}`,
  );
}

/** @throws {InputError} `INPUT_INVALID` unless the number is a whole number from 0 and below `count` */
export function checkNumber(name: string, number: unknown, count: number): void {
  if (Number.isInteger(number) && (number as number) >= 0 && (number as number) < count) return;
  throw new InputError(`${name} must be a number below ${count}, not ${check.describe(number)}`);
}

export const siteOfUrl = (url: string): string => hostOf(check.url(url));

/**
 * Wraps a function that names sites to check its results.
 *
 * @throws {OptionError} `OPTION_INVALID` if it is not a function; the returned function throws an `InputError` if a
 * result is not the name of a site
 */
export function checkedSiteOf(siteOf: (url: string) => string): (url: string) => string {
  if (typeof siteOf !== 'function') {
    throw new OptionError(
      `siteOf must be a function from a URL to the name of its site, not ${check.describe(siteOf)}`,
    );
  }
  return siteOf === siteOfUrl ? siteOf : (url) => check.site(siteOf(url));
}
