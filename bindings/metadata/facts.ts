/** Elements that say something about the whole page, as the module writes them (assembly/shown/fact-records.ts). */
import { layout } from '../core-exports.ts';

const { FactMark, FactText } = layout;
const RECORD = String.fromCharCode(FactText.RECORD);
const UNIT = String.fromCharCode(FactText.UNIT);
const VALUE = String.fromCharCode(FactText.VALUE);

/** Attributes that are asked for. */
const ATTRIBUTES = [
  ...(['class', 'content', 'datetime', 'href', 'http-equiv', 'id'] as const),
  ...(['itemprop', 'lang', 'name', 'property', 'rel', 'src'] as const),
] as const;
export type FactAttribute = (typeof ATTRIBUTES)[number];

/** What stands before the value of each. */
const BEFORE_VALUE = Object.fromEntries(ATTRIBUTES.map((name) => [name, UNIT + name + VALUE])) as Readonly<
  Record<FactAttribute, string>
>;

/** An element, or a part of the title. */
export interface Fact {
  /** Name of the element; or `PART`. */
  readonly name: string;
  /** Its text, trimmed. */
  readonly text: string;
  /** The value of an attribute, trimmed. */
  get(attribute: FactAttribute): string | undefined;
  /** Whether one of its names may say that it is an author. */
  readonly mayNameWriter: boolean;
  /** Whether its address may be that of an author. */
  readonly mayLinkWriter: boolean;
  /** Whether its text has four digits in a row; of a `meta` element, whether an attribute has them. */
  readonly hasYear: boolean;
  /** Whether it is a property of microdata or RDFa. */
  readonly isProperty: boolean;
  /** Of a heading that the module has written: whether it is template. */
  readonly isTemplate?: boolean | undefined;
  /** Of a part of the title: its DF before the page. */
  readonly df?: number | undefined;
}

/** A line of text. */
export interface Line {
  readonly text: string;
  /** Whether it has four digits in a row. */
  readonly hasYear: boolean;
}

/** Lines around a heading, without its own, empty and long ones. */
export interface Lines {
  readonly before: readonly Line[];
  readonly after: readonly Line[];
}

export const PART = String.fromCharCode(FactText.PART);

/** A number that is one character. */
const numberAt = (text: string, at: number): number => text.charCodeAt(at) - FactText.NUMBER_BASE;

/** Maximum length of a line with an author or a date. */
export const LINE_MAX = 160;

/** Text with single spaces. Most texts have no others. */
export const plain = (text: string): string => (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();

/** An element as the module has written it, which is searched: most have few attributes, and few of them are asked for. */
class WrittenFact implements Fact {
  readonly name: string;
  readonly #record: string;
  readonly #marks: number;
  /** Where its text ends. */
  readonly #end: number;

  constructor(record: string) {
    this.name = record.slice(1, record.indexOf(UNIT));
    this.#record = record;
    this.#marks = numberAt(record, 0);
    this.#end = endIn(record, this.name.length + 2);
  }

  get text(): string {
    return this.#record.slice(this.name.length + 2, this.#end);
  }

  get(attribute: FactAttribute): string | undefined {
    const key = BEFORE_VALUE[attribute];
    const at = this.#record.indexOf(key, this.#end);
    return at < 0 ? undefined : this.#record.slice(at + key.length, endIn(this.#record, at + key.length)).trim();
  }

  get mayNameWriter(): boolean {
    return (this.#marks & FactMark.WRITER) !== 0;
  }

  get mayLinkWriter(): boolean {
    return (this.#marks & FactMark.LINK) !== 0;
  }

  get hasYear(): boolean {
    return (this.#marks & FactMark.YEAR) !== 0;
  }

  get isProperty(): boolean {
    return (this.#marks & FactMark.PROPERTY) !== 0;
  }

  get isTemplate(): boolean | undefined {
    return this.name === 'h1' || this.name === 'h2' ? (this.#marks & FactMark.TEMPLATE) !== 0 : undefined;
  }

  get df(): number {
    return numberAt(this.#record, this.#record.length - 1);
  }
}

function endIn(record: string, start: number): number {
  const end = record.indexOf(UNIT, start);
  return end < 0 ? record.length : end;
}

export function readFacts(output: string): Fact[] {
  const records = output.split(RECORD);
  return records.slice(1).map((record) => new WrittenFact(record));
}

/** Lines around a heading, as the module writes them. */
export function readLines(output: string): Lines {
  const [before = '', , after = ''] = output.split(UNIT);
  return { before: shortLines(before), after: shortLines(after) };
}

const shortLines = (written: string): Line[] =>
  written
    .split('\n')
    .filter((text) => text !== '' && text.length <= LINE_MAX)
    .map((text) => ({ text, hasYear: /\d{4}/.test(text) }));

/** Values and what they are called, in document order. */
export type Named = readonly (readonly [name: string, value: string])[];

export const valuesOf = (named: Named, pattern: RegExp): string[] =>
  named.filter(([name]) => pattern.test(name)).map(([, value]) => value);

/** Attributes with the name of a `meta` element. */
const KEYS = ['name', 'property', 'http-equiv'] as const;

/** What `meta` elements say, by their names in lower case. */
export class Meta {
  /** All, in document order. */
  readonly all: Named;
  /** Those that may have a date. */
  readonly dated: Named;

  constructor(facts: readonly Fact[]) {
    const all: [string, string][] = [];
    const dated: typeof all = [];
    for (const fact of facts) {
      const content = fact.name === 'meta' ? fact.get('content') : undefined;
      if (!content) continue;
      for (const key of KEYS) {
        const called = fact.get(key);
        if (!called) continue;
        const named: (typeof all)[number] = [called.toLowerCase(), content];
        all.push(named);
        if (fact.hasYear) dated.push(named);
      }
    }
    this.all = all;
    this.dated = dated;
  }

  /** The values of some names, in document order. */
  of(...names: readonly string[]): string[] {
    const found: string[] = [];
    for (const [name, value] of this.all) if (names.includes(name)) found.push(value);
    return found;
  }
}

/** Values by the names of microdata and RDFa, without prefix. */
export function microIn(facts: readonly Fact[]): Named {
  const found: [string, string][] = [];
  for (const fact of facts) {
    if (!fact.isProperty) continue;
    const called = fact.get('itemprop') ?? (fact.name === 'meta' ? undefined : fact.get('property'));
    if (called === undefined) continue;
    const given = fact.get('content') || fact.get('datetime') || fact.text;
    const value = given || (fact.get('src') ?? fact.get('href') ?? '');
    for (const name of called.split(/\s+/)) {
      const key = name.slice(name.lastIndexOf(':') + 1);
      if (key !== '') found.push([key.toLowerCase(), value]);
    }
  }
  return found;
}
