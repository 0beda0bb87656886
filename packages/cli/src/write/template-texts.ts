/**
 * The text of each site's template. It is written at the end of a run: as lines of `--templates`, and as a Markdown
 * file (card) in the folder of a crawl.
 */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemplateTextBlock, type TemplateTextRecord, TemplateTexts } from '@refrain/rules';
import type { Page } from 'refrain';
import { plural } from 'refrain/engine';
import { checkReplaceable } from '../files/output-target.ts';
import { isWriting, type Writer } from '../judge/page-writer.ts';
import { urlOf } from '../read/task.ts';

export interface SiteTemplateText extends TemplateTextRecord {
  readonly site: string;
}

/** The template texts of the sites of one thread. */
export class TemplateCollector {
  readonly #sites = new Map<string, TemplateTexts>();

  /** `url`: URL of the page, if its links are recorded. */
  observe(site: string, page: Page, url?: string): void {
    let texts = this.#sites.get(site);
    if (texts === undefined) {
      texts = new TemplateTexts();
      this.#sites.set(site, texts);
    }
    texts.observe(page, url);
  }

  records(): SiteTemplateText[] {
    return [...this.#sites].flatMap(([site, texts]) => texts.records().map((record) => ({ site, ...record })));
  }
}

/** A writer that collects the template texts of all pages. */
export function templateWriter(): Writer {
  const texts = new TemplateCollector();
  return {
    name: 'templates',
    page({ page, source }, mode) {
      if (isWriting(mode)) texts.observe(source.site, page, urlOf(source.task));
      return undefined;
    },
    end: () => texts.records(),
  };
}

/** Joins the findings of all threads. The order does not depend on threads. */
export const inOrder = (found: readonly unknown[]): SiteTemplateText[] =>
  (found as readonly (SiteTemplateText[] | undefined)[])
    .flatMap((records) => records ?? [])
    .sort((one, other) => (one.site < other.site ? -1 : one.site > other.site ? 1 : other.pages - one.pages));

/** In the order of the card. */
const REGIONS = { header: 'Header', navigation: 'Navigation', sidebar: 'Sidebar', footer: 'Footer', other: 'Other' };

/** Writes `template.json` and `template.md` into a folder of pages. */
export async function writeCard(out: string, records: readonly SiteTemplateText[]): Promise<void> {
  await replace(join(out, 'template.json'), `${JSON.stringify(records, undefined, 2)}\n`);
  await replace(join(out, 'template.md'), cardOf(records));
}

/** Replaces a file without following links. */
async function replace(path: string, text: string): Promise<void> {
  checkReplaceable(path);
  await writeFile(path, text);
}

/** The sites as Markdown: layouts by descending number of pages, each with its regions. */
const cardOf = (records: readonly SiteTemplateText[]): string =>
  records
    .map((record, at) => {
      const isFirst = record.site !== records[at - 1]?.site;
      return `${isFirst ? `# Template of ${escaped(record.site)}\n\n` : ''}${layoutOf(record)}`;
    })
    .join('\n');

function layoutOf({ pages, blocks }: SiteTemplateText): string {
  const regions = Object.entries(REGIONS).flatMap(([name, title]) => {
    const own = blocks.filter(({ region = 'other' }) => region === name);
    return own.length === 0 ? [] : [`### ${title}\n\n${own.map(blockOf).join('')}`];
  });
  return `## Layout of ${plural(pages, 'page')}\n\n${regions.join('\n')}`;
}

function blockOf({ text, links = [] }: TemplateTextBlock): string {
  const [first] = links;
  if (links.length === 1 && first?.text === text) return `- ${linkOf(first)}\n`;
  return `- ${escaped(text)}\n${links.map((link) => `  - ${linkOf(link)}\n`).join('')}`;
}

export const linkOf = ({ text, url }: { readonly text: string; readonly url: string }): string =>
  `[${escaped(text)}](${url.replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'))})`;

/** One line without markup characters. */
const escaped = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~]/g, '\\$&');
