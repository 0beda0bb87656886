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

/** `input`: arguments; `required`: those that a call must have. */
type Row = Omit<Tool, 'name' | 'inputSchema'> & { readonly input: Properties; readonly required?: readonly string[] };

const ROWS: Readonly<Record<string, Row>> = {
  clean_page: {
    description:
      'A web page without its template (navigation, header, footer, advertisement) as Markdown or text, with its title, date, authors and other facts. What is learned of the site is kept: later pages of it are judged better.',
    input: { ...PAGE, ...OUTPUT },
    outputSchema: PAGE_ANSWER,
    call: (tools, input) => tools.cleanPage(input),
  },
  clean_site: {
    description: 'All pages of folders, files or WARCs without their template. Each page is judged by all of them.',
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
      'The texts that a site repeats on its pages, with the number of pages that have them; without a site, the sites that are known.',
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
    description: 'Why the block of a page that has a text is template or content.',
    input: { ...PAGE, text: text('a part of the text of the block') },
    required: ['text'],
    outputSchema: object(
      {
        ...{ verdict: { enum: ['template', 'content'] }, ratio: SHARE, path: TEXT, reason: TEXT, text: TEXT },
        ...{ score: { type: 'number' }, main: { type: 'boolean' }, mainScore: { type: 'number' }, section: TEXT },
      },
      ['verdict', 'path', 'reason', 'text'],
    ),
    call: (tools, input) => tools.explainBlock(input),
  },
  read_url: {
    description: 'The web page at an address without its template, as clean_page gives it.',
    input: { url: text('address of the page'), site: PAGE.site, ...OUTPUT },
    required: ['url'],
    outputSchema: PAGE_ANSWER,
    call: (tools, input, signal) => tools.readUrl(input, signal),
  },
  read_site: {
    description:
      'Pages of the site at an address without their template: those that are linked from there or that a sitemap names, five a second. Each is judged by all of them; site_template then has what they repeat.',
    input: {
      ...{ url: text('address where to begin'), include: INCLUDE, ...OUTPUT },
      maxPages: maxPages('maximum number of pages that are read (default: 20)'),
    },
    required: ['url'],
    outputSchema: SITE_ANSWER,
    call: (tools, input, signal) => tools.readSite(input, signal),
  },
};

/** Arguments that name files; tools that read the web use them otherwise. */
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

/** A tool as described to clients. Calls change only what the server has learned. */
export const toolDescription = ({ call, ...tool }: Tool): object => ({
  ...tool,
  annotations: {
    ...{ readOnlyHint: true, destructiveHint: false, idempotentHint: false },
    openWorldHint: isOfWeb(tool.name),
  },
});
