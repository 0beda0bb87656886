/**
 * The part of `@refrain/crawl/internal` without Node modules, for browsers. **Not public**: any version may change or remove it,
 * without a note in the changelog.
 *
 * @module @refrain/crawl/internal/web
 */

export { readNdjsonLines } from './input/ndjson-lines.ts';
export { checkHtml, isHtmlType, mayBePage, nonHtmlKind, startsAsHtml } from './reading/html-rule.ts';
