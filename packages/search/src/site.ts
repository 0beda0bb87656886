import { OptionError } from 'refrain';
import { checkSite, hostOf, parseUrl, shown } from 'refrain/internal';

/** The default `siteOf`: the host of a URL. */
export const siteOfUrl = (url: string): string => hostOf(parseUrl(url));

/**
 * A function that names sites, with its results checked.
 *
 * @throws {OptionError} `OPTION_INVALID` where it is not a function; the returned function throws an `InputError` where a
 * result is not the name of a site
 */
export function checkedSiteOf(siteOf: (url: string) => string): (url: string) => string {
  if (typeof siteOf !== 'function') {
    throw new OptionError(`siteOf must be a function from a URL to the name of its site, not ${shown(siteOf)}`);
  }
  return siteOf === siteOfUrl ? siteOf : (url) => checkSite(siteOf(url));
}
