/** What stands around the heading that says what the title says. */
import type { Fact, Line, Lines } from './facts.ts';

export interface Near {
  /** Elements before the heading, the nearest first, and after it. */
  readonly before: readonly Fact[];
  readonly after: readonly Fact[];
  /** Lines before it, the nearest first, and after it. */
  readonly linesBefore: readonly Line[];
  readonly linesAfter: readonly Line[];
}

const NO_LINES: Lines = { heading: 0, before: [], after: [] };

/** Maximum number of elements before the heading, and after it. */
const BEFORE_MAX = 20;
const AFTER_MAX = 80;

/** `lines`: none on a page without headings. */
export function nearHeading(facts: readonly Fact[], { heading, before, after } = NO_LINES): Near {
  const at = Math.max(0, facts.indexOf(facts.filter(({ isTemplate }) => isTemplate !== undefined)[heading] as Fact));
  return {
    before: facts.slice(Math.max(0, at - BEFORE_MAX), at).reverse(),
    after: facts.slice(at + 1, at + 1 + AFTER_MAX),
    linesBefore: [...before].reverse(),
    linesAfter: after,
  };
}
