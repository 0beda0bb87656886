/** The elements and lines around the heading that is most like the title. */
import { type MetadataElement, readLines } from './elements.ts';
import { keyOf } from './plain-text.ts';

export interface HeadingContext {
  /** Elements before the heading, the nearest first, and after it. */
  readonly before: readonly MetadataElement[];
  readonly after: readonly MetadataElement[];
  /** Lines before it, the nearest first, and after it. */
  readonly linesBefore: readonly string[];
  readonly linesAfter: readonly string[];
}

/** Maximum number of elements before the heading, and after it. */
const BEFORE_MAX = 20;
const AFTER_MAX = 80;

/** Minimum UTF-8 bytes of a text that is compared. */
const BYTES_MIN = 3;
const lengthOf = (key: string): number => (/^[ -~]*$/.test(key) ? key.length : 3 * key.length);
/** Above the ranks of headings without the title. */
const RANKS = 3;

/** Similarity of a heading to the title: the length of a heading in the title, or of the longest part of the title in an h1 of content. */
function rankOf(
  { name, text, isContentHeading }: MetadataElement,
  titleKeys: readonly string[],
  title: string,
): number {
  const key = keyOf(text);
  const isMain = name === 'h1' && isContentHeading && key !== '';
  if (lengthOf(key) >= BYTES_MIN) {
    if (title.includes(key)) return RANKS + lengthOf(key);
    const inside = titleKeys.filter((part) => isMain && lengthOf(part) >= BYTES_MIN && key.includes(part));
    if (inside.length > 0) return RANKS + Math.max(...inside.map(lengthOf));
  }
  return isMain ? 2 : name === 'h1' ? 1 : 0;
}

/** The number of the first heading that is most like the title; -1 without headings. */
function numberOf(headings: readonly MetadataElement[], titleKeys: readonly string[]): number {
  const title = titleKeys.join('');
  let [number, highest] = [-1, -1];
  for (const [at, heading] of headings.entries()) {
    const rank = rankOf(heading, titleKeys, title);
    if (rank > highest) [number, highest] = [at, rank];
    // No rank is higher than that of the whole title.
    if (rank === RANKS + lengthOf(title)) break;
  }
  return number;
}

/** `titleKeys`: keys of the parts of the title that are not the site's. `linesAt`: output of the module with the lines around a heading. */
export function headingContext(
  elements: readonly MetadataElement[],
  titleKeys: readonly string[],
  linesAt: (heading: number) => string,
): HeadingContext {
  const headings = elements.filter(({ isHeading }) => isHeading);
  const number = numberOf(headings, titleKeys);
  const heading = headings[number];
  const at = heading === undefined ? 0 : elements.indexOf(heading);
  const [linesBefore, linesAfter] = heading === undefined ? [[], []] : readLines(linesAt(number));
  return {
    before: elements.slice(Math.max(0, at - BEFORE_MAX), at).reverse(),
    after: elements.slice(at + 1, at + 1 + AFTER_MAX),
    linesBefore: linesBefore.reverse(),
    linesAfter,
  };
}
