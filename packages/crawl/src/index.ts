/**
 * Detection of template for many sites with an embedded store, and policies for their pages.
 *
 * @module @refrain/crawl
 */

export type { CrawlPage } from './crawl-page.ts';
export type { ArchiveCode, StoreCode } from './errors.ts';
export { ArchiveError, NoPagesError, PackageError, PageIdError, StoreError } from './errors.ts';
export type { KeepOneOptions } from './policy/keep-one.ts';
export { KeepOne } from './policy/keep-one.ts';
export { limitRemoved } from './policy/max-removed.ts';
export type { SiteOf } from './sites/site-of.ts';
export { siteFinder } from './sites/site-of.ts';
export type {
  DocumentsOptions,
  FlushEvery,
  SiteDocument,
  SitePageOptions,
  SiteRuleMiss,
  SitesOptions,
  SitesStats,
} from './sites/sites.ts';
export { Sites } from './sites/sites.ts';
export type { BucketReader, Step, StepDocument } from './step/engine.ts';
export type { StepInput, StepOptions } from './step/step.ts';
export { step } from './step/step.ts';
export type { SavedSite, StoreCheck, StoreProblem } from './store/check-store.ts';
export { checkStore, repairStore } from './store/check-store.ts';
export type {
  Encodings as DatabaseEncodings,
  Operation as DatabaseOperation,
  Range as DatabaseRange,
  SiteDatabase,
} from './store/database.ts';
export type { SiteSummary } from './store/store.ts';
