/** What elements declare of the page: properties with values, in document order. */
import { layout } from '../core-exports.ts';
import type { MetadataElement } from './elements.ts';

export interface Statement {
  /** In lower case. */
  readonly property: string;
  readonly value: string;
  /** True if the element has four digits in a row. */
  readonly hasYear: boolean;
}

/** Values of properties whose name matches, or is one of a list. */
export const valuesOf = (statements: readonly Statement[], names: RegExp | readonly string[]): string[] =>
  statements
    .filter(({ property }) => (names instanceof RegExp ? names.test(property) : names.includes(property)))
    .map(({ value }) => value);

const statement = (property: string, value: string, { hasYear }: MetadataElement): Statement => ({
  property: property.toLowerCase(),
  value,
  hasYear,
});

/** Attributes of a `meta` element that name what it declares. */
const META_NAMES = ['name', 'property', 'http-equiv'];

/** Statements of `meta` elements: Open Graph, Dublin Core and the like. */
export function metaStatements(elements: readonly MetadataElement[]): Statement[] {
  const found: Statement[] = [];
  for (const element of elements) {
    const value = element.name === 'meta' ? element.get('content') : undefined;
    if (!value) continue;
    for (const attribute of META_NAMES) {
      const property = element.get(attribute);
      if (property) found.push(statement(property, value, element));
    }
  }
  return found;
}

/** Statements of microdata and RDFa, without the prefix of their names. */
export const microStatements = (elements: readonly MetadataElement[]): Statement[] =>
  elements.flatMap((element) => {
    if (!element.has(layout.MetadataMark.PROPERTY)) return [];
    const names = element.get('itemprop') ?? (element.name === 'meta' ? '' : (element.get('property') ?? ''));
    const text = element.get('content') || element.get('datetime') || element.text;
    const value = text || (element.get('src') ?? element.get('href') ?? '');
    const properties = names.split(/\s+/).map((name) => name.slice(name.lastIndexOf(':') + 1));
    return properties.filter((name) => name !== '').map((name) => statement(name, value, element));
  });
