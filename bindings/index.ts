/**
 * refrain: which blocks of a site's pages are template and which are content, page by page.
 *
 * @module refrain
 */

export type { StoreCode } from './errors.ts';
export { StoreError } from './errors.ts';
export * from './library.ts';
export type {
  Encodings as DatabaseEncodings,
  Operation as DatabaseOperation,
  Range as DatabaseRange,
  SiteDatabase,
  SiteSummary,
} from './sites/level.ts';
export type { SiteOf } from './sites/site-of.ts';
export type { FlushEvery, SitePageOptions, SitesOptions, SitesStats } from './sites/sites.ts';
export { Sites } from './sites/sites.ts';
