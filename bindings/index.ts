/**
 * Labels the blocks of a site's pages as template or content, page by page.
 *
 * @module refrain
 */

export { type BytesOptions, decodeHtml } from './bytes/decode.ts';
export type { Encoding } from './bytes/encoding.ts';
export type { CreateOptions, LayoutSummary } from './core.ts';
export { Detector, type DetectorStats, type LearnOptions } from './detector.ts';
export * from './errors.ts';
export type { Explanation } from './evidence/explain.ts';
export { extract } from './extract.ts';
export type { PageChunks, PageInput } from './input.ts';
export type { DateSource, DateSources } from './metadata/page-dates.ts';
export { type DetectorOptions, type Evidence, type ResolvedOptions, resolveOptions } from './options.ts';
export type { Block, BlockRecord } from './page/block.ts';
export { contentSimilarity } from './page/content-hash.ts';
export type { PageLink } from './page/links.ts';
export type { MarkdownOptions } from './page/markdown.ts';
export type { Page, PageRecord } from './page/page.ts';
export type { PagePost } from './page/posts.ts';
export type { PageKind, Part, Verdict } from './page/records.ts';
export type { Segment } from './page/segment.ts';
export type { Shortfall } from './page/shortfalls.ts';
export type { Product } from './product/record.ts';
export type { PageDocument, PageField, PageFields, PageMetadata } from './record/fields.ts';
export type { DocumentOptions } from './record/options.ts';
export type { ElementOf, NodeOf, TreeAdapter, TreeAttribute } from './trees/adapter.ts';
export type { DomhandlerLike, DomLike, Parse5Like } from './trees/adapters.ts';
export { domAdapter, domhandlerAdapter, parse5Adapter } from './trees/adapters.ts';
export type { CoreModule } from './wasm.ts';
