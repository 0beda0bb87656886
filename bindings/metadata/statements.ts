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

function statementsOf({ hasYear }: MetadataElement, names: readonly (string | undefined)[], value = ''): Statement[] {
  const named = names.filter((name) => name !== undefined && name !== '') as string[];
  return named.map((name) => ({ property: name.toLowerCase(), value, hasYear }));
}

/** Statements of `meta` elements: Open Graph, Dublin Core and the like. */
export const metaStatements = (elements: readonly MetadataElement[]): Statement[] =>
  elements.flatMap((element) => {
    const value = element.name === 'meta' ? element.get('content') : undefined;
    return value
      ? statementsOf(
          element,
          ['name', 'property', 'http-equiv'].map((key) => element.get(key)),
          value,
        )
      : [];
  });

/** Statements of microdata and RDFa, without the prefix of their names. */
export const microStatements = (elements: readonly MetadataElement[]): Statement[] =>
  elements.flatMap((element) => {
    if (!element.has(layout.FactMark.PROPERTY)) return [];
    const names = element.get('itemprop') ?? (element.name === 'meta' ? '' : (element.get('property') ?? ''));
    const text = element.get('content') || element.get('datetime') || element.text;
    const value = text || (element.get('src') ?? element.get('href'));
    return statementsOf(
      element,
      names.split(/\s+/).map((name) => name.slice(name.lastIndexOf(':') + 1)),
      value,
    );
  });
