/** Inputs on which `npm run fuzz` once found a difference. */
import { readdirSync, readFileSync } from 'node:fs';
import { HtmlParser } from 'refrain/html';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compareWithParse5 } from './parse5-tree.ts';

const folder = new URL('../fixtures/fuzz/', import.meta.url);
const load = (): Promise<HtmlParser> => HtmlParser.create({ maxDepth: 0 });

for (const file of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
  test(`agrees with parse5: ${file}`, async () => {
    const parser = await load();
    assert.is.not(compareWithParse5(parser, readFileSync(new URL(file, folder), 'utf8')), 'different');
  });
}

/** Inputs on which parse5 differs from the standard: see parse5-differences.md. */
const CORRECTED = [
  '<table><template><td></table>x',
  '<table><tr></thead><td>',
  '<svg><desc><![CDATA[x]]>',
  '<svg>\0\0',
];
const KNOWN = ['<select><div>', '<b><search></b>', '<table><select><svg></table><search></p>'];

test('differences of parse5 from the standard are corrected or known', async () => {
  const parser = await load();
  for (const html of CORRECTED) assert.is(compareWithParse5(parser, html), 'same', html);
  for (const html of KNOWN) assert.is(compareWithParse5(parser, html), 'known', html);
});

test.run();
