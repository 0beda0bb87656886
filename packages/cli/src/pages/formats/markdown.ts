/** The Markdown of each page below a line that names the page. */
import type { Choice, Page } from 'refrain';
import { readerOf } from 'refrain/internal';
import { knownUrl, type Task } from '../../job/task.ts';
import { defineFormat } from './format.ts';
import { namedPage } from './text.ts';

/** Links are absolute by the URL of the page, or by the one that it says. */
export const markdownOf = (task: Task, page: Page, part: Choice): string =>
  page.markdown(part, { url: knownUrl(task) ?? readerOf(page).url });

export const markdown = defineFormat({
  name: 'markdown',
  about: ['the content as Markdown, the same way. --keep chooses another part'],
  extension: 'md',
  writer: () => ({ page: (task, page, { part }) => namedPage(task, markdownOf(task, page, part)) }),
});
