/**
 * Few selectors whose elements, without the elements of other selectors, have the text of one kind: content, or main content. Greedy:
 * for each selector that could begin, the exceptions that gain most are added one by one; then selectors that gain nothing are dropped.
 */
import type { Candidate } from './candidates.ts';
import { type Evidence, insideOf, selectsContent } from './evidence.ts';

export interface Cover {
  readonly included: readonly Candidate[];
  readonly excluded: readonly Candidate[];
}

/** Gain that a selector must bring, as a share of the text. */
const PRICE = 0.004;
/** Beginnings that are tried to the end, and selectors of each kind. */
const BEGINNINGS = 6;
const INCLUDED_MAX = 3;
const EXCLUDED_MAX = 5;
/** Share of the text that the whole page, without exceptions, may lose beside the best: see `coverOf`. */
const WIDE_LOSS = 0.004;

/** The whole page. Also what is read where no rule of content matches. */
const BODY: Candidate = { selector: [{ isChild: false, tag: 'body', parts: [] }], css: 'body', cost: 0 };

/** For each place, what it brings to have its own text: what is wanted, less what is not. */
export type Gains = readonly number[];

interface Sets {
  readonly included: readonly Candidate[];
  readonly excluded: readonly Candidate[];
  readonly score: number;
}

class Scorer {
  readonly #evidence: Evidence;
  readonly #gains: Gains;
  readonly #price: number;
  readonly #inside = new Map<Candidate, readonly boolean[]>();
  readonly #isTemplate = new Map<Candidate, boolean>();

  constructor(evidence: Evidence, gains: Gains) {
    this.#evidence = evidence;
    this.#gains = gains;
    this.#price = evidence.whole * PRICE;
  }

  insideOf(candidate: Candidate): readonly boolean[] {
    let inside = this.#inside.get(candidate);
    if (inside === undefined) {
      inside = insideOf(this.#evidence, [candidate.selector]);
      this.#inside.set(candidate, inside);
    }
    return inside;
  }

  score(included: readonly Candidate[], excluded: readonly Candidate[]): number {
    const ins = included.map((candidate) => this.insideOf(candidate));
    const outs = excluded.map((candidate) => this.insideOf(candidate));
    let score = 0;
    for (const [place, gain] of this.#gains.entries()) {
      if (ins.some((inside) => inside[place]) && !outs.some((inside) => inside[place])) score += gain;
    }
    const costs = [...included, ...excluded].reduce((sum, { cost }) => sum + 1 + cost, 0);
    return score - costs * this.#price;
  }

  isTemplate(candidate: Candidate): boolean {
    let isTemplate = this.#isTemplate.get(candidate);
    if (isTemplate === undefined) {
      isTemplate = !selectsContent(this.#evidence, candidate.selector);
      this.#isTemplate.set(candidate, isTemplate);
    }
    return isTemplate;
  }

  /** The gain of a selector if all that it should not have could be left out. */
  hope(candidate: Candidate): number {
    const inside = this.insideOf(candidate);
    const { places } = this.#evidence;
    const below = this.#gains.map((gain, place) => (inside[place] === true ? gain : 0));
    for (let place = places.length - 1; place >= 0; place -= 1) {
      const parent = places[place]?.parent ?? -1;
      if (parent >= 0 && inside[parent] === true) {
        below[parent] = (below[parent] ?? 0) + Math.max(below[place] ?? 0, -2 * this.#price);
        below[place] = 0;
      }
    }
    return below.reduce((sum, gain) => sum + Math.max(0, gain), 0) - candidate.cost * this.#price;
  }
}

/** `fixed`: selectors that are left out in any case, at no cost. */
export function coverOf(
  evidence: Evidence,
  gains: Gains,
  candidates: readonly Candidate[],
  fixed: readonly Candidate[] | undefined = undefined,
): Cover {
  const scorer = new Scorer(evidence, gains);
  const hopes = candidates
    .map((candidate) => ({ candidate, hope: scorer.hope(candidate) }))
    .filter(({ hope }) => hope > 0)
    .sort((a, b) => b.hope - a.hope || a.candidate.cost - b.candidate.cost);
  let best: Sets = { included: [], excluded: fixed ?? [], score: 0 };
  for (const { candidate } of hopes.slice(0, BEGINNINGS)) {
    const sets = improved(scorer, candidates, [candidate], fixed);
    if (sets.score > best.score) best = sets;
  }
  if (fixed !== undefined) return best;
  const wide = improved(scorer, candidates, [BODY], fixed);
  return wide.score >= best.score - WIDE_LOSS * evidence.whole ? wide : best;
}

function improved(
  scorer: Scorer,
  candidates: readonly Candidate[],
  beginning: readonly Candidate[],
  fixed: readonly Candidate[] | undefined,
): Sets {
  let sets: Sets = { included: beginning, excluded: fixed ?? [], score: scorer.score(beginning, fixed ?? []) };
  for (;;) {
    const next = bestStep(scorer, candidates, sets, fixed === undefined);
    if (next === undefined) return sets;
    sets = next;
  }
}

/** The change of one selector that gains most: one more, or one less. */
function bestStep(scorer: Scorer, candidates: readonly Candidate[], sets: Sets, mayExclude: boolean): Sets | undefined {
  let best: Sets | undefined;
  const consider = (included: readonly Candidate[], excluded: readonly Candidate[]): void => {
    const score = scorer.score(included, excluded);
    if (score > (best?.score ?? sets.score) + 1e-9) best = { included, excluded, score };
  };
  const { included, excluded } = sets;
  for (const candidate of candidates) {
    if (included.includes(candidate) || excluded.includes(candidate)) continue;
    if (included.length < INCLUDED_MAX) consider([...included, candidate], excluded);
    if (mayExclude && scorer.isTemplate(candidate) && excluded.length < EXCLUDED_MAX)
      consider(included, [...excluded, candidate]);
  }
  for (const candidate of included) {
    if (included.length > 1)
      consider(
        included.filter((other) => other !== candidate),
        excluded,
      );
  }
  for (const candidate of mayExclude ? excluded : []) {
    consider(
      included,
      excluded.filter((other) => other !== candidate),
    );
  }
  return best;
}
