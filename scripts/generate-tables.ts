/**
 * Writes parts of documents and schemas from the tables of fields and flags: the schema of a line, and tables between
 * the comments `fields: NAME` or `flags`, and `end`. The comment of a row describes the field.
 *
 * Run: node --import tsx scripts/generate-tables.ts [--check]
 */
import { readFileSync } from 'node:fs';
import { DOCUMENT, METADATA } from '../bindings/record/fields.ts';
import { flagOf } from '../packages/cli/src/arguments/flag-kinds.ts';
import { FLAGS } from '../packages/cli/src/arguments/flag-table.ts';
import { COMMANDS } from '../packages/cli/src/run-command.ts';
import { FIELDS } from '../packages/cli/src/write/run-fields.ts';
import { SCHEMAS } from '../packages/cli/src/write/schemas.ts';
import { writeGenerated } from './generated-file.ts';

const file = (path: string): URL => new URL(`../${path}`, import.meta.url);

function commentsIn(path: string): [name: string, comment: string][] {
  const rows = readFileSync(file(path), 'utf8').matchAll(/^ {2}\/\*\*((?:(?!\*\/).)*)\*\/\n {2}(\w+): field\(/gms);
  return [...rows].map(([, comment = '', name = '']) => [name, comment.replace(/\s*\n\s*\*\s+/g, ' ').trim()]);
}

const OF_PAGES = new Map(commentsIn('bindings/record/fields.ts'));
const OF_RUNS = new Map(commentsIn('packages/cli/src/write/run-fields.ts'));
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

const missing = NAMES.filter((name) => !OF_PAGES.has(name) && !OF_RUNS.has(name));
if (missing.length > 0) throw new Error(`rows without a comment: ${missing.join(', ')}`);

/** JSON as formatted by the formatter: an array of words is one line if it fits. */
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

const isOfDocument = (name: string): boolean => DOCUMENT.some((field) => field === name);

type Rows = readonly (readonly [name: string, meaning: string])[];

const ofFields = (rows: Rows): Rows => rows.map(([field, comment]) => [`\`${field}\``, comment.replace(/\.$/, '')]);

const flags = Object.entries(FLAGS).map(([name, { value, short, meaning }]) => {
  const long = [flagOf(name), value ?? []].flat().join(' ');
  const spellings = `${short === undefined ? '' : `\`-${short}\` `}\`--${long}\``;
  const [run, ...others] = COMMANDS.filter(({ allFlags }) => Object.hasOwn(allFlags, name));
  const commands = run === COMMANDS[0] ? '' : `${[run, ...others].map((command) => command?.name).join(', ')}: `;
  return [spellings, `${commands}${meaning.replaceAll('|', '\\|')}`] as const;
});

const TABLES: Readonly<Record<string, Rows>> = {
  'fields: document': ofFields(DOCUMENT.map((name) => [name, OF_PAGES.get(name) ?? ''])),
  'fields: others': ofFields([...OF_PAGES].filter(([name]) => !isOfDocument(name))),
  'fields: run': ofFields([...OF_RUNS]),
  flags,
};

for (const path of ['docs/api.md', 'docs/command-line.md']) {
  const text = readFileSync(file(path), 'utf8').replace(
    /(<!-- (fields: \w+|flags) -->\n).*?(<!-- end -->)/gs,
    (_, start: string, name: string, end: string) => {
      const rows = (TABLES[name] ?? []).map(([cell, meaning]) => `| ${cell} | ${meaning} |\n`).join('');
      const head = `| ${name.split(':')[0]?.replace(/s$/, '')} | meaning |`;
      return `${start}\n${head}\n| --- | --- |\n${rows}\n${end}`;
    },
  );
  writeGenerated(file(path), text);
}
