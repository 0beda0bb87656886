/** Elements that say something about the whole page, as the module writes them (assembly/page/facts.ts). */

/** An element. */
export interface Fact {
  /** Name of the element; or `PART` for a part of the title, `LINES` or `TEMPLATE_LINES` for the lines around the heading before it. */
  readonly name: string;
  /** Its text; of lines, those before the heading. */
  readonly text: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Of lines, those from the heading on; of a part, its DF before the page. */
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
      const [name = '', text = '', more = '', ...rest] = record.split('\x1f');
      const attributes = new Map<string, string>();
      if (name === LINES || name === TEMPLATE_LINES || name === PART) return { name, text, attributes, more };
      for (const [at, value] of [more, ...rest].entries()) {
        const key = at % 2 === 1 ? ([more, ...rest][at - 1] ?? '').toLowerCase() : '';
        if (key !== '' && !attributes.has(key)) attributes.set(key, value.trim());
      }
      return { name, text: text.trim(), attributes };
    });
}

/** Values and what they are called, in document order. */
export type Named = readonly (readonly [name: string, value: string])[];

export const valuesOf = (named: Named, pattern: RegExp): string[] =>
  named.filter(([name]) => pattern.test(name)).map(([, value]) => value);

/** Values by the names of `meta` elements. */
export const metaIn = (facts: readonly Fact[]): Named =>
  facts
    .filter(({ name }) => name === 'meta')
    .flatMap(({ attributes }) =>
      ['name', 'property', 'http-equiv'].map((key): [string, string] => [
        (attributes.get(key) ?? '').toLowerCase(),
        attributes.get('content') ?? '',
      ]),
    )
    .filter(([name, value]) => name !== '' && value !== '');

/** Values by the names of microdata and RDFa, without prefix. */
export const microIn = (facts: readonly Fact[]): Named =>
  facts.flatMap(({ name, text, attributes }) => {
    const first = ['content', 'datetime'].map((key) => attributes.get(key)).find(Boolean);
    const value = first ?? (text || (attributes.get('src') ?? attributes.get('href') ?? ''));
    const keys = `${attributes.get('itemprop') ?? ''} ${name === 'meta' ? '' : (attributes.get('property') ?? '')}`;
    return (keys.match(/[^\s:]+(?=\s|$)/g) ?? []).map((key): [string, string] => [key.toLowerCase(), value]);
  });
