/** What the tools give, for clients: the schemas of their answers, and that they change nothing but what the server knows. */

const TEXT = { type: 'string' };
const WHOLE = { type: 'integer', minimum: 0 };
const SHARE = { type: 'number', minimum: 0, maximum: 1 };
const list = (items: object): object => ({ type: 'array', items });

const schema = (properties: object, required: readonly string[]): object => ({ type: 'object', properties, required });

const FAILURES = list(TEXT);
/** The one that was asked for. */
const CONTENT = { markdown: TEXT, text: TEXT };
const TEMPLATE = schema({ text: TEXT, region: TEXT, pages: WHOLE }, ['text', 'pages']);

const PAGE = schema(
  {
    ...{ site: TEXT, page: WHOLE, templateShare: SHARE, confidence: SHARE, reason: TEXT, unseen: WHOLE, kind: TEXT },
    ...{ metadata: { type: 'object' }, ...CONTENT },
  },
  ['site', 'page', 'templateShare', 'metadata'],
);
const PAGES = schema(
  {
    pages: list(
      schema({ id: TEXT, url: TEXT, site: TEXT, title: TEXT, templateShare: SHARE, unseen: WHOLE, ...CONTENT }, [
        'id',
        'site',
      ]),
    ),
    omitted: WHOLE,
    failures: FAILURES,
  },
  ['pages', 'omitted', 'failures'],
);

/** Schemas of answers by the names of the tools. */
const OUTPUTS: Readonly<Record<string, object>> = {
  clean_page: PAGE,
  read_url: PAGE,
  clean_site: PAGES,
  read_site: PAGES,
  site_template: schema(
    {
      ...{ site: TEXT, pages: WHOLE, template: list(TEMPLATE), failures: FAILURES },
      sites: list(schema({ site: TEXT, pages: WHOLE }, ['site', 'pages'])),
    },
    ['failures'],
  ),
  explain_block: schema(
    {
      ...{ verdict: { enum: ['template', 'content'] }, ratio: SHARE, path: TEXT, reason: TEXT, text: TEXT },
      ...{ score: { type: 'number' }, main: { type: 'boolean' }, mainScore: { type: 'number' }, section: TEXT },
    },
    ['verdict', 'path', 'reason', 'text'],
  ),
};

/** The description of a tool with its answer, and hints. */
export const withAnswer = <T extends { readonly name: string }>(tool: T): object => ({
  ...tool,
  outputSchema: OUTPUTS[tool.name],
  annotations: {
    ...{ readOnlyHint: true, destructiveHint: false, idempotentHint: false },
    openWorldHint: tool.name.startsWith('read_'),
  },
});
