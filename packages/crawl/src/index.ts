/**
 * Many sites, each with a table of its own, in an embedded store; inputs, policies and streams around them.
 *
 * @module @refrain/crawl
 */

export type { StoreCode } from './errors.ts';
export { StoreError } from './errors.ts';
export type { KeepOneOptions } from './policy/keep-one.ts';
export { KeepOne } from './policy/keep-one.ts';
export { limitRemoved } from './policy/max-removed.ts';
export type {
  Encodings as DatabaseEncodings,
  Operation as DatabaseOperation,
  Range as DatabaseRange,
  SiteDatabase,
  SiteSummary,
} from './sites/level.ts';
export type { SiteOf } from './sites/site-of.ts';
export { siteFinder } from './sites/site-of.ts';
export type { FlushEvery, SitePageOptions, SitesOptions, SitesStats } from './sites/sites.ts';
export { Sites } from './sites/sites.ts';
