/** The pages that an instance keeps of its sites, to read on the next page only what is new (`maxCacheBytes`). */
import type { ResolvedOptions } from 'refrain';
import type { BenchPage } from './pages.ts';

/** Whether this version keeps pages: without, measurements with and without a cache are the same. */
export const hasCache = (options: ResolvedOptions): boolean => 'maxCacheBytes' in options;

/** The same options for an instance that keeps no pages. */
export const withoutCache = (options: ResolvedOptions): ResolvedOptions =>
  hasCache(options) ? Object.assign({}, options, { maxCacheBytes: 0 }) : options;

/**
 * A page as large as the largest of the pages, which has nothing of them: reading it makes the memory of an instance resident, and
 * fills neither the table nor the cache with what is timed.
 */
export function fillerFor(pages: readonly BenchPage[]): string {
  const piece = '<p class="filler">Words of no page.</p>\n';
  const longest = Math.max(0, ...pages.map(({ bytes }) => bytes.length));
  return piece.repeat(Math.ceil(longest / piece.length));
}
