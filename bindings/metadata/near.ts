/** What stands around the headline on the page. */
import { keyOf } from './authors.ts';
import { type Fact, LINES, plain } from './facts.ts';

export interface Near {
  /** Elements before the headline, the nearest first, and after it. */
  readonly before: readonly Fact[];
  readonly after: readonly Fact[];
  /** Lines before it and after it. */
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

/** Around the heading that is the headline, else the first heading. */
export function nearHeadline(facts: readonly Fact[], headline: string): Near {
  const key = keyOf(headline);
  const headings: number[] = [];
  for (const [at, { name }] of facts.entries()) if (name === 'h1' || name === 'h2') headings.push(at);
  const find = (test: (fact: Fact | undefined, next: Fact | undefined) => boolean | undefined): number | undefined =>
    headings.find((at) => test(facts[at], facts[at + 1]));
  const at =
    find((fact) => fact && keyOf(fact.text) === key) ??
    find((fact, next) => next?.name === LINES && fact?.name === 'h1' && fact.text !== '') ??
    find((fact) => fact?.name === 'h1') ??
    headings[0] ??
    0;
  const lines = facts[at + 1]?.more === undefined ? undefined : facts[at + 1];
  return {
    before: facts.slice(Math.max(0, at - BEFORE_MAX), at).reverse(),
    after: facts.slice(at + 1, at + 1 + AFTER_MAX),
    linesBefore: linesOf(lines?.text).reverse(),
    linesAfter: linesOf(lines?.more).slice(1),
  };
}
