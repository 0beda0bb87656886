/** Elements that say something about the whole page, as the module writes them (assembly/page/facts.ts). */

/** An element. */
export interface Fact {
  /** Name of the element; or `PART` for a part of the title, `LINES` or `TEMPLATE_LINES` for the lines around the heading before it. */
  readonly name: string;
  /** Its text; of lines, those before the heading. */
  readonly text: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Of lines, those from the heading on; of a part, its DF before the page as a character from the space on. */
  readonly more?: string;
}

export const PART = '-';
export const LINES = '';
/** The heading is template. */
export const TEMPLATE_LINES = '+';

/** Text with single spaces. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

export function readFacts(output: string): Fact[] {
  return output
    .split('\x1e')
    .slice(1)
    .map((record) => {
      const fields = record.split('\x1f');
      const [name = '', text = '', more = ''] = fields;
      const attributes = new Map<string, string>();
      if (name === LINES || name === TEMPLATE_LINES || name === PART) return { name, text, attributes, more };
      for (let at = 2; at + 1 < fields.length; at += 2) {
        const key = (fields[at] ?? '').toLowerCase();
        if (!attributes.has(key)) attributes.set(key, (fields[at + 1] ?? '').trim());
      }
      return { name, text: text.trim(), attributes };
    });
}

/** Values and what they are called, in document order. */
export type Named = readonly (readonly [name: string, value: string])[];

export const valuesOf = (named: Named, pattern: RegExp): string[] =>
  named.filter(([name]) => pattern.test(name)).map(([, value]) => value);

/** Values by the names of `meta` elements. */
export function metaIn(facts: readonly Fact[]): Named {
  const found: [string, string][] = [];
  for (const { name, attributes } of facts) {
    const content = name === 'meta' ? attributes.get('content') : undefined;
    for (const key of content ? ['name', 'property', 'http-equiv'] : []) {
      const called = attributes.get(key);
      if (called) found.push([called.toLowerCase(), content ?? '']);
    }
  }
  return found;
}

/** Values by the names of microdata and RDFa, without prefix. */
export function microIn(facts: readonly Fact[]): Named {
  const found: [string, string][] = [];
  for (const { name, text, attributes } of facts) {
    const called = attributes.get('itemprop') ?? (name === 'meta' ? undefined : attributes.get('property'));
    if (called === undefined) continue;
    const said = attributes.get('content') || attributes.get('datetime') || text;
    const value = said || (attributes.get('src') ?? attributes.get('href') ?? '');
    for (const key of called.match(/[^\s:]+(?=\s|$)/g) ?? []) found.push([key.toLowerCase(), value]);
  }
  return found;
}
