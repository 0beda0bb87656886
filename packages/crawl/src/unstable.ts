/**
 * What the packages of this repository use beyond the public API. **Unstable**: any version may change or remove it, without
 * a note in the changelog.
 *
 * @module @refrain/crawl/unstable
 */

export { joined } from './input/bytes.ts';
export type { DecodedHtml } from './input/charset.ts';
export { decodeHtml } from './input/charset.ts';
export { report } from './input/failure.ts';
export { readPage } from './input/file.ts';
export type { PageFile } from './input/folder.ts';
export { isGzip } from './input/gzip.ts';
export type { Archive } from './input/inputs.ts';
export { readArchive, STDIN, sortInputs } from './input/inputs.ts';
export type { InputFailure, ReadOptions } from './input/page.ts';
export type { Contradiction } from './sites/agreement.ts';
export { agree, tableOptions } from './sites/agreement.ts';
export { LevelStore } from './sites/level.ts';
export { markOf } from './sites/record.ts';
export type { PageKey, SiteChange, SiteStore, Soon } from './sites/store.ts';
export type { TablesStats } from './sites/tables.ts';
export { coreForSites, SiteTables } from './sites/tables.ts';
export type { WarcCapture, WarcPage } from './warc/capture.ts';
export { headLength, parseRecordHead } from './warc/head.ts';
export { pageRecord, toPage } from './warc/pages.ts';
export { isRecordStart } from './warc/pieces.ts';
export { readWarc } from './warc/read.ts';
export type { WarcRecord } from './warc/records.ts';
export type { CleanedPage } from './warc/write.ts';
export { cleanedRecords, copyRecord, warcinfo } from './warc/write.ts';
