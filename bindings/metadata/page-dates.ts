/** When a page was published and changed. */
import { CHANGE, DATE_NAMES, EMBED_NAMES, WRITTEN } from '../vocabulary.ts';
import { dateIn } from './dates.ts';
import { LINE_MAX, type MetadataElement } from './elements.ts';
import type { MetadataSources } from './sources.ts';
import { valuesOf } from './statements.ts';

/** Where a date was found. */
export type DateSource = 'json-ld' | 'open-graph' | 'meta' | 'dublin-core' | 'microdata' | 'time' | 'text' | 'url';

/** Where the dates of a page were found. */
export interface DateSources {
  published?: DateSource;
  modified?: DateSource;
}

/** A date as ISO 8601, and where it was found. */
interface FoundDate {
  readonly value: string;
  readonly source: DateSource;
}

/** Names of `meta` elements with dates, by their source. */
const NAMES: readonly (readonly [DateSource, RegExp])[] = [
  ['open-graph', /^(?:og|article):/],
  ['dublin-core', /^dc(?:terms)?\./],
  ['meta', /^(?!(?:og|article):|dc(?:terms)?\.)/],
];
const DATED = new RegExp(DATE_NAMES);
/** Lines labelled as a date, which may be further away. */
const DATE_LINE = new RegExp(String.raw`^\W*(?:last |page )?(?:${CHANGE}|${WRITTEN}\b)`, 'i');
/** Words for the date of a change. */
const CHANGED = new RegExp(CHANGE, 'i');

/** Names and texts of elements with the date of a subject or a reference. */
const OF_SUBJECT =
  /\bbday\b|registrier|\bjoined\b|access-?date|citation|\b(?:retrieved|accessed)\b|\b(?:[3-9]\d|\d{3}) years ago/i;

/** Four digits, which every date has. */
const YEAR = /\d{4}/;
/** Maximum length of a text that is a date. */
const SHORT = 100;
/** Lines after the headline that may be a date. */
const LINES = 10;
/** The same if JSON-LD is doubtful. */
const FIRST_LINES = 4;
/** Words of sentences, which lines with a date have few of. */
const SENTENCE_WORDS = /(?<!\S)\p{Ll}{3,}(?![^\s.,])/gu;
/** Their minimum number in a sentence. */
const SENTENCE = 5;

/** Names of elements in posts of other sites. */
const EMBED = new RegExp(EMBED_NAMES, 'i');

type Texts = [source: DateSource, texts: string[]];

/** If JSON-LD has no later change, its date may be that of an import: an earlier date near the headline then precedes it. */
export function publishedOf(sources: MetadataSources): FoundDate | undefined {
  const { isDayFirst } = sources;
  const found = firstDate(textsOf(sources, false), isDayFirst);
  if (found?.source !== 'json-ld') return found;
  const change = firstDate([['json-ld', sources.linkedData().texts('dateModified').slice(0, 1)]], isDayFirst);
  if (change === undefined || found.value.slice(0, 10) < change.value.slice(0, 10)) return found;
  const shown = firstDate(shownTexts(sources, false, FIRST_LINES), isDayFirst);
  return shown !== undefined && shown.value < found.value.slice(0, 10) ? shown : found;
}

export const modifiedOf = (sources: MetadataSources): FoundDate | undefined =>
  firstDate(textsOf(sources, true), sources.isDayFirst);

function firstDate(lists: Iterable<Texts>, isDayFirst: () => boolean | undefined): FoundDate | undefined {
  for (const [source, texts] of lists) {
    for (const text of texts) {
      const value = dateIn(text.slice(0, 200), isDayFirst);
      if (value !== undefined) return { value, source };
    }
  }
  return undefined;
}

/** Texts with dates of the page, the most reliable first. */
function* textsOf(sources: MetadataSources, isChange: boolean): Generator<Texts> {
  yield ['json-ld', sources.linkedData().texts(isChange ? 'dateModified' : 'datePublished')];
  const dated = sources
    .metaStatements()
    .filter(
      ({ property, hasYear }) => hasYear && (isChange || DATED.test(property)) && CHANGED.test(property) === isChange,
    );
  for (const [source, names] of NAMES) yield [source, valuesOf(dated, names)];
  yield ['microdata', valuesOf(sources.micro(), isChange ? ['datemodified'] : ['datepublished', 'datecreated'])];
  yield* shownTexts(sources, isChange, LINES);
  const path = isChange ? '' : (sources.address()?.pathname ?? '');
  const [day = ''] = /(?<=\/\W?)(?:\d{4}[/-]?\d\d[/-]?\d\d|\d\d-\d\d-\d{4})(?=[/-]|$)/.exec(path) ?? [];
  yield ['url', [day.replaceAll('/', '-')]];
}

/** Texts around the headline: above it, and in `lineCount` lines after it. */
function* shownTexts(sources: MetadataSources, isChange: boolean, lineCount: number): Generator<Texts> {
  const { before, after, linesBefore, linesAfter } = sources.context();
  const above = linesBefore.slice(0, LINES / 2);
  const lines = [...linesAfter.slice(0, lineCount), ...above];
  const near = [...after.slice(0, 4 * lineCount), ...before.slice(0, 6)].filter(
    ({ name, hasYear }) => name === 'time' || (hasYear && name !== 'meta'),
  );
  const others = near.filter((element) => EMBED.test(element.get('class') ?? ''));
  const elements = near.filter((element) => !others.includes(element));
  const changes = elements.map(({ text }) => text).filter((text) => text.length <= LINE_MAX && CHANGED.test(text));
  const isInChange = (text: string): boolean =>
    text !== '' && changes.some((change) => change.includes(text) && !partOf(change, false).includes(text));
  const isOfKind = (element: MetadataElement): boolean => {
    const text = namesAndText(element);
    return (CHANGED.test(text) || isInChange(element.text)) === isChange && !OF_SUBJECT.test(text);
  };
  const isNear = ({ text }: MetadataElement): boolean => text === '' || lines.some((line) => line.includes(text));
  const times = elements.filter((element) => element.name === 'time' && isOfKind(element));
  const dateOf = (time: MetadataElement): string => time.get('datetime') ?? time.text;
  // Elements far from the headline often belong to teasers: lines near it precede them.
  yield ['time', times.filter(isNear).map(dateOf)];
  const isDate = (line: string): boolean => isDateLine(line) && !others.some(({ text }) => text === line);
  const below = linesAfter.filter((line, at) => isDate(line) && (at < lineCount || DATE_LINE.test(line)));
  yield ['text', [...below, ...above.filter(isDate)].map((line) => partOf(line, isChange))];
  if (lineCount < LINES) return;
  yield ['time', times.filter((time) => !isNear(time)).map(dateOf)];
  const texts = elements.filter(({ text, hasYear }) => hasYear && text.length <= SHORT);
  yield ['text', texts.filter(isOfKind).map(({ text }) => text)];
}

const namesAndText = (element: MetadataElement): string => `${element.get('class') ?? ''} ${element.text}`;

/** True if a line with a year is not a sentence, nor about the date of something else. */
function isDateLine(line: string): boolean {
  if (line.length > SHORT || !YEAR.test(line) || OF_SUBJECT.test(line)) return false;
  return DATE_LINE.test(line) || (line.match(SENTENCE_WORDS) ?? []).length < SENTENCE;
}

/** The part of a line with the date of publication, or of a change; empty if it has none. */
function partOf(line: string, isChange: boolean): string {
  const at = line.search(CHANGED);
  if (at < 0) return isChange ? '' : line;
  const [before, rest] = [line.slice(0, at), line.slice(at)];
  const hasBoth = /\d/.test(before) && /\d/.test(rest);
  return hasBoth ? (isChange ? rest : before) : isChange ? line : '';
}
