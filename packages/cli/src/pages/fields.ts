/** `--fields`: the members of a JSON line, and the columns of a table. */
import { isMainField, PAGE_FIELDS, type PageField } from '@refrain/crawl/internal';
import { suggestion, usageError } from '../arguments/flags.ts';

/** Fields of pages, and those that only a run has. */
export type Field = PageField | 'passed' | 'structured';

export const FIELDS: readonly Field[] = [...PAGE_FIELDS, 'passed', 'structured'];

/** A format as far as its fields matter. */
interface WithFields {
  readonly fields?: readonly Field[];
  readonly isTable?: true;
}

/** The fields of a run; empty for formats without fields. */
export function readFields(text: string | undefined, format: WithFields, structured: boolean): readonly Field[] {
  const { fields: usual, isTable } = format;
  if (usual === undefined) {
    if (text !== undefined) throw usageError('--fields: works only with --format ndjson or csv');
    return [];
  }
  if (text === undefined) return usual.filter((name) => structured || name !== 'structured');
  const fields = [...new Set(text.split(',').map((name) => fieldOf(name.trim())))];
  if (isTable && fields.includes('blocks'))
    throw usageError('--fields: blocks is a list, which a table has no column for');
  if (fields.includes('structured') && !structured) throw usageError('--fields: structured needs --structured');
  return fields;
}

function fieldOf(name: string): Field {
  const found = FIELDS.find((field) => field === name);
  if (found !== undefined) return found;
  throw usageError(
    `--fields: must be some of ${FIELDS.join(', ')}, separated by commas, not ${name}${suggestion(name, FIELDS)}`,
  );
}

/** The flag that asks for main content; undefined where no field needs it. */
export function fieldsFlag(fields: readonly Field[]): string | undefined {
  const field = fields.find(isMainField);
  return field === undefined ? undefined : `--fields ${field}`;
}
