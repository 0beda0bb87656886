/** Pages as lines of NDJSON and as rows of a table. */
import { type FieldSource, fieldsOf, type PageField } from '@refrain/crawl/unstable';
import type { Page } from 'refrain';
import type { Field } from './fields.ts';
import { jsonLine } from './formats/json-line.ts';

/** What a line says of a page beside the page itself. */
export interface LineSource extends FieldSource {
  /** Whether `--max-removed` left the page unchanged. */
  readonly passed: boolean;
  /** Text that the page has in its data only. */
  readonly structured: string | undefined;
  /** Whether blocks have their verdict on main content. */
  readonly main: boolean;
}

type Values = Readonly<Record<string, unknown>>;

/** The values of some fields, in their order, without those that the page does not have. */
export function valuesOf(page: Page, fields: readonly Field[], source: LineSource): Values {
  const { passed, structured } = source;
  const read = fieldsOf(page, fields.filter(isPageField), source);
  const all: Values = { ...read, ...(passed && { passed }), ...(structured !== undefined && { structured }) };
  return Object.fromEntries(fields.filter((field) => field in all).map((field) => [field, all[field]]));
}

const isPageField = (field: Field): field is PageField => field !== 'passed' && field !== 'structured';

const encoder = new TextEncoder();

/** One line of JSON. The module writes the blocks, and the content behind them, which is much faster. */
export function pageLine(page: Page, fields: readonly Field[], source: LineSource): string | Uint8Array {
  const at = fields.indexOf('blocks');
  if (at < 0) return jsonLine(valuesOf(page, fields, source));
  const content = fields[at + 1] === 'content';
  const options = { content, main: source.main };
  const line = page.toLine(valuesOf(page, fields.slice(0, at), source), source.part, options);
  const rest = valuesOf(page, fields.slice(at + (content ? 2 : 1)), source);
  if (Object.keys(rest).length === 0) return line;
  // In place of the brace and the line feed at the end.
  const tail = encoder.encode(`,${jsonLine(rest).slice(1)}`);
  const whole = new Uint8Array(line.length - 2 + tail.length);
  whole.set(line.subarray(0, -2));
  whole.set(tail, line.length - 2);
  return whole;
}

const SPECIAL = /[",\r\n]/;

/** A cell as RFC 4180 has it. Names are joined by semicolons, other data that is not one value is JSON. */
function cell(value: unknown): string {
  const isName = (each: unknown): boolean => typeof each === 'string';
  const joined = Array.isArray(value) && value.every(isName) ? value.join('; ') : value;
  const text = typeof joined === 'object' ? JSON.stringify(joined) : String(joined ?? '');
  return SPECIAL.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

const row = (cells: readonly unknown[]): string => `${cells.map(cell).join(',')}\n`;

/** The first line of a table. */
export const tableHead = (fields: readonly Field[]): string => row(fields);

export function tableRow(page: Page, fields: readonly Field[], source: LineSource): string {
  const values = valuesOf(page, fields, source);
  return row(fields.map((field) => values[field]));
}
