/** The writers of Markdown that are compared. Each is given the same HTML as a string, and keeps all of it. */
import { gfm } from '@joplin/turndown-plugin-gfm';
import htmlToMarkdownNode from '@kreuzberg/html-to-markdown-node';
import { htmlToMarkdown } from '@mdream/js';
import { NodeHtmlMarkdown } from 'node-html-markdown';
import { Detector } from 'refrain';
import TurndownService from 'turndown';
import { REPETITION } from '../methods/repetition.ts';

export interface Writer {
  readonly name: string;
  readonly kind: 'module' | 'JavaScript' | 'native';
  readonly meaning: string;
  write(html: string, url: string): string;
}

/** The name of refrain among the writers. */
export const OURS = 'refrain';

/** refrain as the others are used: HTML in, Markdown of all of it out. */
async function refrainWriter(): Promise<Writer> {
  const detector = await Detector.create(REPETITION);
  return {
    name: OURS,
    kind: 'module',
    meaning: "label(html).markdown('all') with evidence: 'repetition': parses, finds blocks, looks up, writes",
    write: (html, url) => detector.label(html).markdown('all', { url }),
  };
}

function turndownWriter(): Writer {
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' }).use(
    gfm,
  );
  return {
    name: 'turndown',
    kind: 'JavaScript',
    meaning: 'turndown with @joplin/turndown-plugin-gfm',
    write: (html) => service.turndown(html),
  };
}

/** mdream in Rust is published for Node 22 and later: missing where the package manager leaves it out. */
async function nativeMdream(): Promise<Writer[]> {
  try {
    const { htmlToMarkdown: write } = await import('mdream');
    write('<p>a</p>');
    return [{ name: 'mdream (native)', kind: 'native', meaning: 'mdream, Rust', write: (html) => write(html) }];
  } catch {
    return [];
  }
}

export async function createWriters(): Promise<Writer[]> {
  const options = { extractMetadata: false, preprocessing: { enabled: false } };
  return [
    await refrainWriter(),
    turndownWriter(),
    {
      name: 'node-html-markdown',
      kind: 'JavaScript',
      meaning: 'node-html-markdown',
      write: (html) => NodeHtmlMarkdown.translate(html),
    },
    { name: 'mdream (JavaScript)', kind: 'JavaScript', meaning: '@mdream/js', write: (html) => htmlToMarkdown(html) },
    {
      name: 'html-to-markdown',
      kind: 'native',
      meaning: '@kreuzberg/html-to-markdown-node, Rust, without its preprocessing',
      write: (html) => htmlToMarkdownNode.convert(html, options).content ?? '',
    },
    ...(await nativeMdream()),
  ];
}
