/** What the tools give, for clients: the schemas of their answers, and that they change nothing but what the server knows. */
import type { PageField } from 'refrain';
import { FIELDS } from 'refrain/engine';
import { SCHEMAS } from '../../write/schemas.ts';

const { text: TEXT, texts: TEXTS, count: WHOLE, share: SHARE } = SCHEMAS;
const list = (items: object): object => ({ type: 'array', items });

const schema = (properties: object, required: readonly string[]): object => ({ type: 'object', properties, required });

/** Fields of the answer for a page, and of each page of a list. */
export const PAGE_FACTS = [
  ...(['site', 'page', 'templateShare', 'confidence', 'reason', 'unseen', 'kind', 'metadata'] as const),
];
export const LIST_FACTS = ['id', 'url', 'site', 'title', 'templateShare', 'reason', 'unseen'] as const;

/** A record with some fields, and its content in the requested format. Clients have no definitions of the other types. */
function record(fields: readonly PageField[], required: readonly PageField[]): object {
  const typed = [...fields, 'markdown' as const, 'text' as const].map((name) => {
    const type = SCHEMAS[FIELDS[name].type];
    return [name, '$ref' in type ? {} : type] as const;
  });
  return schema(Object.fromEntries(typed), required);
}

const TEMPLATE = schema({ text: TEXT, region: TEXT, pages: WHOLE }, ['text', 'pages']);
const PAGE = record(PAGE_FACTS, ['site', 'page', 'templateShare', 'metadata']);
const PAGES = schema({ pages: list(record(LIST_FACTS, ['id', 'site'])), omitted: WHOLE, failures: TEXTS }, [
  ...['pages', 'omitted', 'failures'],
]);

/** Schemas of answers by the names of the tools. */
const OUTPUTS: Readonly<Record<string, object>> = {
  clean_page: PAGE,
  read_url: PAGE,
  clean_site: PAGES,
  read_site: PAGES,
  site_template: schema(
    {
      ...{ site: TEXT, pages: WHOLE, template: list(TEMPLATE), failures: TEXTS },
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
