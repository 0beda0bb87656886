/** The Markdown of each page below a line that names the page. */
import type { Choice, Page } from 'refrain';
import { contextOf } from 'refrain/engine';
import { toggle } from '../../arguments/flags.ts';
import { knownUrl, type Task } from '../../read/task.ts';
import { defineFormat } from './format.ts';
import { frontMatter } from './front-matter.ts';
import { namedPage } from './text.ts';

/** Links are absolute by the URL of the page, or by the one that it says. */
export const markdownOf = (task: Task, page: Page, part: Choice): string =>
  page.markdown(part, { url: knownUrl(task) ?? contextOf(page).address });

export const markdown = defineFormat({
  name: 'markdown',
  about: ['the content as Markdown, the same way. --keep chooses another part'],
  flags: {
    frontmatter: toggle('markdown: the facts of each page above it as YAML; with --out always'),
    noFrontmatter: toggle('markdown: no facts with --out either'),
  },
  extension: 'md',
  writer(parts, { frontmatter, noFrontmatter }) {
    const hasFacts = frontmatter || (parts.out !== undefined && !noFrontmatter);
    return {
      page(task, page, way) {
        if (!hasFacts) return namedPage(task, markdownOf(task, page, way.part));
        // The facts have the URL, for which they would be read again.
        const { lines, url } = frontMatter(task, page, way, parts);
        return namedPage(task, lines + page.markdown(way.part, url === undefined ? {} : { url }));
      },
    };
  },
});
