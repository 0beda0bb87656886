/**
 * Baselines: what a batch is, and the Site Style Tree by values computed by hand from the formulas of Yi, Liu and Li, KDD 2003.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readTree } from '../baselines/document.ts';
import { shingle, siteLevel } from '../baselines/repeated.ts';
import { leafImportance, StyleTree } from '../baselines/style-tree.ts';
import { TextCache } from '../baselines/text-cache.ts';

const page = (body: string) => readTree(`<body>${body}</body>`);
const MENU = '<div>home about</div>';
const site = (count: number) => Array.from({ length: count }, (_, at) => page(`${MENU}<div>story ${at}</div>`));

test('shingle: a chunk on five pages is template, one on four is not', () => {
  const method = shingle();
  for (const [count, isTemplate] of [
    [4, false],
    [5, true],
  ] as const) {
    const pages = site(count);
    method.fit(pages);
    assert.equal(method.label(pages[0] ?? page('')), [isTemplate, false]);
  }
  assert.is(method.bytes, 6 * 12);
});

test('site-level: a fragment on at least five pages and a tenth of all is template with its descendants', () => {
  const method = siteLevel();
  method.fit(site(5));
  assert.equal(method.label(page(`${MENU}<div>new</div>`)), [true, false]);
  method.fit(site(4));
  assert.equal(method.label(page(MENU)), [false]);
  const many = Array.from({ length: 61 }, (_, at) => page(at < 6 ? MENU : `<div>story ${at}</div>`));
  method.fit(many.slice(0, 60));
  assert.equal(method.label(page(MENU)), [true]);
  method.fit(many);
  assert.equal(method.label(page(MENU)), [false]);
});

test('text cache: the fourth sighting is template unless the text was evicted', () => {
  const cache = new TextCache(2);
  const seen = (text: string): boolean | undefined => cache.read(page(text))[0];
  assert.equal(['a', 'a', 'a', 'a'].map(seen), [false, false, false, true]);
  assert.equal(['b', 'c', 'a'].map(seen), [false, false, false]);
  assert.is(cache.entries, 2);
  assert.is(cache.bytes, 2 * 9);
});

// Site Style Tree: values computed by hand from the formulas of Yi, Liu and Li, KDD 2003.

const near = (value: number, wanted: number): void =>
  assert.ok(Math.abs(value - wanted) < 1e-6, `${value} is not ${wanted}`);

const counted = (...words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

test('importance is 0 for equal leaves, 1 for leaves that differ on every page, between for their parent', () => {
  const tree = new StyleTree();
  tree.fit([0, 1, 2, 3].map((at) => page(`<p>menu home</p><p>first${at} second${at}</p>`)));
  const [style] = [...tree.root.styles.values()];
  const [nav, main] = style?.elements ?? [];
  near(nav?.importance ?? -1, 0);
  near(main?.importance ?? -1, 1);
  near(tree.root.importance, 0.45);
});

test('leaf importance follows the distribution of features over pages', () => {
  near(leafImportance([counted('a', 'b', 'c'), counted('a', 'b'), counted('a'), counted('a')], 4), 0.5);
  near(leafImportance([counted('a', 'a'), counted('a'), counted('a'), counted()], 4), 0.25);
  assert.is(leafImportance([counted('a')], 1), 1);
  assert.is(leafImportance([counted(), counted()], 2), 0);
});

test('labels noise as template; keeps important blocks and unknown layouts', () => {
  const tree = new StyleTree(0.3);
  const menu = '<div><p>menu home</p><p>about us</p></div>';
  tree.fit([0, 1, 2, 3, 4].map((at) => page(`${menu}<div><p>story${at} of${at}</p></div>`)));
  assert.equal(tree.label(page(`${menu}<div><p>another story</p></div>`)), [true, true, false]);
  assert.equal(tree.label(page(`${menu}<table><tr><td>menu home</td></tr></table>`)), [false, false, false]);
});

test.run();
