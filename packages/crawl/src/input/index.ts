/**
 * Pages from the output of crawlers, as async iterables of `{ url, html, contentType }`. For Node.
 *
 * @module @refrain/crawl/input
 */

export { type IndexedOptions, readIndexed } from '../archive/read-indexed.ts';
export type { CrawlPage, InputPage } from '../crawl-page.ts';
export type { InputFailure, PageNames, ReadOptions } from '../reading/failures.ts';
export type { Field as HeaderField, HttpHead, WarcCapture, WarcOther, WarcPage } from '../warc/capture.ts';
export { readWarc, type WarcOptions } from '../warc/read-warc.ts';
export { readFolder } from './folder.ts';
export { type InputOptions, readInputs } from './inputs.ts';
export { readNdjson } from './ndjson.ts';
