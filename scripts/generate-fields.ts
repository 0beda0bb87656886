/**
 * Writes what documents and schemas have of the tables of fields: the schema of a line, and tables of the documents between the comments
 * `fields: NAME` and `end`. The description of a field is the comment of its row.
 *
 * Run: node --import tsx scripts/generate-fields.ts [--check]
 */
import { readFileSync } from 'node:fs';
import { DOCUMENT, METADATA } from '../bindings/record/fields.ts';
import { FIELDS } from '../packages/cli/src/write/fields.ts';
import { SCHEMAS } from '../packages/cli/src/write/schemas.ts';
import { writeGenerated } from './generated.ts';

const file = (path: string): URL => new URL(`../${path}`, import.meta.url);

/** Comments of rows by their names. */
function commentsIn(path: string): [name: string, comment: string][] {
  const rows = readFileSync(file(path), 'utf8').matchAll(/^ {2}\/\*\*((?:(?!\*\/).)*)\*\/\n {2}(\w+): field\(/gms);
  return [...rows].map(([, comment = '', name = '']) => [name, comment.replace(/\s*\n\s*\*\s+/g, ' ').trim()]);
}

const OF_PAGES = new Map(commentsIn('bindings/record/fields.ts'));
const OF_RUNS = new Map(commentsIn('packages/cli/src/write/fields.ts'));
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

const missing = NAMES.filter((name) => !OF_PAGES.has(name) && !OF_RUNS.has(name));
if (missing.length > 0) throw new Error(`rows without a comment: ${missing.join(', ')}`);

// The schema of a line.

/** As the formatter has it: an array of words is one line if it fits. */
function json(value: unknown, indent = ''): string {
  const line = JSON.stringify(value).replaceAll('","', '", "');
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && indent.length + line.length < 100))
    return line;
  const more = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((each) => json(each, more))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${json(each, more)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${members.map((member) => more + member).join(',\n')}\n${indent}${close}`;
}

interface Schema {
  properties: object;
  readonly definitions: { readonly metadata: { properties: object } };
}

const properties = Object.fromEntries(
  NAMES.map((name) => {
    const description = (OF_RUNS.get(name) ?? OF_PAGES.get(name) ?? '').replaceAll('`', '');
    const type = SCHEMAS[FIELDS[name].type];
    return [name, '$ref' in type ? type : { ...type, description }];
  }),
);
const SCHEMA = file('packages/cli/schema/page.json');
const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as Schema;
schema.properties = properties;
schema.definitions.metadata.properties = Object.fromEntries(
  Object.keys(METADATA).map((name) => [name, properties[name]]),
);
writeGenerated(SCHEMA, `${json(schema)}\n`);

// Tables of documents.

const isOfDocument = (name: string): boolean => DOCUMENT.some((field) => field === name);

const TABLES: Readonly<Record<string, readonly (readonly [name: string, comment: string])[]>> = {
  document: DOCUMENT.map((name) => [name, OF_PAGES.get(name) ?? '']),
  others: [...OF_PAGES].filter(([name]) => !isOfDocument(name)),
  run: [...OF_RUNS],
};

for (const path of ['docs/api.md', 'docs/command-line.md']) {
  const text = readFileSync(file(path), 'utf8').replace(
    /(<!-- fields: (\w+) -->\n).*?(<!-- end -->)/gs,
    (_, start: string, name: string, end: string) => {
      const rows = (TABLES[name] ?? []).map(([field, comment]) => `| \`${field}\` | ${comment.replace(/\.$/, '')} |\n`);
      return `${start}\n| field | meaning |\n| --- | --- |\n${rows.join('')}\n${end}`;
    },
  );
  writeGenerated(file(path), text);
}
