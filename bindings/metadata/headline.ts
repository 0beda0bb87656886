/** The title without the parts that the site repeats. */
import { commonWords, keyOf, likeness } from './plain-text.ts';

/** A part of the title. `df`: the number of earlier pages with it if it is the site's; else 0. */
export interface TitlePart {
  readonly text: string;
  readonly df: number;
}

/** Evidence of the headline without the main content. */
export interface HeadlineEvidence {
  /** Text of the `title` element. */
  readonly title: string;
  readonly parts: readonly TitlePart[];
  /** Keys of names of the site. */
  readonly siteKeys: ReadonlySet<string>;
  /** Texts of the content headings of a level. Most pages need only the first. */
  readonly h1: () => readonly string[];
  readonly h2: () => readonly string[];
  /** Titles of the main entity of JSON-LD. */
  readonly entityTitles: () => readonly string[];
  /** Titles in `meta` elements. They often contain the name of the site. */
  readonly titles: () => readonly string[];
}

/** Minimum number of words that a headline and another title of the page have in common. */
const COMMON_MIN = 2;

/** UTF-16 units of the longest headline. */
const LENGTH_MAX = 160;

/** A label at the start of a heading: "Title: …". */
const LABEL = /^\p{L}+\s?[:：]\s*(?=\S)/u;

const unspaced = (text: string): string => text.replace(/\s+/g, '');

/** True if a heading is the title, or one contains the other. */
export const isTitle = (heading: string, title: string): boolean => likeness(heading, title) > 0;

/** True if the title begins with a heading, which is then the headline without further evidence. */
export const beginsTitle = (heading: string, title: string): boolean =>
  heading !== '' && heading.length <= LENGTH_MAX && keyOf(title).startsWith(keyOf(heading));

/** The heading of the main content if it is similar to the title, without text around the title in it; else the title. */
export function headlineOf(headline: string, titled: string, evidence: HeadlineEvidence): string {
  const { title, parts, siteKeys, titles } = evidence;
  const [key, own] = [keyOf(headline), keyOf(titled)];
  if (key === '' || headline.length > LENGTH_MAX) return titled;
  const bare = headline.replace(LABEL, '');
  const isLabelled = bare !== headline && !unspaced(title).includes(unspaced(headline));
  if (isLabelled && [...parts.map(({ text }) => text), ...titles()].includes(bare)) return bare;
  // Elements in a heading may lack a space between them.
  if (unspaced(headline) === unspaced(titled)) return titled;
  const partKeys = parts.map(({ text }) => keyOf(text));
  if (own !== '' && [...siteKeys, ...partKeys].some((name) => key === own + name)) return titled;
  if (beginsTitle(headline, title)) return headline;
  if (own !== '' && key !== own && key.endsWith(own)) return titled;
  if (siteKeys.has(key)) return titled;
  const common = (text: string): number => commonWords(headline, text);
  const isAbout = isTitle(headline, titled) || common(titled) > 0;
  const ownParts = parts.filter((part) => isOwn(part, siteKeys)).map(({ text }) => text);
  const isCalled = [ownParts.join(' '), ...titles()].some((each) => common(each) >= COMMON_MIN);
  return isAbout || (isCalled && !partKeys.includes(key)) ? headline : titled;
}

/**
 * True if the main content, which is slow to find, cannot change the title: an h1, or an h2 of a page without h1, is equal to it and has
 * all parts of the `title` element that are not the site's, and no other heading extends or replaces it.
 */
export function isHeadline(titled: string, evidence: HeadlineEvidence): boolean {
  const { parts, siteKeys, h1, h2 } = evidence;
  const own = parts.filter((part) => isOwn(part, siteKeys));
  if (own.length === 0 || !own.every(({ text }) => titled.includes(text))) return false;
  const [first, second] = [h1(), h2()];
  return (
    (first.length > 0 ? first : second).includes(titled) &&
    !second.some((text) => text !== titled && text.includes(titled)) &&
    first.every((text) => text === titled || headlineOf(text, titled, evidence) === titled)
  );
}

const isOwn = ({ text, df }: TitlePart, siteKeys: ReadonlySet<string>): boolean =>
  df === 0 && !siteKeys.has(keyOf(text));

/** The title without the parts of the site. */
export function titledOf({ title, parts, siteKeys, h1, h2, entityTitles, titles }: HeadlineEvidence): string {
  const own = parts.map((part) => isOwn(part, siteKeys));
  const [first, last] = [own.indexOf(true), own.lastIndexOf(true)];
  const ranges = rangesOf(title, parts);
  const readers = [h1, entityTitles, h2, titles];
  if (first < 0 || ranges.length < parts.length) {
    const texts = readers.flatMap((read) => read());
    return texts.find((text) => text !== '' && !siteKeys.has(keyOf(text))) ?? title;
  }
  const textOf = (from: number, to: number): string => title.slice(ranges[from]?.[0], ranges[to]?.[1]);
  // The longest run of parts that is a heading or another title; else all parts from the first own one to the last.
  for (const read of readers) {
    const keys = read()
      .map(keyOf)
      .filter((key) => !siteKeys.has(key));
    for (let length = keys.length > 0 ? last - first : -1; length >= 0; length -= 1) {
      for (let from = first; from + length <= last; from += 1) {
        const text = textOf(from, from + length);
        if (keys.includes(keyOf(text))) return text;
      }
    }
  }
  return textOf(first, last);
}

/** Positions of the parts in the title, up to a part that it lacks: control characters of a title are spaces in its parts. */
function rangesOf(title: string, parts: readonly TitlePart[]): [start: number, end: number][] {
  const ranges: [number, number][] = [];
  let at = 0;
  for (const { text } of parts) {
    const start = title.indexOf(text, at);
    if (start < 0) break;
    at = start + text.length;
    ranges.push([start, at]);
  }
  return ranges;
}
