/** What stands around the headline on the page. */
import { keyOf } from './authors.ts';
import { type Fact, plain, UNIT } from './facts.ts';

export interface Near {
  /** Elements before the headline, the nearest first, and after it. */
  readonly before: readonly Fact[];
  readonly after: readonly Fact[];
  /** Lines before it, the nearest first, and after it. */
  readonly linesBefore: readonly string[];
  readonly linesAfter: readonly string[];
}

/** Maximum length of a line with an author or a date. */
export const LINE_MAX = 160;
/** Maximum number of elements before the headline, and after it. */
const BEFORE_MAX = 20;
const AFTER_MAX = 80;
const linesOf = (text = ''): string[] =>
  text
    .split('\n')
    .map(plain)
    .filter((line) => line.length <= LINE_MAX && line !== '');

/** Around the heading that is the headline, else the first heading. `linesAt`: the texts before a place and from it on, as lines. */
export function nearHeadline(facts: readonly Fact[], headline: string, linesAt: (place: number) => string): Near {
  const key = keyOf(headline);
  const headings = facts.filter(({ place }) => place !== undefined);
  const heading =
    headings.find(({ text }) => keyOf(text) === key) ??
    headings.find(({ name, isTemplate, text }) => name === 'h1' && !isTemplate && text !== '') ??
    headings.find(({ name }) => name === 'h1') ??
    headings[0];
  const at = heading === undefined ? 0 : facts.indexOf(heading);
  const [, before, after] = heading?.place === undefined ? [] : linesAt(heading.place).split(UNIT);
  return {
    before: facts.slice(Math.max(0, at - BEFORE_MAX), at).reverse(),
    after: facts.slice(at + 1, at + 1 + AFTER_MAX),
    linesBefore: linesOf(before).reverse(),
    linesAfter: linesOf(after).slice(1),
  };
}
