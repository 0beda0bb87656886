import { OptionError } from 'refrain';
import { checkSite, hostOf, parseUrl } from 'refrain/unstable';

/** The default `siteOf`: the host of a URL. */
export const siteOfUrl = (url: string): string => hostOf(parseUrl(url));

/**
 * A function that names sites, its results checked.
 *
 * @throws {OptionError} `OPTION_INVALID` where it is not a function; the function throws an `InputError`
 */
export function checkedSiteOf(siteOf: (url: string) => string): (url: string) => string {
  if (typeof siteOf !== 'function')
    throw new OptionError('siteOf must be a function from a URL to the name of its site');
  return siteOf === siteOfUrl ? siteOf : (url) => checkSite(siteOf(url));
}
