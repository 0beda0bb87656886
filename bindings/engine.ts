/**
 * refrain/engine: the interface for programs that host many tables, and for the packages of this repository: core,
 * reader of pages, snapshots, checks of options, and internals of a page. Any version may change it, with a note in the
 * changelog.
 *
 * ```ts
 * const options = resolveOptions();
 * const core = await Core.open(options);
 * const reader = new Reader(core, options);
 * const table = core.createTable();
 * const page = reader.html(table, html, { learn: true, id: core.pageId(table, url), name: url });
 * ```
 *
 * @module refrain/engine
 */

/** Recognises inputs that are pages of HTML. */
export * as htmlRule from './bytes/html-rule.ts';
/** Checks of arguments, with messages that name the option, the value and what is allowed. */
export * as check from './check.ts';
export { Core, type ReadRequest } from './core.ts';
/** Sizes, offsets and codes of the module. */
export { layout } from './core-exports.ts';
export { Cursor } from './html/cursor.ts';
export { liveHtml } from './live-html.ts';
export { normalForm } from './normal-form.ts';
export { count, finePercent, plural } from './numbers.ts';
export type { PageContext } from './page/context.ts';
/** The links of a page, and of a parsed page. */
export { linkElements, linksOf, webUrl } from './page/links.ts';
export { contextOf, recordOf } from './page/page.ts';
export { type Places, placesOf } from './page/places.ts';
/** Parts of a page as a set of blocks. */
export * as selection from './page/selection.ts';
export { SHORTFALLS } from './page/shortfalls.ts';
export { override } from './page/verdicts.ts';
export { Reader } from './reader.ts';
export { type Field, field } from './record/field.ts';
export { FIELDS } from './record/fields.ts';
/** Holds the first pages of sites until they are judged together. */
export { FirstPages, hashOfSite, SETTLE } from './record/first-pages.ts';
/** The one path from the pages of a site to their records. */
export * from './record/judge.ts';
export { checkFields } from './record/options.ts';
export { type RecordOrigin, RecordSource } from './record/source.ts';
/** Seeds of the keys of tables. */
export * as Seed from './seed.ts';
export { hostOf } from './site.ts';
/** The bytes of a saved table and its options. */
export * as Snapshot from './snapshot.ts';
