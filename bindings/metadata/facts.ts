/** Elements that say something about the whole page, as the module writes them (assembly/page/facts.ts). */

/** An element. */
export interface Fact {
  /** Name of the element; or `PART` for a part of the title, `LINES` or `TEMPLATE_LINES` for the lines around the heading before it. */
  readonly name: string;
  /** Its text; of lines, those before the heading. */
  readonly text: string;
  /** The value of an attribute by its name in lower case, trimmed. */
  get(attribute: string): string | undefined;
  /** Of lines, those from the heading on; of a part, its DF before the page as a character from the space on. */
  readonly more?: string | undefined;
}

export const PART = '-';
export const LINES = '';
/** The heading is template. */
export const TEMPLATE_LINES = '+';

const UNIT = '\x1f';

/** Text with single spaces. Most texts have no others. */
export const plain = (text: string): string => (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();

/** An element as the module has written it. Most have few attributes: they are searched, which takes less than a map. */
class WrittenFact implements Fact {
  readonly name: string;
  readonly #fields: readonly string[];
  readonly #hasLines: boolean;

  constructor(fields: readonly string[]) {
    this.name = fields[0] ?? '';
    this.#fields = fields;
    this.#hasLines = this.name === LINES || this.name === TEMPLATE_LINES || this.name === PART;
  }

  get text(): string {
    const text = this.#fields[1] ?? '';
    return this.#hasLines ? text : text.trim();
  }

  get more(): string | undefined {
    return this.#hasLines ? (this.#fields[2] ?? '') : undefined;
  }

  get(attribute: string): string | undefined {
    const fields = this.#fields;
    for (let at = 2; at < fields.length && !this.#hasLines; at += 2)
      if (fields[at] === attribute) return fields[at + 1]?.trim();
    return undefined;
  }
}

export const readFacts = (output: string): Fact[] =>
  output
    .split('\x1e')
    .slice(1)
    .map((record) => new WrittenFact(record.split(UNIT)));

/** Values and what they are called, in document order. */
export type Named = readonly (readonly [name: string, value: string])[];

export const valuesOf = (named: Named, pattern: RegExp): string[] =>
  named.filter(([name]) => pattern.test(name)).map(([, value]) => value);

/** Attributes with the name of a `meta` element. */
const KEYS = ['name', 'property', 'http-equiv'];
const NONE: readonly number[] = [];

/** What `meta` elements say, by their names in lower case. */
export class Meta {
  /** All, in document order. */
  readonly all: Named;
  /** Places in `all`. */
  readonly #byName = new Map<string, number[]>();

  constructor(facts: readonly Fact[]) {
    const all: [string, string][] = [];
    for (const fact of facts) {
      const content = fact.name === 'meta' ? fact.get('content') : undefined;
      if (!content) continue;
      for (const key of KEYS) {
        const called = fact.get(key)?.toLowerCase();
        if (!called) continue;
        const places = this.#byName.get(called);
        if (places === undefined) this.#byName.set(called, [all.length]);
        else places.push(all.length);
        all.push([called, content]);
      }
    }
    this.all = all;
  }

  /** The values of some names, in document order. */
  of(...names: readonly string[]): string[] {
    const found: number[] = [];
    for (const name of names) found.push(...(this.#byName.get(name) ?? NONE));
    return found.sort((one, other) => one - other).map((place) => this.all[place]?.[1] ?? '');
  }
}

/** Values by the names of microdata and RDFa, without prefix. */
export function microIn(facts: readonly Fact[]): Named {
  const found: [string, string][] = [];
  for (const fact of facts) {
    const called = fact.get('itemprop') ?? (fact.name === 'meta' ? undefined : fact.get('property'));
    if (called === undefined) continue;
    const said = fact.get('content') || fact.get('datetime') || fact.text;
    const value = said || (fact.get('src') ?? fact.get('href') ?? '');
    for (const key of called.match(/[^\s:]+(?=\s|$)/g) ?? []) found.push([key.toLowerCase(), value]);
  }
  return found;
}
