/** Exported rules, read by a strict grammar and applied by other engines. */
import { readdirSync, readFileSync } from 'node:fs';
import { SiteTemplate, toCrawl4ai, toSiteConfig } from '@refrain/rules';
import { readRules } from '@refrain/rules/apply';
import { DOMParser } from '@xmldom/xmldom';
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { select } from 'xpath';
import { bagOfWords, wordF1 } from '../evaluation/words.ts';
import { EXPORTS, readSiteConfigLines } from '../rules/exports.ts';
import { byCssSelect } from '../rules/measure.ts';

const FOLDER = 'docs/example-site';
const PAGES = readdirSync(FOLDER)
  .sort()
  .map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'));

async function learned() {
  const detector = await Detector.create({ seed: 1 });
  const template = new SiteTemplate();
  for (const [at, html] of PAGES.entries())
    template.observe(detector.learn(html, { id: `${at}` }), `https://river.example/${at}`);
  detector.dispose();
  return template.rules('river.example');
}

test('other engines find by each export what applyRules finds', async () => {
  const rules = await learned();
  for (const [format, { part, reader }] of Object.entries(EXPORTS)) {
    const read = reader(rules);
    for (const html of PAGES) {
      const f1 = wordF1(bagOfWords([read(html) ?? '']), bagOfWords([byCssSelect(html, rules, part)])) ?? 0;
      assert.ok(f1 >= 0.99, `${format}: ${f1}`);
    }
  }
});

test('an export has lines of the format, and XPath that compiles, whatever names a site has', async () => {
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
  for (const rules of [hostile, await learned()]) {
    const lines = readSiteConfigLines(toSiteConfig(rules));
    for (const { name, value } of lines) if (/^(title|author|date|body|strip)$/.test(name)) select(value, document);
    const { schema, target_elements, excluded_selector } = JSON.parse(JSON.stringify(toCrawl4ai(rules)));
    assert.equal(Object.keys(schema), ['name', 'baseSelector', 'fields']);
    assert.ok(target_elements.length === 1 && typeof excluded_selector === 'string');
    for (const { name, selector, type, ...more } of schema.fields) {
      assert.match(name, /^(title|date|author|items)$/);
      assert.match(type, /^(text|attribute|list)$/);
      assert.ok(Object.keys(more).every((key) => key === 'attribute' || key === 'fields'));
      select(selector, document);
    }
  }
});

test.run();
