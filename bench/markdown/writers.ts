/** The writers of Markdown that are compared. Each is given the same HTML as a string, and keeps all of it. */
import { gfm } from '@joplin/turndown-plugin-gfm';
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

/**
 * Native writers that are installed beside the project (`npm install --no-save NAME`): their binaries are published for some
 * systems and versions of Node only, so they are no dependencies.
 */
const NATIVE = [
  {
    ...{ name: 'html-to-markdown (native)', module: '@kreuzberg/html-to-markdown-node', member: 'convert' },
    settings: { extractMetadata: false, preprocessing: { enabled: false } },
  },
  { name: 'mdream (native)', module: 'mdream', member: 'htmlToMarkdown', settings: {} },
] as const;

/** A function of a module by its name, also where the module has its functions in its default export. */
function functionOf(module: object, member: string): ((html: string, settings: object) => unknown) | undefined {
  const from: unknown = 'default' in module && !(member in module) ? module.default : module;
  if (typeof from !== 'object' || from === null || !(member in from)) return undefined;
  const found = (from as Record<string, unknown>)[member];
  return typeof found === 'function' ? (html, settings) => found.call(from, html, settings) : undefined;
}

/** The Markdown of a native writer: a string, or the content of a result. */
const textOf = (result: unknown): string =>
  typeof result === 'object' && result !== null && 'content' in result ? String(result.content ?? '') : String(result);

async function nativeWriters(): Promise<Writer[]> {
  const writers: Writer[] = [];
  for (const { name, module, member, settings } of NATIVE) {
    try {
      const convert = functionOf((await import(module)) as object, member);
      if (convert === undefined) continue;
      const write = (html: string): string => textOf(convert(html, settings));
      write('<p>a</p>');
      writers.push({ name, kind: 'native', meaning: `${module}, Rust`, write });
    } catch {
      // It is not installed, or has no binary for this system.
    }
  }
  return writers;
}

export async function createWriters(): Promise<Writer[]> {
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
    ...(await nativeWriters()),
  ];
}
