/** Bounds of a report: what a person can use and a browser opens at once, whatever the size of the crawl. */

/** Sites that can be opened; the others are counted. */
export const SITES_MAX = 2000;
/** Pages of all sites that can be opened, unless `--pages` asks for more of one site. */
const PAGES_MAX = 100_000;
/** Blocks of a page that are shown. */
export const BLOCKS_MAX = 5000;
/** UTF-16 code units of an id. */
export const ID_MAX = 500;

/** Pages that can be opened of each of so many sites. */
export const pagesOfEach = (max: number, sites: number): number =>
  Math.min(max, Math.max(1, Math.floor(Math.max(PAGES_MAX, max) / Math.max(1, sites))));
