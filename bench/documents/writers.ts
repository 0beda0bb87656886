/** The compared Markdown writers. Each receives the same HTML as a string, and converts all of it. */
import { gfm } from '@joplin/turndown-plugin-gfm';
import { htmlToMarkdown } from '@mdream/js';
import { NodeHtmlMarkdown } from 'node-html-markdown';
import { Detector } from 'refrain';
import TurndownService from 'turndown';

export interface Writer {
  readonly name: string;
  write(html: string, url: string): string;
}

/** The name of refrain among the writers. */
export const OURS = 'refrain';

/** refrain as the others are used: HTML in, Markdown of all of it out, including parsing, segmentation and look-ups. */
async function refrainWriter(): Promise<Writer> {
  const detector = await Detector.create({ evidence: 'repetition', separators: 'html5' });
  return { name: OURS, write: (html, url) => detector.label(html).markdown('all', { url }) };
}

/** The Rust engine, if it is installed. The lock file would have to name it for every platform, so it is optional. */
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
