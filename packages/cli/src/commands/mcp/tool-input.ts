/** The tools as clients see them: schemas, by which the arguments of their calls are checked, and these as types. */

import { realpathSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { InputError, type Part } from 'refrain';
import { selection } from 'refrain/engine';
import { messageOf } from '../../errors.ts';

/** What is written of a page. `keep`: default as the model of the site decides. */
export interface ContentInput {
  readonly keep?: Part;
  /** Default: Markdown. */
  readonly format?: 'markdown' | 'text';
}

/** A page as HTML or as a file. */
export interface PageInput extends ContentInput {
  readonly html?: string;
  readonly file?: string;
  readonly url?: string;
  readonly site?: string;
}

export interface AddressInput extends ContentInput {
  readonly url: string;
  readonly site?: string;
}

/** Pages of a site. */
interface SiteInput extends ContentInput {
  readonly include?: readonly string[];
  readonly maxPages?: number;
}

export type SiteAddressInput = SiteInput & Pick<AddressInput, 'url'>;

export interface FilesInput extends SiteInput {
  readonly inputs: readonly string[];
  readonly site?: string;
}

export type TemplateInput = Partial<Pick<FilesInput, 'inputs' | 'include' | 'site'>>;

/** `text`: a part of the text of the block. */
export type BlockInput = PageInput & { readonly text: string };

/**
 * The path of a file or folder below the root; links that lead out of it are refused, and what is neither: a pipe would never end.
 * Without a root no file is read.
 */
export function pathBelow(root: string | undefined, path: string): string {
  if (root === undefined) throw new InputError('this server reads no files (--root)');
  const from = realpathSync(root);
  let real: string;
  let isRead: boolean;
  try {
    real = realpathSync(resolve(from, path));
    const stat = statSync(real);
    isRead = stat.isFile() || stat.isDirectory();
  } catch (error) {
    throw new InputError(`${path}: ${messageOf(error)}`);
  }
  if (!isRead) throw new InputError(`${path} is neither a file nor a folder`);
  const [first] = relative(from, real).split(sep);
  if (first !== '..' && resolve(from, relative(from, real)) === real) return real;
  throw new InputError(`${path} is outside of the folder that this server may read (--root)`);
}

const text = (description: string): object => ({ type: 'string', minLength: 1, description });
const paths = (description: string): object => ({ type: 'array', items: { type: 'string' }, minItems: 1, description });

const maxPages = (description: string): object => ({ type: 'integer', minimum: 1, description });

const PAGE = {
  html: text('the source of the page'),
  file: text('path of an HTML file below the folder that the server may read, in place of html'),
  url: text('URL of the page: links become absolute by it, and its host names the site'),
  site: text('name of the site, in place of the host; pages of one site are judged together'),
};
const OUTPUT = {
  keep: {
    enum: selection.PARTS,
    description:
      'main (default): what the page is about; main+comments; content: all without the template; comments; template; all',
  },
  format: { enum: ['markdown', 'text'], description: 'markdown (default) or text' },
};
const INPUTS = paths('folders, HTML files, WARC or NDJSON files below the folder that the server may read');
const INCLUDE = paths('globs: only pages whose URL or id matches one are read');

const schema = (properties: Readonly<Record<string, object>>, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>> };
}

/** Of servers that may read addresses. */
export const WEB_TOOLS: readonly Tool[] = [
  {
    name: 'read_url',
    description: 'The web page at an address without its template, as clean_page gives it.',
    inputSchema: schema({ url: text('address of the page'), site: PAGE.site, ...OUTPUT }, ['url']),
  },
  {
    name: 'read_site',
    description:
      'Pages of the site at an address without their template: those that are linked from there or that a sitemap names, five a second. Each is judged by all of them; site_template then has what they repeat.',
    inputSchema: schema(
      {
        url: text('address where to begin'),
        include: INCLUDE,
        ...OUTPUT,
        maxPages: maxPages('maximum number of pages that are read (default: 20)'),
      },
      ['url'],
    ),
  },
];

/** The tools as clients see them. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'clean_page',
    description:
      'A web page without its template (navigation, header, footer, advertisement) as Markdown or text, with its title, date, authors and other facts. What is learned of the site is kept: later pages of it are judged better.',
    inputSchema: schema({ ...PAGE, ...OUTPUT }),
  },
  {
    name: 'clean_site',
    description: 'All pages of folders, files or WARCs without their template. Each page is judged by all of them.',
    inputSchema: schema(
      {
        inputs: INPUTS,
        include: INCLUDE,
        site: PAGE.site,
        ...OUTPUT,
        maxPages: maxPages('maximum number of pages in the answer (default: 20)'),
      },
      ['inputs'],
    ),
  },
  {
    name: 'site_template',
    description:
      'The texts that a site repeats on its pages, with the number of pages that have them; without a site, the sites that are known.',
    inputSchema: schema({
      site: text('name of the site: the host of its URLs, or the name of its folder'),
      inputs: INPUTS,
      include: INCLUDE,
    }),
  },
  {
    name: 'explain_block',
    description: 'Why the block of a page that has a text is template or content.',
    inputSchema: schema({ ...PAGE, text: text('a part of the text of the block') }, ['text']),
  },
];

/** Arguments that name files. */
const OF_FILES = ['file', 'inputs', 'include'];

/** A tool of a server that reads no files; undefined for one that does nothing else. */
function withoutFiles(tool: Tool): Tool | undefined {
  if (tool.name === 'clean_site') return undefined;
  const properties = Object.entries(tool.inputSchema.properties).filter(([name]) => !OF_FILES.includes(name));
  return { ...tool, inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(properties) } };
}

/** The tools that a server has: only these can be called. */
export const toolsFor = ({ root, web }: { readonly root: string | undefined; readonly web: boolean }): Tool[] => [
  ...(root === undefined ? TOOLS.map(withoutFiles).filter((tool) => tool !== undefined) : TOOLS),
  ...(web ? WEB_TOOLS : []),
];
