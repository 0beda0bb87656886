/** Elements that describe the page, and lines around a heading, in the format of assembly/output/metadata-format.ts. */
import { layout } from '../core-exports.ts';

const RECORD = String.fromCharCode(layout.MetadataText.RECORD);
const UNIT = String.fromCharCode(layout.MetadataText.UNIT);
const VALUE = String.fromCharCode(layout.MetadataText.VALUE);
/** What precedes the value of an attribute. Joining it for each call doubles the garbage of a page. */
const KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  'class content datetime href http-equiv id itemprop lang name property rel src'
    .split(' ')
    .map((name) => [name, UNIT + name + VALUE]),
);

/** Name of a record that is a part of the title. */
export const PART = String.fromCharCode(layout.MetadataText.PART);

/** Maximum length of a line with an author or a date. */
export const LINE_MAX = 160;

/** An element, or a part of the title. */
export class MetadataElement {
  readonly name: string;
  readonly text: string;
  /** A sum of `MetadataMark`; of a part of the title its DF. */
  readonly marks: number;
  /** The end of its record. */
  readonly #attributes: string;

  constructor(name: string, text: string, marks: number, attributes: string) {
    this.name = name;
    this.text = text;
    this.marks = marks;
    this.#attributes = attributes;
  }

  /** The value of an attribute, trimmed. The first of several attributes of one name counts. */
  get(attribute: string): string | undefined {
    const attributes = this.#attributes;
    const key = KEYS[attribute] ?? UNIT + attribute + VALUE;
    const at = attributes.indexOf(key);
    return at < 0 ? undefined : upTo(attributes, UNIT, at + key.length).trim();
  }

  has(mark: number): boolean {
    return (this.marks & mark) !== 0;
  }

  /** True if its text has four digits in a row; of a `meta` element, if an attribute has them. */
  get hasYear(): boolean {
    return this.has(layout.MetadataMark.YEAR);
  }

  get isHeading(): boolean {
    return this.name === 'h1' || this.name === 'h2';
  }

  /** True if it is a heading that is content. */
  get isContentHeading(): boolean {
    return this.isHeading && !this.has(layout.MetadataMark.TEMPLATE);
  }
}

/** A number is one character. */
const numberAt = (text: string, at: number): number => text.charCodeAt(at) - layout.MetadataText.NUMBER_BASE;

/** The part of a text from a place up to the next separator. */
function upTo(text: string, separator: string, from: number): string {
  const end = text.indexOf(separator, from);
  return text.slice(from, end < 0 ? text.length : end);
}

/** Elements in document order. */
export function readElements(output: string): MetadataElement[] {
  const records = output.split(RECORD).slice(1);
  return records.map((record) => {
    const name = upTo(record, UNIT, 1);
    const text = upTo(record, UNIT, name.length + 2);
    const marks = numberAt(record, name === PART ? record.length - 1 : 0);
    return new MetadataElement(name, text, marks, record.slice(name.length + text.length + 2));
  });
}

/** Lines around a heading, without empty and long ones. */
export function readLines(output: string): readonly [before: string[], after: string[]] {
  const [before = '', , after = ''] = output.split(UNIT);
  return [shortLines(before), shortLines(after)];
}

const shortLines = (written: string): string[] =>
  written.split('\n').filter((line) => line !== '' && line.length <= LINE_MAX);
