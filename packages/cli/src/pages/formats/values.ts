/** The values of fields of a page. */
import { FieldReader } from '@refrain/crawl/internal';
import type { Page } from 'refrain';
import { knownUrl, type Task } from '../../job/task.ts';
import type { Field } from '../fields.ts';
import { type Parts, structuredText } from './format.ts';

/** The values of some fields, in their order, without those that the page does not have. */
export type ValuesOfPage = (fields: readonly Field[]) => Readonly<Record<string, unknown>>;

export function valuesOf(task: Task, page: Page, passed: boolean, parts: Parts): ValuesOfPage {
  const reader = new FieldReader(page, { url: knownUrl(task), id: task.id, site: task.site, part: parts.part });
  const value = (field: Field): unknown => {
    if (field === 'passed') return passed || undefined;
    return field === 'structured' ? structuredText(page, parts) : reader.value(field);
  };
  return (fields) =>
    Object.fromEntries(fields.map((field) => [field, value(field)]).filter(([, found]) => found !== undefined));
}
