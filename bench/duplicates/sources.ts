/** Contents for mirrors: of a given length, and no two of them near-duplicates. */
import { shuffle } from '../../packages/cli/src/shuffle.ts';
import { shingles } from '../baselines/minhash.ts';
import { wordsOf } from '../evaluation/words.ts';
import { type PlainContent, plainContent } from './plain.ts';
import type { LabelledSite, LabelledSource } from './site.ts';

/** Minimum and maximum words of a content, both inclusive. */
export interface WordRange {
  readonly least: number;
  readonly most: number;
}

/** Long enough to be compared, and not longer than the longest lyrics of the paper. */
export const DEFAULT_WORDS: WordRange = { least: 50, most: 1000 };

/** Contents with at least this resemblance are near-duplicates. */
const NEAR = { words: 6, resemblance: 0.3 };

export interface Source extends PlainContent {
  readonly url: string;
  readonly words: number;
}

/** Shared shingles over all shingles of both, exact. */
function resemblance(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const shingle of one) if (other.has(shingle)) shared += 1;
  return shared / (one.size + other.size - shared);
}

/** The content of a page; undefined where its length is not in the range. */
export function sourceOf({ url, html }: LabelledSource, { least, most }: WordRange): Source | undefined {
  const content = plainContent(html, url);
  const words = wordsOf(content.text).length;
  return words >= least && words <= most ? { url, ...content, words } : undefined;
}

/** At most `count` contents of a site, drawn with a seed. Of near-duplicates, the first drawn is used. */
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
