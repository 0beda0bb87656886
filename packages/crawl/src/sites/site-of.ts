import { OptionError } from 'refrain';
import { checkSite, hostOf, parseUrl } from 'refrain/unstable';

/**
 * The part of a URL that names its site: its host (with the port, where there is one), its registrable domain (`domain`:
 * `example.co.uk` for `www.example.co.uk`, by the public suffix list), its host and the first folders of its path, or what a
 * function returns.
 */
export type SiteOf = 'host' | 'domain' | { readonly folders: number } | ((url: string) => string);

/**
 * A function from URLs to sites.
 *
 * @throws {OptionError} `OPTION_INVALID`; the function throws an `InputError` with `URL_INVALID`
 */
export async function siteFinder(siteOf: SiteOf): Promise<(url: string) => string> {
  if (typeof siteOf === 'function') return (url) => checkSite(siteOf(url));
  if (siteOf === 'host') return (url) => hostOf(parseUrl(url));
  if (siteOf === 'domain') {
    const { getDomain } = await import('tldts');
    return (url) => getDomain(parseUrl(url).href) ?? hostOf(parseUrl(url));
  }
  const folders: unknown = siteOf?.folders;
  if (typeof folders !== 'number' || !Number.isInteger(folders) || folders < 1) {
    throw new OptionError('siteOf must be host, domain, { folders: a whole number from 1 } or a function');
  }
  return (url) => {
    const parsed = parseUrl(url);
    // The part after the last slash is a page, not a folder.
    const path = parsed.pathname.split('/').slice(1, -1).slice(0, folders);
    return [hostOf(parsed), ...path].join('/');
  };
}
