/** The tools, one row each. */
import type { PageField } from 'refrain';
import { FIELDS, selection } from 'refrain/engine';
import { SCHEMAS } from '../../write/schemas.ts';
import { ANSWER_FIELDS, LIST_FIELDS, type ToolAnswer, type ToolInput, type ToolOptions, type Tools } from './tools.ts';

type Properties = Readonly<Record<string, object>>;

const object = (properties: Properties, required: readonly string[]) => ({ type: 'object', properties, required });
const list = (items: object): object => ({ type: 'array', items });

const text = (description: string): object => ({ type: 'string', minLength: 1, description });
const paths = (description: string): object => ({ ...list({ type: 'string' }), minItems: 1, description });
const maxPages = (description: string): object => ({ type: 'integer', minimum: 1, description });

const PAGE = {
  html: text('the source of the page'),
  file: text('path of an HTML file below the folder that the server may read, instead of html'),
  url: text('URL of the page: the base of its links; its host is the name of the site'),
  site: text('name of the site, instead of the host; pages of one site are judged together'),
};
const OUTPUT = {
  keep: {
    enum: selection.PARTS,
    description:
      'the part of the page: main (default), the main content; main+comments; content, all except template; comments; template; all',
  },
  format: { enum: ['markdown', 'text'], description: 'markdown (default) or text' },
};
const INPUTS = paths('folders, HTML files, WARC or NDJSON files below the folder that the server may read');
const INCLUDE = paths('globs: only pages whose URL or id matches a glob are read');

/**
 * The schema of fields, and of the content in the requested format. References to other definitions are omitted,
 * because clients do not have these.
 */
function record(fields: readonly PageField[], required: readonly PageField[]): object {
  const typed = [...fields, 'markdown' as const, 'text' as const].map((name) => {
    const type = SCHEMAS[FIELDS[name].type];
    return [name, '$ref' in type ? {} : type] as const;
  });
  return object(Object.fromEntries(typed), required);
}

const { text: TEXT, texts: TEXTS, count: WHOLE, share: SHARE } = SCHEMAS;
const PAGE_ANSWER = record(ANSWER_FIELDS, ['site', 'page', 'templateShare', 'metadata']);
const SITE_ANSWER = object({ pages: list(record(LIST_FIELDS, ['id', 'site'])), omitted: WHOLE, failures: TEXTS }, [
  'pages',
  'omitted',
  'failures',
]);

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>> };
  readonly outputSchema: object;
  readonly call: (tools: Tools, input: ToolInput, signal: AbortSignal) => Promise<ToolAnswer>;
}

type Row = Omit<Tool, 'name' | 'inputSchema'> & { readonly input: Properties; readonly required?: readonly string[] };

const ROWS: Readonly<Record<string, Row>> = {
  clean_page: {
    description:
      'A web page without its template (navigation, header, footer, advertisement) as Markdown or text, with its title, date, authors and other metadata. The server remembers the site, so its later pages are judged better.',
    input: { ...PAGE, ...OUTPUT },
    outputSchema: PAGE_ANSWER,
    call: (tools, input) => tools.cleanPage(input),
  },
  clean_site: {
    description:
      'All pages of folders, files or WARCs without their template. Each page is judged by all pages of its site.',
    input: {
      ...{ inputs: INPUTS, include: INCLUDE, site: PAGE.site, ...OUTPUT },
      maxPages: maxPages('maximum number of pages in the answer (default: 20)'),
    },
    required: ['inputs'],
    outputSchema: SITE_ANSWER,
    call: (tools, input) => tools.cleanSite(input),
  },
  site_template: {
    description:
      'The texts that a site repeats on its pages, with the number of pages for each text; without a site, a list of the known sites.',
    input: {
      site: text('name of the site: the host of its URLs, or the name of its folder'),
      ...{ inputs: INPUTS, include: INCLUDE },
    },
    outputSchema: object(
      {
        ...{ site: TEXT, pages: WHOLE, failures: TEXTS },
        template: list(object({ text: TEXT, region: TEXT, pages: WHOLE }, ['text', 'pages'])),
        sites: list(object({ site: TEXT, pages: WHOLE }, ['site', 'pages'])),
      },
      ['failures'],
    ),
    call: (tools, input) => tools.siteTemplate(input),
  },
  explain_block: {
    description:
      'The reason why a block of a page is template or content. The block is selected by a part of its text.',
    input: { ...PAGE, text: text('a part of the text of the block') },
    required: ['text'],
    outputSchema: object(
      {
        ...{ verdict: { enum: ['template', 'content'] }, ratio: SHARE, path: TEXT, reason: TEXT, text: TEXT },
        ...{ templatePercent: WHOLE, main: { type: 'boolean' }, mainPercent: WHOLE },
      },
      ['verdict', 'path', 'reason', 'text'],
    ),
    call: (tools, input) => tools.explainBlock(input),
  },
  read_url: {
    description: 'The web page at an address without its template, in the form of clean_page.',
    input: { url: text('address of the page'), site: PAGE.site, ...OUTPUT },
    required: ['url'],
    outputSchema: PAGE_ANSWER,
    call: (tools, input, signal) => tools.readUrl(input, signal),
  },
  read_site: {
    description:
      'Pages of the site at an address without their template: pages that links from there or sitemaps lead to, at most five per second. Each page is judged by all of them; afterwards, site_template lists their repeated texts.',
    input: {
      ...{ url: text('address of the first page'), include: INCLUDE, ...OUTPUT },
      maxPages: maxPages('maximum number of pages that are read (default: 20)'),
    },
    required: ['url'],
    outputSchema: SITE_ANSWER,
    call: (tools, input, signal) => tools.readSite(input, signal),
  },
};

/** Arguments that name files. Tools that read the web have arguments of the same names with another meaning. */
const OF_FILES = ['file', 'inputs', 'include'];
const isOfWeb = (name: string): boolean => name.startsWith('read_');

/** The tools that a server offers. */
export const toolsFor = ({ root, web }: Pick<ToolOptions, 'root' | 'web'>): Tool[] =>
  Object.entries(ROWS)
    .filter(([name]) => (isOfWeb(name) ? web : root !== undefined || name !== 'clean_site'))
    .map(([name, { input, required = [], ...row }]) => {
      const hasFiles = root !== undefined || isOfWeb(name);
      const properties = Object.entries(input).filter(([argument]) => hasFiles || !OF_FILES.includes(argument));
      const schema = object(Object.fromEntries(properties), required);
      return { name, ...row, inputSchema: { ...schema, additionalProperties: false } };
    });

/**
 * The description of a tool for clients. Tools are read-only, because calls change only the server's knowledge of
 * sites.
 */
export const toolDescription = ({ call, ...tool }: Tool): object => ({
  ...tool,
  title: tool.name.replace(/^./, (first) => first.toUpperCase()).replace('_', ' '),
  annotations: {
    ...{ readOnlyHint: true, destructiveHint: false, idempotentHint: false },
    openWorldHint: isOfWeb(tool.name),
  },
});
