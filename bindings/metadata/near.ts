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

const linesOf = (text = ''): string[] =>
  text
    .split('\n')
    .map(plain)
    .filter((line) => line.length <= LINE_MAX && line !== '');

/** Around the heading that is the headline, else the first heading. */
export function nearHeadline(facts: readonly Fact[], headline: string): Near {
  const key = keyOf(headline);
  const find = (test: (fact: Fact, next: Fact | undefined) => boolean): number =>
    facts.findIndex((fact, at) => /^h[12]$/.test(fact.name) && test(fact, facts[at + 1]));
  const places = [
    find(({ text }) => keyOf(text) === key),
    find(({ name, text }, next) => name === 'h1' && text !== '' && next?.name === LINES),
    find(({ name }) => name === 'h1'),
    find(() => true),
  ];
  const at = places.find((place) => place >= 0) ?? 0;
  const lines = facts[at + 1]?.more === undefined ? undefined : facts[at + 1];
  return {
    before: facts.slice(0, at).reverse(),
    after: facts.slice(at + 1),
    linesBefore: linesOf(lines?.text).reverse(),
    linesAfter: linesOf(lines?.more).slice(1),
  };
}
