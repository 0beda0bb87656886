/** Rules from JSON, and the equivalent schema. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readRules } from '@refrain/rules';
import { Ajv } from 'ajv';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isError, JSON_RULES, RULES } from './support.ts';

const file = createRequire(import.meta.url).resolve('@refrain/rules/schema/rules.json');
const schema = JSON.parse(readFileSync(file, 'utf8')) as object;
const isRules = new Ajv({ allErrors: true, strict: true }).compile(schema);

test('adds defaults to a manually written file', () => {
  const { layouts, pages } = readRules('{"version":1,"site":"a","layouts":[{"id":3,"main":[{"selector":"main"}]}]}');
  assert.is(pages, 0);
  assert.equal(layouts[0]?.template, []);
  const figures = { support: 0, precision: 0, recall: 0, stability: 0 };
  assert.equal(layouts[0]?.main, [{ selector: 'main', xpath: '', ...figures }]);
});

test('reading the result again changes nothing', () => {
  assert.equal(readRules(RULES), RULES);
  assert.equal(readRules(JSON.stringify(RULES)), RULES);
  const noted = { ...RULES, $schema: './schema/rules.json', note: 'by hand', layouts: [] };
  assert.equal(readRules(noted), noted);
});

/** Changes that make rules invalid, and the message, which names the member. */
const WRONG: readonly (readonly [change: object, message: string])[] = [
  [{ site: 3 }, 'site must be a string, not 3'],
  [{ site: undefined }, 'site must be a string, not nothing'],
  [{ layouts: {} }, 'layouts must be a list, not {}'],
  [{ version: '1' }, 'version must be a whole number from 0 on, not "1"'],
  [{ pages: -1 }, 'pages must be a whole number from 0 on, not -1'],
  [{ layout: [] }, 'layout is not a member of rules'],
  [{ layouts: [null] }, 'layouts[0] must be an object, not null'],
  [{ layouts: [{ id: 1, templates: [] }] }, 'layouts[0].templates is not a member of rules'],
  [{ layouts: [{ id: 1 }, { id: 2, has: [''] }] }, 'layouts[1].has[0] must be a selector, not ""'],
  [{ layouts: [{ id: 1, share: 1.5 }] }, 'layouts[0].share must be a number from 0 to 1, not 1.5'],
  [
    {
      layouts: [
        {
          id: 1,
          template: [
            { region: 'header', selector: 'a' },
            { region: 'menu', selector: 'b' },
          ],
        },
      ],
    },
    'layouts[0].template[1].region must be one of navigation, header',
  ],
  [
    { layouts: [{ id: 1, template: [{ region: 'header', selector: 5 }] }] },
    'layouts[0].template[0].selector must be a selector',
  ],
  [{ layouts: [{ id: 1, main: [{ selector: 'a', region: 'header' }] }] }, 'layouts[0].main[0].region is not a member'],
  [{ layouts: [{ id: 1, main: ['a'] }] }, 'layouts[0].main[0] must be an object, not "a"'],
  [{ layouts: [{}] }, 'layouts[0].id must be a whole number from 0 on, not nothing'],
];

for (const [change, message] of WRONG) {
  test(`refuses rules where ${message}`, () => {
    const json = JSON.stringify({ ...JSON_RULES, ...change });
    assert.throws(() => readRules(json), isError('RULES_INVALID', message));
    assert.not(isRules(JSON.parse(json)), 'the schema refuses it too');
  });
}

test('refuses rules that are no object, no JSON, of another version, or with a repeated id', () => {
  for (const value of [null, undefined, 3, [], '"text"']) {
    assert.throws(() => readRules(value), isError('RULES_INVALID', 'the rules must be an object'));
  }
  assert.throws(
    () => readRules('{"version": 1, // by hand\n}'),
    isError('RULES_INVALID', 'the rules cannot be read: SyntaxError'),
  );
  assert.throws(() => readRules({ version: 2, other: 1 }), isError('RULES_VERSION', 'have version 2, not 1'));
  assert.throws(
    () => readRules({ ...JSON_RULES, layouts: [{ id: 1 }, { id: 1 }] }),
    isError('RULES_INVALID', 'layouts[1].id'),
  );
  const hostile = JSON.parse('{"version":1,"site":"a","layouts":[],"__proto__":{"pages":1}}') as unknown;
  assert.throws(() => readRules(hostile), isError('RULES_INVALID', '__proto__ is not a member'));
});

test('the schema accepts rules that were read', () => {
  for (const rules of [JSON_RULES, RULES, { version: 1, site: 'a', layouts: [] }]) {
    assert.ok(isRules(rules), JSON.stringify(isRules.errors));
  }
});

test.run();
