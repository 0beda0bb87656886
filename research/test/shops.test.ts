/** Sites made of one product page. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seeded } from '../../bench/random.ts';
import { Shop } from '../shops/shop.ts';

const HTML = `<title>Lamp</title><nav><a href=/>Price: all</a></nav><script>var a = '<p>12 kg</p>';</script>
<h1>Lamp</h1><p>A lamp for the desk and the evening.</p><p>Weight: 2.5 kg</p>
<dl><dt>Colour<dd>dark green</dl><b>$18.00</b><footer>Shipping to all countries of the world</footer>`;
const MAIN = 'Lamp A lamp for the desk and the evening. Weight: 2.5 kg Colour dark green $18.00';
const WORDS = ['oak', 'river', 'stone'];

test('values are what the main content has beside labels, and prices', () => {
  const { values } = new Shop(HTML, MAIN);
  assert.equal(
    values.map(({ kind, label, text }) => [kind, label, text]),
    [
      ['line', 'Weight: ', '2.5 kg'],
      ['pair', '', 'dark green'],
      ['price', '', '$18.00'],
    ],
  );
});

test('pages have other values and texts, and the same menus; the same seed gives the same pages', () => {
  const shop = new Shop(HTML, MAIN);
  const pages = [...shop.pages(3, seeded(1), WORDS)];
  assert.equal(pages, [...shop.pages(3, seeded(1), WORDS)]);
  for (const { html, values } of pages) {
    assert.match(
      values.join('|'),
      /^Weight: [1-9]\.[1-9] kg\|(oak|river|stone) (oak|river|stone)\|\$[1-9]{2}\.[1-9]{2}$/,
    );
    for (const value of values) assert.ok(html.includes(`<span data-gold="content">${value}</span>`), value);
    assert.match(html, /<nav><a href=\/>Price: all<\/a><\/nav>\n?<h1><span/);
    assert.match(html, /<footer>Shipping to all countries of the world<\/footer>/);
    assert.not.match(html, /desk|12 kg/);
  }
  assert.ok(new Set(pages.map(({ html }) => html)).size > 1);
});

test.run();
