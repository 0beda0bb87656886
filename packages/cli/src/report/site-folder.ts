import { hashDigits, isPlainPart, readablePart } from '../output/file-name.ts';

/** UTF-16 code units of a site's name that its folder may show. */
const SHOWN_MAX = 200;

/** The name of a site's folder: valid on every file system, and different for every site. */
export const siteFolder = (site: string): string =>
  isPlainPart(site) ? site : `${readablePart(site.slice(0, SHOWN_MAX))}~${hashDigits(JSON.stringify(site))}`;
