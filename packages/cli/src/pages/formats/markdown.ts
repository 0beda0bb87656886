/** The Markdown of each page below a line that names the page. */
import type { Page } from 'refrain';
import { knownUrl, type Task } from '../../job/task.ts';
import type { Parts } from '../fields.ts';
import { defineFormat } from './format.ts';
import { namedPage } from './text.ts';

export function markdownOf(task: Task, page: Page, { part }: Parts): string {
  const url = knownUrl(task);
  return page.markdown(part, url === undefined ? {} : { url });
}

export const markdown = defineFormat({
  name: 'markdown',
  about: ['the content as Markdown, the same way. --keep chooses another part'],
  extension: 'md',
  writer: (parts) => ({ page: (task, page) => namedPage(task, markdownOf(task, page, parts)) }),
});
