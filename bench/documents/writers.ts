/** The compared Markdown writers, and their input: content of real pages. */
import { gfm } from '@joplin/turndown-plugin-gfm';
import { htmlToMarkdown } from '@mdream/js';
import { NodeHtmlMarkdown } from 'node-html-markdown';
import { Detector } from 'refrain';
import TurndownService from 'turndown';
import type { BenchSite } from '../pages/read.ts';

export interface Writer {
  readonly name: string;
  write(html: string, url: string): string;
}

export const OURS = 'refrain';

/** refrain as a writer that converts all of the HTML, including parsing, segmentation and look-ups. */
async function refrainWriter(): Promise<Writer> {
  const detector = await Detector.create({ evidence: 'repetition', separators: 'html5' });
  return { name: OURS, write: (html, url) => detector.label(html).markdown('all', { url }) };
}

/** The Rust engine is optional, because otherwise the lock file would have to list it for every platform. */
async function nativeWriters(): Promise<Writer[]> {
  try {
    const mdream = await import('mdream');
    return [{ name: 'mdream (Rust)', write: (html) => mdream.htmlToMarkdown(html) }];
  } catch {
    return [];
  }
}

export async function createWriters(): Promise<Writer[]> {
  const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  turndown.use(gfm);
  return [
    await refrainWriter(),
    { name: 'turndown', write: (html) => turndown.turndown(html) },
    { name: 'node-html-markdown', write: (html) => NodeHtmlMarkdown.translate(html) },
    { name: 'mdream (JavaScript)', write: (html) => htmlToMarkdown(html) },
    ...(await nativeWriters()),
  ];
}

export interface Content {
  readonly name: string;
  readonly url: string;
  readonly html: string;
  readonly markdown: string;
}

/**
 * A page without scripts and styles, because some writers output their text. `base` and formulas in scripts are kept.
 */
function bodyOf(html: string): string {
  const base = /<base\s[^>]*>/i.exec(html)?.[0] ?? '';
  return html
    .replace(/<head[\s>][\s\S]*?<\/head\s*>/i, base)
    .replace(/<(script|style|noscript)\b(?![^>]*math\/tex)[^>]*>[\s\S]*?<\/\1\s*>/gi, '');
}

export async function readContents(sites: readonly BenchSite[], count: number): Promise<Content[]> {
  const contents: Content[] = [];
  for (const { name: site, pages } of sites) {
    using detector = await Detector.create();
    for (const { name, bytes } of pages.slice(0, count)) {
      const url = new URL(encodeURI(name.slice(site.length + 1)), `https://${encodeURIComponent(site)}.example/`).href;
      const page = detector.learn(bytes, { id: name });
      const markdown = page.markdown('content', { url });
      if (markdown !== '') contents.push({ name, url, html: bodyOf(page.html('content')), markdown });
    }
  }
  return contents;
}
