/** The title without the parts that the site repeats. */
import { keyOf } from './authors.ts';

/** A part of the title. `df`: the number of earlier pages with it, if that makes it the site's; 0 for a part of the page's own. */
export interface TitlePart {
  readonly text: string;
  readonly df: number;
}

/** What decides beside the title. */
export interface HeadlineEvidence {
  /** Keys of names of the site. */
  readonly siteKeys: ReadonlySet<string>;
  /** Headings in groups, the most reliable first. Each call collects its group anew; most pages need only the first. */
  readonly headings: readonly (() => readonly string[])[];
  /** Headings of the first level, those of the template too. */
  readonly first: readonly string[];
  /** The text with which the main content begins. It takes time. */
  readonly mainStart: () => string;
  /** The same, if it is the heading of an article in a layer over another page: the title is of that page. */
  readonly layerStart: () => string;
  /** Titles that the page gives to others. They often have the name of the site. */
  readonly titles: () => readonly string[];
}

/** UTF-16 units of the longest headline. */
const LENGTH_MAX = 160;

/** What stands before a headline and says that it is one: "Title: …". */
const LABEL = /^\p{L}+\s?[:：]\s*(?=\S)/u;

/** What the title says, unless the main content begins with a heading that says more of it, or the same in other words. */
export function headlineOf(title: string, parts: readonly TitlePart[], evidence: HeadlineEvidence): string {
  const found = foundIn(title, parts, evidence);
  const bare = found.replace(LABEL, '');
  const isLabelled = bare !== found && !title.includes(found) && evidence.titles().includes(bare);
  return isLabelled ? bare : found;
}

function foundIn(title: string, parts: readonly TitlePart[], evidence: HeadlineEvidence): string {
  const { first, siteKeys, mainStart, layerStart } = evidence;
  const titled = titledOf(title, parts, evidence);
  const words = wordsOf(titled);
  if (words.size > 0 && first.length > 0 && first.every((text) => text === titled)) return titled;
  if (!first.some((text) => shared(wordsOf(text), words).common > 0)) return layerStart() || titled;
  const own = keyOf(titled);
  const partKeys = parts.map(({ text }) => keyOf(text));
  const others = first.filter((text) => {
    const key = keyOf(text);
    // A heading may have the name of the site behind the title.
    const rest = key.startsWith(own) ? key.slice(own.length) : key;
    if (text.length > LENGTH_MAX || key === own || siteKeys.has(rest)) return false;
    const isAbout = (about: Words, least: number): boolean => shared(wordsOf(text), about).common >= least;
    return isAbout(words, 1) || (!partKeys.includes(key) && isAbout(wordsOf(title), COMMON_LEAST));
  });
  if (others.length === 0) return titled;
  const start = keyOf(mainStart());
  return others.find((text) => keyOf(text) === start) ?? titled;
}

function titledOf(title: string, parts: readonly TitlePart[], evidence: HeadlineEvidence): string {
  const { siteKeys, headings, titles } = evidence;
  const own = parts.map(({ text, df }) => df === 0 && !siteKeys.has(keyOf(text)));
  const [first, last] = [own.indexOf(true), own.lastIndexOf(true)];
  const ranges = rangesOf(title, parts);
  if (first < 0 || ranges.length < parts.length) {
    const texts = [...headings, titles].flatMap((read) => read());
    return texts.find((text) => text !== '' && !siteKeys.has(keyOf(text))) ?? title;
  }
  const rest = { from: first, to: last };
  const textOf = ({ from, to }: Range): string => title.slice(ranges[from]?.[0], ranges[to]?.[1]);
  // The longest part of the rest that is a heading, else a heading that says the same in other words, else the rest.
  const equal = (texts: readonly string[]): string | undefined => {
    if (texts.length === 0) return undefined;
    const keys = texts.map(keyOf).filter((key) => !siteKeys.has(key));
    const found = rangesIn(rest).find((range) => keys.includes(keyOf(textOf(range))));
    return found && textOf(found);
  };
  const alike = (): string | undefined =>
    headings[0]?.().find((text) => !siteKeys.has(keyOf(text)) && isAlike(text, textOf(rest)));
  for (const read of headings) {
    const found = equal(read());
    if (found !== undefined) return found;
  }
  return alike() ?? equal(titles()) ?? textOf(rest);
}

/** Number of words that two titles have in common, if they have as many. */
const COMMON_LEAST = 2;
/** Share of the words of the shorter of two titles that the other one has too. */
const ALIKE = 0.6;

function isAlike(heading: string, title: string): boolean {
  const words = wordsOf(title);
  const { common, least } = shared(wordsOf(heading), words);
  return common >= Math.min(COMMON_LEAST, words.size) && common > 0 && common >= ALIKE * least;
}

type Words = ReadonlySet<string>;

/** How many words two titles have in common, and how many the shorter one has. */
function shared(one: Words, other: Words): { readonly common: number; readonly least: number } {
  let common = 0;
  for (const word of one) if (other.has(word)) common += 1;
  return { common, least: Math.min(one.size, other.size) };
}

const wordsOf = (text: string): Words => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu));

/** Parts from one to another. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The ranges in a range, the longest first. */
function rangesIn({ from, to }: Range): Range[] {
  const ranges: Range[] = [];
  for (let length = to - from; length >= 0; length -= 1) {
    for (let at = from; at + length <= to; at += 1) ranges.push({ from: at, to: at + length });
  }
  return ranges;
}

/** Where the parts stand in the title, up to one that it does not have: control characters of a title are spaces in its parts. */
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
