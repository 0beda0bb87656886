/** Facts of a page as YAML above its Markdown. */
import type { Page } from 'refrain';
import { unicodeEscape } from '../../formats/json-line.ts';
import type { Task } from '../../read/task.ts';
import { type Field, type Parts, valuesOf } from '../fields.ts';
import type { Way } from './format.ts';

/** Members in their order, and the fields that they have. */
const MEMBERS = {
  title: 'headline',
  url: 'url',
  authors: 'authors',
  published: 'published',
  modified: 'modified',
  site: 'siteName',
  language: 'language',
  description: 'description',
  image: 'image',
  reason: 'reason',
} as const satisfies Record<string, Field>;

/** What JSON has as it is, and YAML does not. */
const SPECIAL = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** A text in double quotes on one line, or a list of them: JSON is YAML. A page cannot end it, nor add a member. */
const written = (value: unknown): string => JSON.stringify(value).replace(SPECIAL, unicodeEscape);

/** Lines between two of dashes, where what the page does not say is absent; and the URL of the page, or the one that it says. */
export function frontMatter(
  task: Task,
  page: Page,
  way: Way,
  parts: Parts,
): { readonly lines: string; readonly url?: string } {
  const values = valuesOf(task, page, way, parts)([...Object.values(MEMBERS), 'canonicalUrl']);
  const url = (values['url'] ?? values['canonicalUrl']) as string | undefined;
  const found: Record<string, unknown> = { ...values, url };
  const lines = Object.entries(MEMBERS)
    .map(([name, field]) => [name, found[field]] as const)
    .filter(([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}: ${written(value)}\n`);
  return { lines: `---\n${lines.join('')}---\n\n`, ...(url === undefined ? {} : { url }) };
}
