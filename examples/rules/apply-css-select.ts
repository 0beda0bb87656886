/**
 * Applies rules of a site to its pages with htmlparser2 and css-select; cheerio uses the same kind of tree.
 *
 * Run: npm run build && node --import tsx examples/rules/apply-css-select.ts [RULES PAGE…]
 */
import { readFileSync } from 'node:fs';
import { applyRules, domhandlerAdapter, readRules } from '@refrain/rules/apply';
import { selectAll } from 'css-select';
import type { AnyNode, Element } from 'domhandler';
import { parseDocument } from 'htmlparser2';

const [file = 'examples/rules/site.rules.json', ...given] = process.argv.slice(2);
const rules = readRules(readFileSync(file, 'utf8'));
const pages = given.length > 0 ? given : ['docs/example-site/2026-01-12.html', 'docs/example-site/2026-03-30.html'];
const adapter = domhandlerAdapter<AnyNode>((selector, root) => selectAll<AnyNode, Element>(selector, root));

for (const page of pages) {
  const found = applyRules<AnyNode>(parseDocument(readFileSync(page, 'utf8')), rules, { adapter });
  const [layout, title, date, main] = [found.layout.id, found.text('title'), found.text('date'), found.text('main')];
  console.log(JSON.stringify({ page, layout, title, date, main }));
}
