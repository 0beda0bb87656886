/** A page that makes the memory of an instance resident before it is timed. */
import type { BenchPage } from './pages.ts';

/**
 * A page as large as the largest of the pages, which has nothing of them: reading it makes the memory of an instance resident, and
 * fills no table with what is timed.
 */
export function fillerFor(pages: readonly BenchPage[]): string {
  const piece = '<p class="filler">Words of no page.</p>\n';
  const longest = Math.max(0, ...pages.map(({ bytes }) => bytes.length));
  return piece.repeat(Math.ceil(longest / piece.length));
}
