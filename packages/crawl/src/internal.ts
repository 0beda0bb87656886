/**
 * What the packages of this repository use beyond the public API, for Node. **Not public**: any version may change or remove it,
 * without a note in the changelog. `@refrain/crawl/internal/web` has the part without Node modules.
 *
 * @module @refrain/crawl/internal
 */

export { checkType } from './check.ts';
export { codeOf, importPackage } from './errors.ts';
export { readPage } from './input/file.ts';
export type { PageFile } from './input/folder.ts';
export type { Archive } from './input/inputs.ts';
export { readArchive, STDIN, sortInputs } from './input/inputs.ts';
export { readLines } from './input/lines.ts';
export { openPlain } from './input/ndjson.ts';
export type { PageField, PageFields } from './output/fields.ts';
export { checkFields, FieldReader, fieldsOf, isMainField, PAGE_FIELDS } from './output/fields.ts';
export type { DecodedHtml } from './reading/charset.ts';
export { decodeHtml } from './reading/charset.ts';
export { inflatePage, isGzip } from './reading/gzip.ts';
export { checkHtml, isHtmlType } from './reading/html-rule.ts';
export { collect } from './reading/join.ts';
export type { InputFailure, ReadOptions } from './reading/page.ts';
export { checkReadOptions, reportFailure, untilFailure } from './reading/page.ts';
export { coreForSites, withRoom } from './sites/core-for-sites.ts';
export { FirstPages, hashOfSite, SETTLE } from './sites/first-pages.ts';
export { HandRules } from './sites/hand-rules.ts';
export type { Contradiction } from './sites/sites-options.ts';
export { agree, tableOptions } from './sites/sites-options.ts';
export type { SiteTables } from './sites/tables.ts';
export { readHtml } from './sites/tables.ts';
export { LevelStore } from './store/level.ts';
export { makeTemplate, markOf } from './store/record.ts';
export type { MaybePromise, PageKey, SiteChange, SiteStore } from './store/store.ts';
export { fieldOf, type WarcCapture, type WarcPage } from './warc/capture.ts';
export { readWarc } from './warc/read.ts';
export type { CleanedPage } from './warc/write.ts';
export { cleanedRecords, conversionRecord, copyRecord, siteRecord, warcinfo } from './warc/write.ts';
