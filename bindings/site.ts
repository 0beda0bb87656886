/** Names of sites. */
import { shown } from './check.ts';
import { InputError } from './errors.ts';

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

/** @throws {InputError} `URL_INVALID` */
export function parseUrl(url: string): URL {
  try {
    return new URL(url);
  } catch (cause) {
    throw new InputError(`${JSON.stringify(url)} is not a URL`, 'URL_INVALID', { cause });
  }
}

/**
 * The host of a URL, with its port. The host of a file without one (`file:///site/page.html`) is its top folder.
 *
 * @throws {InputError} `URL_INVALID`
 */
export function hostOf({ protocol, host, pathname, href }: URL): string {
  const name = host === '' && protocol === 'file:' ? decode(pathname.split('/')[1] ?? '') : host;
  if (name === '') throw new InputError(`${href} names no site`, 'URL_INVALID');
  return name;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/**
 * A valid name of a site. A store keeps it as UTF-8, and NUL ends it there.
 *
 * @throws {InputError} `INPUT_INVALID`
 */
export function checkSite(site: unknown): string {
  if (typeof site !== 'string' || site === '' || site.includes('\0') || !site.isWellFormed()) {
    throw new InputError('the name of a site must be a non-empty string without NUL and lone surrogates');
  }
  return site;
}
