/**
 * @refrain/crawl/engine: tables and stores for programs that host many sites, beyond `Sites`. It also runs without
 * Node; `@refrain/crawl/engine/node` reads and writes files. Any version may change it, with a note in the changelog.
 *
 * @module @refrain/crawl/engine
 */

export { type CheckedPage, checkPage, type PageArgument, readHtml } from '../crawl-page.ts';
export * as errors from '../errors.ts';
export { readNdjsonLines } from '../input/ndjson-lines.ts';
export { hasManyValues, VALUES_MAX } from '../reading/json-values.ts';
export { HandRules } from '../sites/hand-rules.ts';
export type { HotSite, SiteHost } from '../sites/host.ts';
export type { PageWant } from '../sites/sites.ts';
/** For hosts that check their own requests. */
export type { EngineStep, Step, StepEngine } from '../step/engine.ts';
export { withEngine } from '../step/step.ts';
export { openStore } from '../store/open-store.ts';
export { type OpenedStore, type OwnedStore, type SiteStore, summaries } from '../store/store.ts';
export * as siteTables from './site-tables.ts';
