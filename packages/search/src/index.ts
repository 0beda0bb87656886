/**
 * An index of pages without their template, in memory, with two-stage detection.
 *
 * @module @refrain/search
 */

export { IndexBuilder } from './builder.ts';
export type { IndexBuilderStats, IndexedText, IndexOptions, IndexTemplate, ResolvedIndexOptions } from './options.ts';
export type { Ranking } from './ranking.ts';
export type { Index, IndexStats, SearchOptions, SearchResult } from './search-index.ts';
