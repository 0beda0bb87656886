/** What stands around the heading that says what the title says. */
import { keyOf } from './authors.ts';
import type { Fact, Line, Lines } from './facts.ts';

export interface Near {
  /** Elements before the heading, the nearest first, and after it. */
  readonly before: readonly Fact[];
  readonly after: readonly Fact[];
  /** Lines before it, the nearest first, and after it. */
  readonly linesBefore: readonly Line[];
  readonly linesAfter: readonly Line[];
}

/** Maximum number of elements before the heading, and after it. */
const BEFORE_MAX = 20;
const AFTER_MAX = 80;

/** `heading`: undefined on a page without headings; `lines`: around it. */
export function nearHeading(facts: readonly Fact[], heading: Fact | undefined, { before, after }: Lines): Near {
  const at = Math.max(0, heading === undefined ? 0 : facts.indexOf(heading));
  return {
    before: facts.slice(Math.max(0, at - BEFORE_MAX), at).reverse(),
    after: facts.slice(at + 1, at + 1 + AFTER_MAX),
    linesBefore: [...before].reverse(),
    linesAfter: after,
  };
}

/** Minimum UTF-8 bytes of a text that is compared. */
const BYTES_MIN = 3;
const lengthOf = (key: string): number => (/^[ -~]*$/.test(key) ? key.length : 3 * key.length);

/** How like the title a heading is: a part of it by its length, an h1 of content by the longest part in it; `parts`: keys of the page's own. */
function rankOf({ name, text, isTemplate }: Fact, parts: readonly string[]): number {
  const key = keyOf(text);
  const isOfContent = name === 'h1' && isTemplate === false && key !== '';
  if (lengthOf(key) >= BYTES_MIN) {
    if (parts.join('').includes(key)) return RANKS + lengthOf(key);
    const inside = parts.filter((part) => isOfContent && lengthOf(part) >= BYTES_MIN && key.includes(part));
    if (inside.length > 0) return RANKS + Math.max(...inside.map(lengthOf));
  }
  return isOfContent ? 2 : name === 'h1' ? 1 : 0;
}
/** Above the ranks of headings without the title. */
const RANKS = 3;

/** The heading that is most like the title, the first of several. */
export function titleHeading(headings: readonly Fact[], parts: readonly string[]): Fact | undefined {
  const ranks = headings.map((heading) => rankOf(heading, parts));
  return headings[ranks.indexOf(Math.max(...ranks))];
}
