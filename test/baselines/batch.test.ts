/** The other baselines, each on small pages whose verdicts are obvious. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readTree } from '../../bench/baselines/document.ts';
import { Lines } from '../../bench/baselines/lines.ts';
import { minima, resemblance } from '../../bench/baselines/minhash.ts';
import { Pagelets, pageletsOf } from '../../bench/baselines/pagelets.ts';
import { BLOCKS, Shingle } from '../../bench/baselines/shingle.ts';
import { SiteLevel } from '../../bench/baselines/site-level.ts';
import { TextCache } from '../../bench/baselines/text-cache.ts';

const url = (at: number): string => `https://site.example/${at}`;
const page = (body: string, at = 0) => readTree(`<body>${body}</body>`, url(at));
const links = (count: number): string =>
  Array.from({ length: count }, (_, at) => `<a href="/${at}">link ${at}</a>`).join(' ');
const MENU = '<div>home about</div>';
const site = (count: number) => Array.from({ length: count }, (_, at) => page(`${MENU}<div>story ${at}</div>`, at));

test('shingle: a chunk on five pages is template, one on four is not', () => {
  const shingle = new Shingle({ separators: BLOCKS, pages: 5, isNear: false });
  for (const [count, isTemplate] of [
    [4, false],
    [5, true],
  ] as const) {
    const pages = site(count);
    shingle.fit(pages);
    assert.equal(shingle.label(pages[0] ?? page('')), [isTemplate, false]);
  }
  assert.is(shingle.bytes, 6 * 12);
});

test('shingle: counts a chunk once per page', () => {
  const shingle = new Shingle({ separators: BLOCKS, pages: 5, isNear: false });
  const pages = [0, 1, 2, 3].map((at) => page(MENU + MENU, at));
  shingle.fit(pages);
  assert.equal(shingle.label(page(MENU)), [false]);
});

test('shingle: treats near duplicates as one chunk when isNear is set', () => {
  const words = Array.from({ length: 300 }, (_, at) => `word${at}`);
  const pages = [0, 1, 2, 3, 4].map((at) => page(`<div>${[...words, `day${at}`].join(' ')}</div>`, at));
  for (const isNear of [false, true]) {
    const shingle = new Shingle({ separators: BLOCKS, pages: 5, isNear });
    shingle.fit(pages);
    assert.equal(shingle.label(page(`<div>${[...words, 'day9'].join(' ')}</div>`)), [isNear]);
  }
});

test('minima estimate resemblance', () => {
  const words = Array.from({ length: 203 }, (_, at) => `w${at}`);
  const whole = minima(words.join(' '), 4, 84);
  const half = minima(words.slice(0, 103).join(' '), 4, 84);
  assert.is(resemblance(whole, whole), 1);
  const share = resemblance(whole, half);
  assert.ok(share > 0.3 && share < 0.7, `${share}`);
});

test('pagelets: divides an element with a child of three links; a child with fewer is a pagelet', () => {
  const { body } = page(`<div>${links(5)}</div><p>${links(1)}</p><ul>${links(4)}</ul>`);
  // An <a> contains one link, so <div> and <ul> are not divided further.
  assert.equal(
    pageletsOf(body, 3).map(({ top }) => top.name),
    ['div', 'p', 'ul'],
  );
  assert.equal(
    pageletsOf(page(`loose <div>${links(3)}</div>`).body, 3).map(({ texts }) => texts[0]?.text),
    ['loose', 'link 0'],
  );
});

test('pagelets: a local template is on two pages, a global one on pages that link to each other', () => {
  const pages = [0, 1].map((at) =>
    page(`<div>${links(4)}</div><div>story ${at} <a href="/x${at}">x</a></div>`, at + 1),
  );
  const separate = [7, 8].map((at) =>
    page(`<div>${links(4).replaceAll('href="/', 'href="/far/')}</div><div>story ${at}</div>`, at),
  );
  for (const [scope, wanted] of [
    ['local', [true, true]],
    ['global', [true, false]],
  ] as const) {
    const pagelets = new Pagelets({ links: 3, scope, isNear: false });
    const verdicts = [pages, separate].map((batch) => {
      pagelets.fit(batch);
      return pagelets.label(batch[0] ?? page(''));
    });
    assert.equal(
      verdicts.map(([first]) => first),
      wanted,
      scope,
    );
    assert.is(verdicts[0]?.[4], false);
  }
});

test('pagelets: counts copies of a page once', () => {
  const pagelets = new Pagelets({ links: 3, scope: 'local', isNear: false });
  pagelets.fit([page(MENU, 1), page(MENU, 2)]);
  assert.equal(pagelets.label(page(MENU)), [false]);
});

test('site-level: a fragment on at least five pages and a tenth of all is template with its descendants', () => {
  const method = new SiteLevel();
  method.fit(site(5));
  assert.equal(method.label(page(`${MENU}<div>new</div>`)), [true, false]);
  method.fit(site(4));
  assert.equal(method.label(page(MENU)), [false]);
  const many = Array.from({ length: 61 }, (_, at) => page(at < 6 ? MENU : `<div>story ${at}</div>`, at));
  method.fit(many.slice(0, 60));
  assert.equal(method.label(page(MENU)), [true]);
  method.fit(many);
  assert.equal(method.label(page(MENU)), [false]);
});

test('text cache: the fourth sighting is template unless the text was evicted', () => {
  const cache = new TextCache({ size: 2, sighting: 4, length: 1 });
  const seen = (text: string): boolean | undefined => cache.read(page(text))[0];
  assert.equal(['a', 'a', 'a', 'a'].map(seen), [false, false, false, true]);
  assert.equal(['b', 'c', 'a'].map(seen), [false, false, false]);
  assert.is(cache.entries, 2);
  assert.is(cache.bytes, 2 * 9);
});

test('lines: keeps the first copy of a line, regardless of digits and case', () => {
  const lines = new Lines();
  assert.equal(lines.read(page('<p>Page 12!</p><p>story</p>')), [false, false]);
  assert.equal(lines.read(page('<p>page 57</p><p>other</p>')), [true, false]);
  assert.is(lines.bytes, 3 * 8);
});

test.run();
