/** When a page was published and changed. */
import { CHANGE, DATE_NAMES, OF_SUBJECT, WRITTEN } from '../vocabulary.ts';
import { dateIn } from './dates.ts';
import { type Fact, type Line, valuesOf } from './facts.ts';
import type { DateSource } from './records.ts';
import type { MetadataSources } from './sources.ts';

/** A date as ISO 8601, and where it was found. */
export interface FoundDate {
  readonly value: string;
  readonly from: DateSource;
}

/** Names of `meta` elements with dates, by where they come from. Of those that no vocabulary has, other dates are left out. */
const NAMES: readonly (readonly [DateSource, RegExp])[] = [
  ['open-graph', /^(?:og|article):/],
  ['dublin-core', /^dc(?:terms)?\./],
  ['meta', /^(?!og:|article:|dc(?:terms)?\.|.*(?:valid|expir|event|birth|start|end|crawl|access|review))/],
];
const DATED = new RegExp(DATE_NAMES);

/** Words that say that a date is that of a change. */
const CHANGED = new RegExp(CHANGE, 'i');
/** What says of an element that it has a date. */
const SHOWN = new RegExp(`${DATE_NAMES}|${CHANGE}`, 'i');

/** Classes for dates of persons, events and references. */
const SUBJECT_CLASS = /(?:^|\s)(?:bday|dday|deathdate|dtstart|dtend)(?:\s|$)|access-?date|citation/i;

/** What a line has, and what stands alone in the line before it, with such a date; ages of people and buildings are no ages of pages. */
const IN_SUBJECT = new RegExp(
  String.raw`^\W*${OF_SUBJECT}\s*[:：]|\b(?:retrieved|accessed)\b|\(aged? \d|\b(?:[3-9]\d|\d{3}) years ago`,
  'i',
);
const LABEL = new RegExp(String.raw`^\W*${OF_SUBJECT}\W*$`, 'i');

/** Maximum length of a text that is a date. */
const SHORT = 100;

/** Lines beside the headline that may be a date, and those of them in which it stands if the page has it from a template. */
const LINES = 10;
const FIRST_LINES = 4;
/** Lines that say that they are a date stand further away too. */
const SAYS_DATE = new RegExp(String.raw`^\W*(?:last |page )?(?:${CHANGE}|${WRITTEN}\b)`, 'i');

/** A page whose change is not after its publication says when it was written by its system: an earlier date that it shows is right. */
export function publishedOf(sources: MetadataSources): FoundDate | undefined {
  const found = first(textsOf(sources, false));
  if (found?.from !== 'json-ld') return found;
  const [changed] = sources.linkedData().texts('dateModified');
  const change = changed === undefined ? undefined : dateIn(changed.slice(0, 200));
  if (change === undefined || found.value.slice(0, 10) < change.slice(0, 10)) return found;
  const shown = first(shownTexts(sources, false, FIRST_LINES));
  return shown !== undefined && shown.value < found.value.slice(0, 10) ? shown : found;
}

export const modifiedOf = (sources: MetadataSources): FoundDate | undefined => first(textsOf(sources, true));

function first(found: Iterable<[DateSource, string[]]>): FoundDate | undefined {
  for (const [from, texts] of found) {
    for (const text of texts) {
      const value = dateIn(text.slice(0, 200));
      if (value !== undefined) return { value, from };
    }
  }
  return undefined;
}

const isOfKind = (text: string, isChange: boolean): boolean => CHANGED.test(text) === isChange;

function* textsOf(sources: MetadataSources, isChange: boolean): Generator<[DateSource, string[]]> {
  yield ['json-ld', sources.linkedData().texts(isChange ? 'dateModified' : 'datePublished')];
  const dated = sources.meta().dated.filter(([name]) => (isChange || DATED.test(name)) && isOfKind(name, isChange));
  for (const [from, names] of NAMES) if (dated.length > 0) yield [from, valuesOf(dated, names)];
  yield ['microdata', valuesOf(sources.micro(), isChange ? /^datemodified$/ : /^date(?:published|created)$/)];
  yield* shownTexts(sources, isChange, LINES);
  const day = isChange ? null : /\/(\d{4})[/-](\d\d)[/-](\d\d)(?=[/-])/.exec(sources.path);
  if (day) yield ['url', [day.slice(1).join('-')]];
}

/** Whether a line has a date of what the page is about. */
const isOfSubject = ({ text, hasYear }: Line, at: number, lines: readonly Line[]): boolean =>
  hasYear && (IN_SUBJECT.test(text) || LABEL.test(lines[at - 1]?.text ?? ''));

/** What stands around the headline: above it, and in `lineCount` lines after it. */
function* shownTexts(
  sources: MetadataSources,
  isChange: boolean,
  lineCount: number,
): Generator<[DateSource, string[]]> {
  const near = sources.near();
  const ofSubject = near.linesAfter.filter(isOfSubject).map(({ text }) => text);
  const facts = [...near.after.slice(0, 4 * lineCount), ...near.before.slice(0, 6)].filter(
    (fact) =>
      (fact.name === 'time' || (fact.name !== 'meta' && fact.hasYear)) &&
      !SUBJECT_CLASS.test(fact.get('class') ?? '') &&
      !(fact.hasYear && ofSubject.some((line) => line.includes(fact.text))),
  );
  const linesAbove = near.linesBefore.slice(0, 3);
  const classAndText = (fact: Fact): string => `${fact.get('class') ?? ''} ${fact.text}`;
  const times = facts.filter((fact) => fact.name === 'time' && isOfKind(classAndText(fact), isChange));
  const lineTexts = [...near.linesAfter.slice(0, lineCount), ...linesAbove];
  const isNear = ({ text }: Fact): boolean => text === '' || lineTexts.some((line) => line.text.includes(text));
  const dateOf = (fact: Fact): string => fact.get('datetime') ?? fact.text;
  // Elements far from the headline are often those of other pages: lines beside it go before them.
  yield ['time', times.filter(isNear).map(dateOf)];
  const isDate = ({ text, hasYear }: Line): boolean =>
    hasYear && text.length <= SHORT && isOfKind(text, isChange) && !ofSubject.includes(text);
  const lines = near.linesAfter.filter((line, at) => isDate(line) && (at < lineCount || SAYS_DATE.test(line.text)));
  yield ['text', [...lines, ...linesAbove.filter(isDate)].map(({ text }) => text)];
  yield ['time', times.filter((fact) => !isNear(fact)).map(dateOf)];
  const dated = facts.filter((fact) => fact.text.length <= SHORT && fact.hasYear && SHOWN.test(classAndText(fact)));
  yield ['text', dated.filter((fact) => isOfKind(classAndText(fact), isChange)).map(({ text }) => text)];
}
