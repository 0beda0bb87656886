/**
 * The part of `@refrain/crawl/internal` without Node modules, for browsers. **Not public**: any version may change or remove it,
 * without a note in the changelog.
 *
 * @module @refrain/crawl/internal/web
 */

export { checkType, urlText } from './check.ts';
export { codeOf } from './errors.ts';
export { readNdjsonLines } from './input/ndjson-lines.ts';
export type { FieldSource, PageField, PageFields } from './output/fields.ts';
export { checkFields, FieldReader, fieldsOf, isMainField, PAGE_FIELDS } from './output/fields.ts';
export type { DecodedHtml } from './reading/charset.ts';
export { decodeHtml } from './reading/charset.ts';
export type { PageHead } from './reading/html-rule.ts';
export { checkHtml, isHtmlType, mayBePage, nonHtmlKind, startsAsHtml } from './reading/html-rule.ts';
export { joined } from './reading/join.ts';
export type { CrawlPage, InputFailure, ReadOptions } from './reading/page.ts';
export { asError, checkReadOptions, reportFailure } from './reading/page.ts';
