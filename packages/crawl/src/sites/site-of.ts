import { check, hostOf } from 'refrain/engine';
import { importPackage } from '../errors.ts';

/**
 * The part of a URL that names its site: its host (with a port, if any); its registrable domain by the public suffix
 * list (`domain`); its host and the first folders of its path; or the result of a function.
 */
export type SiteOf = 'host' | 'domain' | { readonly folders: number } | ((url: string) => string);

/** The host of a URL. */
export const hostOfUrl = (url: string | URL): string => hostOf(check.url(check.urlText(url)));

/**
 * A function from URLs to sites.
 *
 * @throws {OptionError} `OPTION_INVALID`; the function throws an `InputError` with `URL_INVALID`
 * @throws {PackageError} `PACKAGE_MISSING` for `domain` without the package tldts
 */
export async function siteFinder(siteOf: SiteOf): Promise<(url: string | URL) => string> {
  if (typeof siteOf === 'function') return (url) => check.site(siteOf(check.urlText(url)));
  if (siteOf === 'host') return hostOfUrl;
  if (siteOf === 'domain') {
    const { getDomain } = await importPackage('tldts', "siteOf: 'domain'", () => import('tldts'));
    return (url) => {
      const parsed = check.url(check.urlText(url));
      return getDomain(parsed.href) ?? hostOf(parsed);
    };
  }
  const folders: unknown = siteOf?.folders;
  if (typeof folders !== 'number' || !Number.isInteger(folders) || folders < 1) {
    throw check.optionError('siteOf', 'host, domain, { folders: a whole number from 1 } or a function', siteOf);
  }
  return (url) => {
    const parsed = check.url(check.urlText(url));
    // Without the last segment, which is a page and not a folder.
    const path = parsed.pathname.split('/').slice(1, -1).slice(0, folders);
    return [hostOf(parsed), ...path].join('/');
  };
}
