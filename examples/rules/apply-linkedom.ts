/**
 * Applies rules of a site to its pages with linkedom. No WebAssembly is loaded.
 *
 * Run: npm run build && node --import tsx examples/rules/apply-linkedom.ts [RULES PAGE…]
 */
import { readFileSync } from 'node:fs';
import { applyRules, readRules } from '@refrain/rules/apply';
import { parseHTML } from 'linkedom';

const [file = 'examples/rules/site.rules.json', ...given] = process.argv.slice(2);
const rules = readRules(readFileSync(file, 'utf8'));
const pages = given.length > 0 ? given : ['docs/example-site/2026-01-12.html', 'docs/example-site/2026-03-30.html'];

for (const page of pages) {
  const { document } = parseHTML(readFileSync(page, 'utf8'));
  const found = applyRules(document, rules);
  const regions = found.template.map(({ region, element }) => `${region} (${element.localName})`);
  console.error(`${page}: layout ${found.layout.id}; template: ${regions.join(', ')}`);
  const [layout, title, date, main] = [found.layout.id, found.text('title'), found.text('date'), found.text('main')];
  console.log(JSON.stringify({ page, layout, title, date, main }));
  // The document can now be passed to other programs, for example Readability.
  found.removeTemplate();
}
