/** Elements that say something about the whole page, as the module writes them (assembly/page/facts.ts). */

/** An element. */
export interface Fact {
  /** Name of the element; or `PART` for a part of the title, `LINES` or `TEMPLATE_LINES` for the lines around the heading before it. */
  readonly name: string;
  /** Its text; of lines, those before the heading. */
  readonly text: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Of lines, those from the heading on; of a part, its DF before the page as a character from the space on. */
  readonly more?: string | undefined;
  /** Whether it may have an attribute: a quick look before its attributes are read. */
  mayHave(attribute: string): boolean;
}

export const PART = '-';
export const LINES = '';
/** The heading is template. */
export const TEMPLATE_LINES = '+';

const UNIT = '\x1f';

/** Text with single spaces. Most texts have no others. */
export const plain = (text: string): string => (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();

/** An element as the module has written it: most are never looked at, so that each is read when it is. */
class WrittenFact implements Fact {
  readonly name: string;
  readonly #record: string;
  #fields: readonly string[] | undefined;
  #attributes: Map<string, string> | undefined;

  constructor(record: string) {
    this.#record = record;
    this.name = record.slice(0, record.indexOf(UNIT));
  }

  get #parts(): readonly string[] {
    this.#fields ??= this.#record.split(UNIT);
    return this.#fields;
  }

  get #hasLines(): boolean {
    return this.name === LINES || this.name === TEMPLATE_LINES || this.name === PART;
  }

  get text(): string {
    const text = this.#parts[1] ?? '';
    return this.#hasLines ? text : text.trim();
  }

  get more(): string | undefined {
    return this.#hasLines ? (this.#parts[2] ?? '') : undefined;
  }

  get attributes(): ReadonlyMap<string, string> {
    if (this.#attributes !== undefined) return this.#attributes;
    const fields = this.#hasLines ? [] : this.#parts;
    const attributes = new Map<string, string>();
    for (let at = 2; at + 1 < fields.length; at += 2) {
      const key = fields[at] ?? '';
      if (!attributes.has(key)) attributes.set(key, (fields[at + 1] ?? '').trim());
    }
    this.#attributes = attributes;
    return attributes;
  }

  mayHave(attribute: string): boolean {
    return this.#record.includes(`${UNIT}${attribute}${UNIT}`);
  }
}

export const readFacts = (output: string): Fact[] =>
  output
    .split('\x1e')
    .slice(1)
    .map((record) => new WrittenFact(record));

/** Values and what they are called, in document order. */
export type Named = readonly (readonly [name: string, value: string])[];

export const valuesOf = (named: Named, pattern: RegExp): string[] =>
  named.filter(([name]) => pattern.test(name)).map(([, value]) => value);

/** What `meta` elements say, by their names in lower case. */
export class Meta {
  /** All, in document order. */
  readonly all: Named;
  /** Places in `all`. */
  readonly #byName = new Map<string, number[]>();

  constructor(facts: readonly Fact[]) {
    const all: [string, string][] = [];
    for (const fact of facts) {
      const content = fact.name === 'meta' ? fact.attributes.get('content') : undefined;
      for (const key of content ? ['name', 'property', 'http-equiv'] : []) {
        const called = fact.attributes.get(key)?.toLowerCase();
        if (!called) continue;
        const places = this.#byName.get(called);
        if (places === undefined) this.#byName.set(called, [all.length]);
        else places.push(all.length);
        all.push([called, content ?? '']);
      }
    }
    this.all = all;
  }

  /** The values of some names, in document order. */
  of(...names: readonly string[]): string[] {
    const places = names.flatMap((name) => this.#byName.get(name) ?? []);
    return places.sort((one, other) => one - other).map((place) => this.all[place]?.[1] ?? '');
  }
}

/** Values by the names of microdata and RDFa, without prefix. */
export function microIn(facts: readonly Fact[]): Named {
  const found: [string, string][] = [];
  for (const fact of facts) {
    if (!fact.mayHave('itemprop') && !fact.mayHave('property')) continue;
    const { name, text, attributes } = fact;
    const called = attributes.get('itemprop') ?? (name === 'meta' ? undefined : attributes.get('property'));
    if (called === undefined) continue;
    const said = attributes.get('content') || attributes.get('datetime') || text;
    const value = said || (attributes.get('src') ?? attributes.get('href') ?? '');
    for (const key of called.match(/[^\s:]+(?=\s|$)/g) ?? []) found.push([key.toLowerCase(), value]);
  }
  return found;
}
