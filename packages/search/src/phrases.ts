/** Phrases of a query: words at consecutive positions. */
import { type Postings, positionsOf } from './postings.ts';

/** End positions of a phrase, by page. */
type PhraseEnds = ReadonlyMap<number, ReadonlySet<number>>;

/** The positions of a word that continue the phrase before it; all of its positions where there is none. */
function continued(before: PhraseEnds | undefined, postings: Postings): PhraseEnds {
  const ends = new Map<number, ReadonlySet<number>>();
  for (const { page, positions } of positionsOf(postings)) {
    const last = before?.get(page);
    const here = before === undefined ? positions : positions.filter((position) => last?.has(position - 1) === true);
    if (here.length > 0) ends.set(page, new Set(here));
  }
  return ends;
}

/** The pages that have the words at consecutive positions. A word without postings is on no page. */
export function pagesWithPhrase(words: readonly (Postings | undefined)[]): ReadonlySet<number> {
  let ends: PhraseEnds | undefined;
  for (const postings of words) ends = postings === undefined ? new Map() : continued(ends, postings);
  return new Set(ends?.keys());
}
