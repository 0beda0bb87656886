/**
 * Cleans many sites on many machines: each site is a virtual object of [Restate](https://restate.dev). Runs in Node,
 * with the peer dependency `@restatedev/restate-sdk`. Without it, the import throws a `PackageError`
 * (`PACKAGE_MISSING`).
 *
 * @module @refrain/restate
 */
export type { Refusal, RefusalCode } from './errors.ts';
export { refusalCode } from './errors.ts';
export type {
  AnswerOptions,
  PageAnswer,
  PageByReference,
  PageByValue,
  PageRequest,
  PagesAnswer,
  PagesRequest,
  RefusedPage,
  SitePage,
  SiteStats,
  WarcReference,
} from './messages.ts';
export type { SiteHandlers, SiteObjectOptions } from './object.ts';
export { siteObject } from './object.ts';
export type { ReferenceOptions } from './references.ts';
export { references } from './references.ts';
