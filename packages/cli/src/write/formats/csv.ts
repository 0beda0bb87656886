/** A table with a row per page, as in RFC 4180. */

import { withoutFormulas } from '../formulas.ts';
import { USUAL_FIELDS } from '../run-fields.ts';
import type { Format } from './format.ts';

const SPECIAL = /[",\r\n]/;
/** White space at the start of a cell, which some programs remove. */
const BLANK = /^[\t\r\n]/;

/** Disables formulas: inserts an apostrophe before the sign that begins a formula. */
const harmless = (text: string): string => withoutFormulas(text.replace(BLANK, "'$&"), "'");

/** Lists of strings are joined by semicolons. Other lists and objects are JSON. */
function cell(value: unknown): string {
  const isName = (each: unknown): boolean => typeof each === 'string';
  const joined = Array.isArray(value) && value.every(isName) ? value.join('; ') : value;
  const plain = typeof joined === 'object' ? JSON.stringify(joined) : String(joined ?? '');
  const text = typeof joined === 'number' ? plain : harmless(plain);
  return SPECIAL.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvRow = (cells: readonly unknown[]): string => `${cells.map(cell).join(',')}\n`;

export const csv: Format = {
  name: 'csv',
  endings: ['csv'],
  about: ['a table with a row per page; --fields chooses its columns'],
  fields: USUAL_FIELDS,
  isTable: true,
  hasText: true,
  head: csvRow,
  writer: ({ fields }) => ({
    page(source) {
      const values = source.values(fields);
      return csvRow(fields.map((field) => values[field]));
    },
  }),
};
