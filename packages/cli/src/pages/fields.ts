/** `--fields`: the members of a JSON line, and the columns of a table. */
import { isMainField, PAGE_FIELDS, type PageField } from '@refrain/crawl/internal';
import { usageError } from '../arguments/flags.ts';
import { nearest } from '../arguments/nearest.ts';

/** Fields of pages, and those that only a run has. */
export type Field = PageField | 'passed' | 'structured';

export const FIELDS: readonly Field[] = [...PAGE_FIELDS, 'passed', 'structured'];

/** Fields that take no model and no second reading of the page, so that a line costs little beside its blocks. */
const LINE = ['id', 'url', 'site', 'title', 'page', 'counted', 'passed', 'templateShare', 'confidence'] as const;
const LINE_FIELDS: readonly Field[] = [...LINE, 'structured', 'blocks', 'content'];
const TABLE_FIELDS: readonly Field[] = [
  ...(['id', 'url', 'site', 'title', 'page', 'counted', 'templateShare', 'confidence'] as const),
];

/** Fields that do not fit into a cell. */
const LISTS: ReadonlySet<string> = new Set<Field>(['blocks']);

/** The fields of a run; empty for formats without fields. */
export function readFields(text: string | undefined, format: string, structured: boolean): readonly Field[] {
  const isTable = format === 'csv';
  if (!isTable && format !== 'ndjson') {
    if (text !== undefined) throw usageError('--fields: works only with --format ndjson or csv');
    return [];
  }
  if (text === undefined)
    return isTable ? TABLE_FIELDS : LINE_FIELDS.filter((name) => structured || name !== 'structured');
  const fields = [...new Set(text.split(',').map((name) => fieldOf(name.trim())))];
  const list = fields.find((field) => isTable && LISTS.has(field));
  if (list !== undefined) throw usageError(`--fields: ${list} is a list, which a table has no column for`);
  if (fields.includes('structured') && !structured) throw usageError('--fields: structured needs --structured');
  return fields;
}

function fieldOf(name: string): Field {
  const found = FIELDS.find((field) => field === name);
  if (found !== undefined) return found;
  const near = nearest(name, FIELDS);
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  throw usageError(`--fields: must be some of ${FIELDS.join(', ')}, separated by commas, not ${name}${hint}`);
}

/** The flag that asks for main content; undefined where no field needs it. */
export function fieldsFlag(fields: readonly Field[]): string | undefined {
  const field = fields.find(isMainField);
  return field === undefined ? undefined : `--fields ${field}`;
}

/** Whether an output has addresses that the URL of the page makes absolute. */
export const writesLinks = ({ format, fields }: { format: string; fields: readonly Field[] }): boolean =>
  format === 'markdown' || format === 'chunks' || fields.includes('markdown') || fields.includes('metadata');
