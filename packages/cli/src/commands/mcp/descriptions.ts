/** Descriptions of the tools for clients: names, purposes, and the schemas of their arguments. */
import { KEEPS } from '../../arguments/common-flags.ts';

const text = (description: string): object => ({ type: 'string', description });
const paths = (description: string): object => ({ type: 'array', items: { type: 'string' }, minItems: 1, description });

const PAGE = {
  html: text('the source of the page; or file'),
  file: text('path of an HTML file below the folder that the server may read; or html'),
  url: text('URL of the page: links become absolute by it, and its host names the site'),
  site: text('name of the site, in place of the host; pages of one site are judged together'),
};
const OUTPUT = {
  keep: {
    enum: KEEPS,
    description: 'main (default): the article alone; content: all that is no template; main+comments',
  },
  format: { enum: ['markdown', 'text'], description: 'markdown (default) or text' },
};
const INPUTS = paths('folders, HTML files, WARC or NDJSON files below the folder that the server may read');
const INCLUDE = paths('globs: only pages whose URL or id matches one are read');

const schema = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** Of servers that may read addresses. */
export const WEB_TOOLS = [
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
        pages: { type: 'integer', minimum: 1, description: 'maximum number of pages that are read (default: 20)' },
      },
      ['url'],
    ),
  },
];

/** The tools as clients see them. */
export const TOOLS = [
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
        pages: { type: 'integer', minimum: 1, description: 'maximum number of pages in the answer' },
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
