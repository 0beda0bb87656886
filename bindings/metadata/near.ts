/** What stands around the headline on the page. */
import { keyOf } from './authors.ts';
import { type Fact, plain, UNIT } from './facts.ts';

export interface Near {
  /** Elements before the headline, the nearest first, and after it. */
  readonly before: readonly Fact[];
  readonly after: readonly Fact[];
  /** Lines before it, the nearest first. */
  readonly linesBefore: readonly string[];
  /** Lines after it: the next ten; behind them those that may say that they are dates. */
  readonly linesAfter: readonly string[];
}

/** Maximum length of a line with an author or a date. */
export const LINE_MAX = 160;
/** Maximum number of elements before the headline, and after it. */
const BEFORE_MAX = 20;
const AFTER_MAX = 80;
/** The line of the headline, and the next ten; and what lines further away say. */
const LINES = 11;
const SAYS_DATE = /updated|published|posted|modified|revised/i;

/** The lines of a text without long ones: the first `count`, and those behind them with what `says` finds. */
function linesOf(text = '', count = Number.POSITIVE_INFINITY, says?: RegExp): string[] {
  const lines: string[] = [];
  for (let at = 0; at < text.length; ) {
    if (lines.length >= count && !says?.test(text.slice(at))) break;
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const line = plain(text.slice(at, end));
    if (line !== '' && line.length <= LINE_MAX && (lines.length < count || says?.test(line))) lines.push(line);
    at = end + 1;
  }
  return lines;
}

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
    linesAfter: linesOf(after, LINES, SAYS_DATE).slice(1),
  };
}
