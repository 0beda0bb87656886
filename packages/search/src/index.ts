/**
 * @refrain/search: an inverted index of pages without their template. For Node: it is a file.
 *
 * @module @refrain/search
 */

export { IndexBuilder, type IndexVerdicts } from './builder.ts';
export { IndexError } from './errors.ts';
export { Index, type IndexStats, type SearchOptions, type SearchResult } from './index-file.ts';
export type { IndexCreateOptions } from './module/memory.ts';
export type {
  IndexBuilderStats,
  IndexedText,
  IndexOptions,
  IndexTemplate,
  ResolvedIndexOptions,
} from './options.ts';
export type { Ranking } from './ranking.ts';
