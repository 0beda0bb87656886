/**
 * Finds a few selectors, and others that are excluded, so that together they select the content or the main content.
 * The search is greedy: it starts with each initial selector, adds the selector with the highest gain, and drops
 * selectors without gain.
 */
import { type Candidate, candidateOf } from './candidates.ts';
import type { Evidence } from './evidence.ts';

export interface Cover {
  readonly included: readonly Candidate[];
  readonly excluded: readonly Candidate[];
}

/** Minimum gain of a selector, as a share of the text. */
const PRICE = 0.004;
/** Number of initial selectors from which the search starts; maximum number of included, and of excluded selectors. */
const BEGINNINGS = 6;
const INCLUDED_MAX = 3;
const EXCLUDED_MAX = 5;
/** The cover that begins with the whole page is preferred if its score is lower than the best by at most this share. */
const WIDE_LOSS = 0.004;
const LEAST = 1e-9;

interface Scored extends Cover {
  readonly score: number;
}

/**
 * `gains`: for each group, wanted minus unwanted text directly in it. `fixed`: selectors that are always excluded, at
 * no cost.
 */
export function coverOf(
  evidence: Evidence,
  gains: readonly number[],
  candidates: readonly Candidate[],
  fixed?: readonly Candidate[],
): Cover {
  const price = evidence.whole * PRICE;
  const covered = new Uint8Array(gains.length);
  const mark = ({ inside, cost }: Candidate, value: 0 | 1): number => {
    for (let group = 0; group < covered.length; group += 1) if (inside[group] === true) covered[group] = value;
    return (1 + cost) * price;
  };
  const scored = (included: readonly Candidate[], excluded: readonly Candidate[]): Scored => {
    covered.fill(0);
    let score = 0;
    for (const candidate of included) score -= mark(candidate, 1);
    for (const candidate of excluded) score -= mark(candidate, 0);
    for (let group = 0; group < covered.length; group += 1) if (covered[group] === 1) score += gains[group] ?? 0;
    return { included, excluded, score };
  };
  /** The best cover with one initial selector, changed by one selector at a time while that gains. */
  const from = (beginning: Candidate): Scored => {
    let best = scored([beginning], fixed ?? []);
    for (;;) {
      const before = best;
      for (const [included, excluded] of changesOf(before, candidates, fixed === undefined)) {
        const next = scored(included, excluded);
        if (next.score > best.score + LEAST) best = next;
      }
      if (best === before) return best;
    }
  };
  const hopes = candidates
    .map((candidate) => ({ candidate, hope: hopeOf(evidence, candidate, gains, price) }))
    .filter(({ hope }) => hope > 0)
    .sort((a, b) => b.hope - a.hope || a.candidate.cost - b.candidate.cost);
  let best: Scored = { included: [], excluded: fixed ?? [], score: 0 };
  for (const { candidate } of hopes.slice(0, BEGINNINGS)) {
    const found = from(candidate);
    if (found.score > best.score) best = found;
  }
  if (fixed !== undefined) return best;
  // This cover also serves pages on which no rule of content matches.
  const wide = from(candidateOf(evidence, [{ isChild: false, names: ['<body'] }], 0));
  return wide.score >= best.score - WIDE_LOSS * evidence.whole ? wide : best;
}

/** The gain of a selector if all unwanted text could be excluded. */
function hopeOf({ groups }: Evidence, { inside, cost }: Candidate, gains: readonly number[], price: number): number {
  const below = gains.map((gain, group) => (inside[group] === true ? gain : 0));
  for (let group = groups.length - 1; group >= 0; group -= 1) {
    const parent = groups[group]?.parent ?? -1;
    if (parent >= 0 && inside[parent] === true) {
      below[parent] = (below[parent] ?? 0) + Math.max(below[group] ?? 0, -2 * price);
      below[group] = 0;
    }
  }
  return below.reduce((sum, gain) => sum + Math.max(0, gain), 0) - cost * price;
}

type Change = readonly [included: readonly Candidate[], excluded: readonly Candidate[]];

/** Yields covers with one selector more, or one less. */
function* changesOf(
  { included, excluded }: Cover,
  candidates: readonly Candidate[],
  mayExclude: boolean,
): Generator<Change> {
  const without = (list: readonly Candidate[], candidate: Candidate): Candidate[] =>
    list.filter((other) => other !== candidate);
  for (const candidate of candidates) {
    if (included.includes(candidate) || excluded.includes(candidate)) continue;
    if (included.length < INCLUDED_MAX) yield [[...included, candidate], excluded];
    if (mayExclude && !candidate.selectsContent && excluded.length < EXCLUDED_MAX)
      yield [included, [...excluded, candidate]];
  }
  if (included.length > 1) for (const candidate of included) yield [without(included, candidate), excluded];
  if (mayExclude) for (const candidate of excluded) yield [included, without(excluded, candidate)];
}
