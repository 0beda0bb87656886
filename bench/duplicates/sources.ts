/** Contents that are given to mirrors: as long as is asked for, and no two of them nearly the same. */
import { shuffle } from '../../packages/cli/src/shuffle.ts';
import { shingles } from '../baselines/minhash.ts';
import { wordsOf } from '../evaluation/words.ts';
import { type PlainContent, plainContent } from './plain.ts';
import type { LabelledSite, LabelledSource } from './site.ts';

/** How many words a content has, both ends included. */
export interface WordRange {
  readonly least: number;
  readonly most: number;
}

/** From what is long enough to be compared to what is about as long as the papers' song texts are at most. */
export const USUAL_WORDS: WordRange = { least: 50, most: 1000 };

/** Two contents that share so much of their shingles would be duplicates of each other, whatever they are called. */
const NEAR = { words: 6, resemblance: 0.3 };

export interface Source extends PlainContent {
  readonly url: string;
  readonly words: number;
}

/** Share of the shingles of both that both have; counted, not estimated. */
function resemblance(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const shingle of one) if (other.has(shingle)) shared += 1;
  return shared / (one.size + other.size - shared);
}

/** A page's content, or undefined where it is not of the right length. */
export function sourceOf({ url, html }: LabelledSource, { least, most }: WordRange): Source | undefined {
  const content = plainContent(html, url);
  const words = wordsOf(content.text).length;
  return words >= least && words <= most ? { url, ...content, words } : undefined;
}

/** At most so many contents of a site, drawn with a seed. Of some that are nearly the same the first drawn is taken. */
export function drawSources({ pages }: LabelledSite, range: WordRange, count: number, seed: number): Source[] {
  const drawn: Source[] = [];
  const known: ReadonlySet<string>[] = [];
  for (const page of shuffle(pages, seed)) {
    if (drawn.length === count) break;
    const source = sourceOf(page, range);
    if (source === undefined) continue;
    const own = shingles(source.text, NEAR.words);
    if (known.some((other) => resemblance(own, other) >= NEAR.resemblance)) continue;
    drawn.push(source);
    known.push(own);
  }
  return drawn;
}
