/** Elements that describe the page, and lines around a heading, as the module writes them (assembly/shown/fact-records.ts). */
import { layout } from '../core-exports.ts';

const RECORD = String.fromCharCode(layout.FactText.RECORD);
const UNIT = String.fromCharCode(layout.FactText.UNIT);
const VALUE = String.fromCharCode(layout.FactText.VALUE);
/** Name of a record that is a part of the title. */
export const PART = String.fromCharCode(layout.FactText.PART);

/** Maximum length of a line with an author or a date. */
export const LINE_MAX = 160;

/** A line of text. */
export interface Line {
  readonly text: string;
  /** True if it has four digits in a row. */
  readonly hasYear: boolean;
}

/** An element, or a part of the title. */
export class MetadataElement implements Line {
  readonly name: string;
  /** Its text, trimmed. */
  readonly text: string;
  /** A sum of `FactMark`; of a part of the title its DF. */
  readonly marks: number;
  /** The attributes, or their text, which is parsed when the first one is read. */
  #attributes: ReadonlyMap<string, string> | string;

  constructor(name: string, text: string, marks: number, attributes: ReadonlyMap<string, string> | string) {
    this.name = name;
    this.text = text;
    this.marks = marks;
    this.#attributes = attributes;
  }

  /** The value of an attribute, trimmed. */
  get(attribute: string): string | undefined {
    if (typeof this.#attributes === 'string') {
      const pairs = this.#attributes.split(UNIT).map((written) => written.split(VALUE) as [string, string]);
      // The first of several attributes of one name counts.
      this.#attributes = new Map(pairs.reverse());
    }
    return this.#attributes.get(attribute)?.trim();
  }

  /** True if one of its names may be that of an author. */
  get mayNameAuthor(): boolean {
    return (this.marks & layout.FactMark.WRITER) !== 0;
  }

  /** True if its address may be that of an author. */
  get mayLinkAuthor(): boolean {
    return (this.marks & layout.FactMark.LINK) !== 0;
  }

  /** True if its text has four digits in a row; of a `meta` element, if an attribute has them. */
  get hasYear(): boolean {
    return (this.marks & layout.FactMark.YEAR) !== 0;
  }

  /** True if it is a property of microdata or RDFa. */
  get isProperty(): boolean {
    return (this.marks & layout.FactMark.PROPERTY) !== 0;
  }

  get isHeading(): boolean {
    return this.name === 'h1' || this.name === 'h2';
  }

  /** True if it is a heading that is content. */
  get isContentHeading(): boolean {
    return this.isHeading && (this.marks & layout.FactMark.TEMPLATE) === 0;
  }
}

/** A number that is one character. */
const numberAt = (text: string, at: number): number => text.charCodeAt(at) - layout.FactText.NUMBER_BASE;

/** The part of a text from a place up to the next separator. */
function upTo(text: string, separator: string, from: number): string {
  const end = text.indexOf(separator, from);
  return text.slice(from, end < 0 ? text.length : end);
}

/** The elements in an output of the module, in document order. */
export function readElements(output: string): MetadataElement[] {
  const records = output.split(RECORD).slice(1);
  return records.map((record) => {
    const name = upTo(record, UNIT, 1);
    const text = upTo(record, UNIT, name.length + 2);
    const marks = numberAt(record, name === PART ? record.length - 1 : 0);
    return new MetadataElement(name, text, marks, record.slice(name.length + text.length + 3));
  });
}

/** Lines before a heading and after it in an output of the module, without empty and long ones. */
export function readLines(output: string): readonly [before: Line[], after: Line[]] {
  const [before = '', , after = ''] = output.split(UNIT);
  return [shortLines(before), shortLines(after)];
}

const shortLines = (written: string): Line[] =>
  written
    .split('\n')
    .filter((text) => text !== '' && text.length <= LINE_MAX)
    .map((text) => ({ text, hasYear: /\d{4}/.test(text) }));
