import { InputError, OptionError } from '../errors.ts';

/**
 * What of a URL makes a site: its host (with the port, where there is one), its registrable domain (`domain`: `example.co.uk`
 * for `www.example.co.uk`, by the public suffix list), its host and the first so many folders of its path, or what a
 * function says.
 */
export type SiteOf = 'host' | 'domain' | { readonly folders: number } | ((url: string) => string);

function parse(url: string): URL {
  try {
    return new URL(url);
  } catch (cause) {
    throw new InputError(`${JSON.stringify(url)} is no URL`, 'URL_INVALID', { cause });
  }
}

/** The host; that of a file without one (`file:///site/page.html`) is its top folder. */
function hostOf({ protocol, host, pathname, href }: URL): string {
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

/** A name that can be a site's: a store keeps it as UTF-8, and NUL ends it there. */
export function checkSite(site: unknown): string {
  if (typeof site !== 'string' || site === '' || site.includes('\0') || !site.isWellFormed()) {
    throw new InputError('a site is named by a text that is not empty, without NUL and lone surrogates');
  }
  return site;
}

/**
 * A function from URLs to sites.
 *
 * @throws {OptionError} `OPTION_INVALID`; the function throws an {@link InputError} with `URL_INVALID`
 */
export async function siteFinder(siteOf: SiteOf): Promise<(url: string) => string> {
  if (typeof siteOf === 'function') return (url) => checkSite(siteOf(url));
  if (siteOf === 'host') return (url) => hostOf(parse(url));
  if (siteOf === 'domain') {
    const { getDomain } = await import('tldts');
    return (url) => getDomain(parse(url).href) ?? hostOf(parse(url));
  }
  const folders: unknown = siteOf?.folders;
  if (typeof folders !== 'number' || !Number.isInteger(folders) || folders < 1) {
    throw new OptionError('siteOf must be host, domain, { folders: a whole number from 1 } or a function');
  }
  return (url) => {
    const parsed = parse(url);
    // What follows the last slash is a page, not a folder.
    const path = parsed.pathname.split('/').slice(1, -1).slice(0, folders);
    return [hostOf(parsed), ...path].join('/');
  };
}
