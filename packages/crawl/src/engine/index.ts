/**
 * @refrain/crawl/engine: what a host of many sites needs beside `Sites`: their tables and stores. It runs without Node
 * too; `@refrain/crawl/engine/node` reads and writes files. A version may change it; the changelog then says so.
 *
 * @module @refrain/crawl/engine
 */

/** Errors of the package, and what other errors say. */
export * as errors from '../errors.ts';
export { readNdjsonLines } from '../input/ndjson-lines.ts';
/** Pages of a crawl. */
export { type CheckedPage, checkPage, type GivenPage, readHtml } from '../page.ts';
export { HandRules } from '../sites/hand-rules.ts';
/** The sites of a store: those that are open, and how they are judged. */
export type { HotSite, SiteHost } from '../sites/host.ts';
export type { PageWant } from '../sites/sites.ts';
/** Steps of sites, for hosts that check their own requests. */
export type { EngineStep, Step, StepEngine } from '../step/engine.ts';
export { withEngine } from '../step/step.ts';
export { openStore } from '../store/open-store.ts';
export { type OpenedStore, type OwnedStore, type SiteStore, summaries } from '../store/store.ts';
/** The tables of many sites in one core: their memory, options, records and templates. */
export * as siteTables from './site-tables.ts';
