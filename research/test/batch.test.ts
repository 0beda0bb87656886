/** The other baselines, each on small pages whose verdicts are obvious. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readTree } from '../baselines/document.ts';
import { shingle } from '../baselines/shingle.ts';
import { siteLevel } from '../baselines/site-level.ts';
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

test('shingle: counts a chunk once per page', () => {
  const method = shingle();
  const pages = Array.from({ length: 4 }, () => page(MENU + MENU));
  method.fit(pages);
  assert.equal(method.label(page(MENU)), [false]);
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

test.run();
