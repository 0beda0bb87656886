/** Small experiments: sites generated from a product page, planted sentences, labels and captions. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Below, seededRandom } from '../../bench/random.ts';
import { withFolder } from '../../test/support/folder.ts';
import { paragraphsOf, plant, sentenceOf } from '../planted-sentences.ts';
import { Shop } from '../shops.ts';
import { run } from './run.ts';

const HTML = `<title>Lamp</title><nav><a href=/>Price: all</a></nav><script>var a = '<p>12 kg</p>';</script>
<h1>Lamp</h1><p>A lamp for the desk and the evening.</p><p>Weight: 2.5 kg</p>
<dl><dt>Colour<dd>dark green</dl><b>$18.00</b><footer>Shipping to all countries of the world</footer>`;
const MAIN = 'Lamp A lamp for the desk and the evening. Weight: 2.5 kg Colour dark green $18.00';

test('pages of a shop have different values and texts, and the same menus', () => {
  const shop = new Shop(HTML, MAIN);
  assert.equal(
    shop.values.map(({ kind, label, text }) => [kind, label, text]),
    [
      ['line', 'Weight: ', '2.5 kg'],
      ['pair', '', 'dark green'],
      ['price', '', '$18.00'],
    ],
  );
  const pages = [...shop.pages(3, seededRandom(1), ['oak', 'river', 'stone'])];
  for (const { html, values } of pages) {
    for (const value of values) assert.ok(html.includes(`<span data-gold="content">${value}</span>`), value);
    assert.match(html, /<nav><a href=\/>Price: all<\/a><\/nav>\n?<h1><span/);
    assert.not.match(html, /desk|12 kg|dark green/);
  }
  assert.ok(new Set(pages.map(({ html }) => html)).size > 1);
});

test('a sentence is planted before the first paragraph, amid them, and after the last, with one word that changes', () => {
  const page =
    '<nav><p>Home</p></nav><main data-main="main"><p>One</p><div data-main="rest"><p>By</p></div><p>Two</p><p>End</p></main>';
  const planted = (form: 'p' | 'div' | 'aside', place: 'head' | 'amid' | 'end'): string =>
    plant(page, paragraphsOf(page), 'Say', form, place);
  assert.match(planted('p', 'head'), '<main data-main="main"><p>Say</p><p>One');
  assert.match(planted('div', 'amid'), '<div class="promo-box">Say</div><p>Two');
  assert.match(planted('aside', 'end'), 'End</p><aside class="newsletter-box"><p>Say</p></aside></main>');
  const changed = (vary: 'none' | 'number' | 'month'): number => {
    const [one = [], other] = [1, 2].map((index) => sentenceOf(index, vary).split(' '));
    return one.filter((word, at) => word !== other?.[at]).length;
  };
  assert.equal([changed('none'), changed('number'), changed('month')], [0, 1, 1]);
});

const WORDS = 'otter heron miller bridge council ferry harbour meadow lantern orchard winter cart'.split(' ');
const paragraphs = (below: Below): string => {
  const word = (): string => WORDS[below(WORDS.length)] ?? '';
  const say = (): string =>
    `<p>The ${word()} of the ${word()} saw a ${word()} near the ${word()}, and only the ${word()} told the ${word()} of it.</p>`;
  return say() + say() + say();
};
const STORIES = Object.fromEntries(
  Array.from({ length: 12 }, (_, page) => [
    `river/${page}.html`,
    `<nav><a>Home</a> <a>Town</a></nav><main data-main="main">${paragraphs(seededRandom(page))}</main>`,
  ]),
);

test(
  'the shares of pages that keep a planted sentence are printed by site and by form',
  withFolder(STORIES, async (folder) => {
    const report = async (...flags: string[]) =>
      JSON.parse((await run('planted', folder, '--after', '6', '--json', ...flags)).stdout);
    const { sites, forms } = await report();
    assert.equal([forms.length, sites.length, sites[0]?.pages], [12, 1, 6]);
    // A scattered sentence is in the comments of a quarter of the pages: it is repeated from the eleventh page on.
    for (const { content, main } of forms.slice(0, 9)) assert.equal([content, main], [0, 0]);
    assert.ok((await report('--template-share', 'Infinity')).macro.content > 0.4);
  }),
);

const ARTICLE = `<title>Herons</title><h1>Herons</h1>${'<p>The heron stands in the shallow water and waits for the fish to come near it.</p>'.repeat(9)}
<h2>Nests</h2><p>They build their nests in tall trees, and many pairs share one tree for years.</p><h2>About us</h2>`;

test(
  'headings of the gold text are kept, and units are checked before pages are read',
  withFolder(
    { 'heron.html': ARTICLE, 'heron.txt': 'Herons\nNests\nThey build their nests in tall trees' },
    async (folder) => {
      const { rows } = JSON.parse((await run('ablations', folder, '--units', 'none', '--json')).stdout);
      assert.equal([rows.length, rows[0].pages, rows[0].kept, rows[0].lost, rows[0].recall], [1, 1, 1, 0, 1]);
      assert.match(
        (await run('ablations', folder, '--units', 'tale')).stderr,
        'there is no unit tale: none, headline, ',
      );
    },
  ),
);

test.run();
