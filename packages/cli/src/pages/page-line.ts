/** Pages as lines of NDJSON and as rows of a table. */
import { FieldReader, type FieldSource } from '@refrain/crawl/internal';
import type { Page } from 'refrain';
import { jsonLine } from '../formats/json-line.ts';
import type { Field } from './fields.ts';

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
  const reader = new FieldReader(page, source);
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const value = fieldValue(reader, field, source);
    if (value !== undefined) values[field] = value;
  }
  return values;
}

function fieldValue(reader: FieldReader, field: Field, { passed, structured }: LineSource): unknown {
  if (field === 'passed') return passed || undefined;
  return field === 'structured' ? structured : reader.value(field);
}

const encoder = new TextEncoder();

/** The fields before the blocks, and those behind them. The module writes the blocks, and the content if it follows them. */
interface LinePlan {
  readonly head: readonly Field[];
  readonly content: boolean;
  readonly rest: readonly Field[];
}

function planOf(fields: readonly Field[]): LinePlan | undefined {
  const at = fields.indexOf('blocks');
  if (at < 0) return undefined;
  const content = fields[at + 1] === 'content';
  return { head: fields.slice(0, at), content, rest: fields.slice(at + (content ? 2 : 1)) };
}

/** Writes one line of a page; in `room` where it can and where the line fits. */
export type LineWriter = (page: Page, source: LineSource, room: Uint8Array<ArrayBuffer>) => string | Uint8Array;

/** Lines of JSON. Blocks that the module writes are much faster. */
export function lineWriter(fields: readonly Field[]): LineWriter {
  const plan = planOf(fields);
  if (plan === undefined) return (page, source) => jsonLine(valuesOf(page, fields, source));
  const { head, content, rest } = plan;
  return (page, source, room) => {
    const options = { content, main: source.main, room };
    const line = page.toLine(valuesOf(page, head, source), source.part, options);
    if (rest.length === 0) return line;
    const values = valuesOf(page, rest, source);
    return Object.keys(values).length === 0 ? line : withTail(line, `,${jsonLine(values).slice(1)}`);
  };
}

/** A line with more members in place of the brace and the line feed at its end. */
function withTail(line: Uint8Array, members: string): Uint8Array {
  const tail = encoder.encode(members);
  const whole = new Uint8Array(line.length - 2 + tail.length);
  whole.set(line.subarray(0, -2));
  whole.set(tail, line.length - 2);
  return whole;
}

const SPECIAL = /[",\r\n]/;
/** What a spreadsheet would compute. */
const FORMULA = /^\s*[=+\-@]/;

/**
 * A cell as RFC 4180 has it. Names are joined by semicolons, other data that is not one value is JSON. A text that a spreadsheet would take
 * for a formula has an apostrophe before it.
 */
function cell(value: unknown): string {
  const isName = (each: unknown): boolean => typeof each === 'string';
  const joined = Array.isArray(value) && value.every(isName) ? value.join('; ') : value;
  const plain = typeof joined === 'object' ? JSON.stringify(joined) : String(joined ?? '');
  const text = typeof joined === 'string' && FORMULA.test(plain) ? `'${plain}` : plain;
  return SPECIAL.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

const row = (cells: readonly unknown[]): string => `${cells.map(cell).join(',')}\n`;

/** The first line of a table. */
export const tableHead = (fields: readonly Field[]): string => row(fields);

/** Rows of a table. */
export const rowWriter =
  (fields: readonly Field[]): LineWriter =>
  (page, source) => {
    const values = valuesOf(page, fields, source);
    return row(fields.map((field) => values[field]));
  };
