/** Exported rules, read by a strict grammar and applied by other engines. */
import { readdirSync, readFileSync } from 'node:fs';
import { toSiteConfig } from '@refrain/rules';
import { readRules } from '@refrain/rules/apply';
import { DOMParser } from '@xmldom/xmldom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { select } from 'xpath';
import { withFolder } from '../../test/support/folder.ts';
import { EXPORTS, readSiteConfigLines } from '../rules/exports.ts';
import { run } from './run.ts';

const FOLDER = 'docs/example-site';
const PAGES = readdirSync(FOLDER).map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'));
const SITE = Object.fromEntries(
  Array.from({ length: 24 }, (_, at) => [`river/${at}.html`, PAGES[at % PAGES.length] ?? '']),
);

async function measured(folder: string) {
  const { status, stdout, stderr } = await run('rules', folder, '--quick', '--json');
  assert.is(status, 0, stderr);
  return JSON.parse(stdout)[0];
}

test(
  'other engines find by each export what applyRules finds',
  withFolder(SITE, async (folder) => {
    const row = await measured(folder);
    for (const format of Object.keys(EXPORTS)) assert.ok(row.exports[format].f1 >= 0.99, format);
  }),
);

test(
  'an export has lines of the format, and XPath that compiles, whatever names a site has',
  withFolder(SITE, async (folder) => {
    const document = new DOMParser().parseFromString('<html/>', 'text/xml') as unknown as Node;
    const names = [
      "a'b",
      'a"b',
      `a'"b`,
      'a]]b',
      'a\\\nbody: //x',
      'é\u{1f600}',
      '__import__("os")',
      'a/*',
      'x'.repeat(3000),
    ];
    const selectors = names.map((name) => `[data-n="${name.replace(/["\\]/g, '\\$&').replace('\\\n', 'a ')}"]`);
    const hostile = readRules({
      version: 1,
      site: '"""\n__import__("os")\nbody: //html',
      layouts: [1, 2].map((id) => ({
        ...{ id, has: [selectors[id]], template: selectors.map((selector) => ({ region: 'header', selector })) },
        ...{ main: selectors.map((selector) => ({ selector })), date: selectors.map((selector) => ({ selector })) },
      })),
    });
    for (const rules of [hostile, (await measured(folder)).rules]) {
      const lines = readSiteConfigLines(toSiteConfig(rules));
      for (const { name, value } of lines) if (/^(title|author|date|body|strip)$/.test(name)) select(value, document);
    }
  }),
);

test.run();
