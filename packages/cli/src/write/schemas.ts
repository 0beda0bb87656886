/** JSON Schemas of the types of fields. `page.json` contains the referenced definitions. */
import type { Field } from 'refrain/engine';

const TEXT = { type: 'string' };
const WHOLE = { type: 'integer', minimum: 0 };
const SHARE = { type: 'number', minimum: 0, maximum: 1 };
const list = (items: object): object => ({ type: 'array', items });
const defined = (name: string): object => ({ $ref: `#/definitions/${name}` });

export const SCHEMAS: Readonly<Record<Field<never>['type'], object>> = {
  ...{ text: TEXT, texts: list(TEXT), count: WHOLE, number: { ...WHOLE, minimum: 1 }, share: SHARE },
  ...{ flag: { type: 'boolean' }, hash: { ...TEXT, pattern: '^[0-9a-f]{16}$' }, data: list({ type: 'object' }) },
  ...{ date: defined('date'), kind: defined('kind'), reason: defined('reason'), lengths: defined('lengths') },
  ...{ metadata: defined('metadata'), sources: defined('sources'), encoding: defined('encoding') },
  ...{
    product: defined('product'),
    posts: list(defined('post')),
    blocks: list(defined('block')),
    links: list(defined('link')),
  },
};
