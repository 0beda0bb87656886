/** When a page was published and changed. */
import { dateIn } from './dates.ts';
import { type Fact, type Meta, type Named, valuesOf } from './facts.ts';
import type { LinkedData } from './linked-data.ts';
import type { Near } from './near.ts';
import type { DateSource, PageDate } from './records.ts';

export interface DateEvidence {
  readonly data: () => LinkedData;
  readonly meta: () => Meta;
  readonly micro: () => Named;
  readonly near: () => Near;
  readonly now: number;
  /** The path of the URL. */
  readonly url: string;
}

/** Names of `meta` elements with dates, by where they come from. Of those that no vocabulary has, other dates are left out. */
const NAMES: readonly (readonly [DateSource, RegExp])[] = [
  ['open-graph', /^(?:og|article):/],
  ['dublin-core', /^dc(?:terms)?\./],
  ['meta', /^(?!og:|article:|dc(?:terms)?\.|.*(?:valid|expir|event|birth|start|end|crawl|access|review))/],
];
const DATED = /date|publi(?:sh|cation)|issued|created|posted|time/;

/** Words that say that a date is that of a change. */
const CHANGED =
  /updat|modif|revis|edited|lastmod|changed|aktualisiert|geändert|bearbeitet|mis à jour|actualizad|aggiornat|atualizad|bijgewerkt|gewijzigd|uppdaterad|обновл|измен|更新|최종|수정/i;

/** Maximum length of a text that is a date. */
const SHORT = 100;

export const publishedOf = (evidence: DateEvidence): PageDate | undefined => first(evidence, false);

export const modifiedOf = (evidence: DateEvidence): PageDate | undefined => first(evidence, true);

function first(evidence: DateEvidence, isChange: boolean): PageDate | undefined {
  for (const [from, texts] of textsOf(evidence, isChange)) {
    for (const text of texts) {
      const value = dateIn(text.slice(0, 200), evidence.now);
      if (value !== undefined) return { value, from };
    }
  }
  return undefined;
}

function* textsOf(evidence: DateEvidence, isChange: boolean): Generator<[DateSource, string[]]> {
  const isOfKind = (text: string): boolean => CHANGED.test(text) === isChange;
  yield ['json-ld', evidence.data().texts(isChange ? 'dateModified' : 'datePublished')];
  for (const [from, names] of NAMES) {
    const own = evidence
      .meta()
      .all.filter(([name]) => names.test(name) && (isChange || DATED.test(name)) && isOfKind(name));
    yield [from, own.map(([, value]) => value)];
  }
  yield ['microdata', valuesOf(evidence.micro(), isChange ? /^datemodified$/ : /^datepublished$/)];
  const near = evidence.near();
  const facts = [...near.after.slice(0, 40), ...near.before.slice(0, 6)].filter(({ name }) => name !== 'meta');
  const says = ({ text, attributes }: Fact): string => `${attributes.get('class') ?? ''} ${text}`;
  const times = facts.filter((fact) => fact.name === 'time' && isOfKind(says(fact)));
  yield ['time', times.map(({ text, attributes }) => attributes.get('datetime') ?? text)];
  const lines = [...near.linesAfter.slice(0, 10), ...near.linesBefore.slice(0, 3)].filter(
    ({ length }) => length <= SHORT,
  );
  yield ['text', lines.filter(isOfKind)];
  const dated = facts.filter((fact) => fact.text.length <= SHORT && /date|time|publi|posted|modif/i.test(says(fact)));
  yield ['text', dated.filter((fact) => isOfKind(says(fact))).map(({ text }) => text)];
  const day = /\/(\d{4})[/-](\d\d)[/-](\d\d)(?=[/-])/.exec(evidence.url);
  if (!isChange && day) yield ['url', [day.slice(1).join('-')]];
}
