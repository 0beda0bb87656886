/** A table with a row per page, as RFC 4180 has it. */

import { USUAL_FIELDS, valuesOf } from '../fields.ts';
import { defineFormat } from './format.ts';

const SPECIAL = /[",\r\n]/;
/** What a spreadsheet would compute. */
const FORMULA = /^\s*[=+\-@]/;

/**
 * Names are joined by semicolons, other data that is not one value is JSON. A text that a spreadsheet would take for a formula has
 * an apostrophe before it.
 */
function cell(value: unknown): string {
  const isName = (each: unknown): boolean => typeof each === 'string';
  const joined = Array.isArray(value) && value.every(isName) ? value.join('; ') : value;
  const plain = typeof joined === 'object' ? JSON.stringify(joined) : String(joined ?? '');
  const text = typeof joined === 'string' && FORMULA.test(plain) ? `'${plain}` : plain;
  return SPECIAL.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of a table. */
export const csvRow = (cells: readonly unknown[]): string => `${cells.map(cell).join(',')}\n`;

export const csv = defineFormat({
  name: 'csv',
  endings: ['csv'],
  about: ['a table with a row per page; --fields chooses its columns'],
  fields: USUAL_FIELDS,
  isTable: true,
  hasText: true,
  head: csvRow,
  writer: (parts) => ({
    page(task, page, way) {
      const values = valuesOf(task, page, way, parts)(parts.fields);
      return csvRow(parts.fields.map((field) => values[field]));
    },
  }),
});
