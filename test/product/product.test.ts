/** Products of pages, by the place of their data. */
import { Detector, type PageDocument, type Product } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const detector = await Detector.create();

const MENU = '<header><nav><ul><li><a href="/a">Pots</a></li><li><a href="/b">Pans</a></li></ul></nav></header>';
const PROSE = `<p>A pot of cast iron for soups, bread and roasts, which keeps its heat for an hour and lasts for a lifetime. It may be used
  on every stove and in the oven.</p>`;

interface Parts {
  readonly head?: string;
  readonly name?: string;
  readonly lang?: string;
}

const shop = (body: string, { head = '', name = 'Ovenstar Pot 24 cm', lang = 'en-GB' }: Parts = {}): string =>
  `<!doctype html><html lang="${lang}"><head><title>${name} | Kitchen Friends</title>${head}</head><body>${MENU}
  <main><h1>${name}</h1>${body}</main><footer><p>Kitchen Friends, 1 Mill Lane</p></footer></body></html>`;

const script = (data: unknown): string => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

const documentOf = (html: string, url = 'https://shop.example/products/pot'): PageDocument =>
  detector.label(html).document({ url });

const productOf = (html: string, url?: string): Product | undefined => documentOf(html, url).product;

const POT = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Ovenstar Pot 24 cm',
  brand: { '@type': 'Brand', name: 'Ovenstar' },
  sku: 'OS-24',
  gtin13: '4006381333931',
  offers: { '@type': 'Offer', price: '89.90', priceCurrency: 'GBP', availability: 'https://schema.org/InStock' },
};

test('reads JSON-LD', () => {
  const { product, kind, markdown } = documentOf(shop(`<p>£89.90</p>${PROSE}`, { head: script(POT) }));
  assert.equal(product, {
    name: 'Ovenstar Pot 24 cm',
    price: '89.90',
    currency: 'GBP',
    availability: 'InStock',
    brand: 'Ovenstar',
    sku: 'OS-24',
    gtin: '4006381333931',
  });
  assert.is(kind, 'product');
  assert.match(markdown, /# Ovenstar Pot 24 cm[\s\S]*£89\.90/);
});

test('reads a graph with references, groups with variants, and ranges', () => {
  const { offers, ...pot } = POT;
  const price = (html: string): string | undefined => productOf(html)?.price;
  const body = `<p>£89.90</p>${PROSE}`;
  const graph = {
    '@graph': [
      { ...pot, offers: { '@id': '#offer' } },
      { ...offers, '@id': '#offer' },
    ],
  };
  assert.is(price(shop(body, { head: script(graph) })), '89.90');
  const group = { ...pot, '@type': 'ProductGroup', hasVariant: [{ '@type': 'Product', name: 'Red', offers }] };
  assert.is(price(shop(body, { head: script(group) })), '89.90');
  const range = { '@type': 'AggregateOffer', lowPrice: 89.9, highPrice: 120, priceCurrency: 'GBP' };
  assert.is(price(shop(body, { head: script({ ...pot, offers: range }) })), '89.90');
});

test('reads microdata, and none of the cards of other products', () => {
  const card = (name: string, amount: string): string => `<li itemscope itemtype="https://schema.org/Product">
    <a href="/${amount}"><span itemprop="name">${name}</span></a> <span itemprop="sku">C-${amount}</span>
    <span itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price">${amount}</span> €</span></li>`;
  const page = `<!doctype html><html lang="de-DE"><head><title>Topf Emma – Laden</title></head><body>${MENU}
    <main itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Topf Emma</h1>
    <p>Marke: <span itemprop="brand" itemscope itemtype="https://schema.org/Brand"><span itemprop="name">Emmaus</span></span></p>
    <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR">
    <span class="price" itemprop="price" content="1149.00">1.149,00 €</span>
    <link itemprop="availability" href="https://schema.org/OutOfStock"></div><p>Artikel-Nr. <b itemprop="sku">4711</b></p>${PROSE}</main>
    <section><h2>Ähnliche Produkte</h2><ul>${card('Topf Ida', '12.00')}${card('Topf Ute', '13.00')}</ul></section></body></html>`;
  const found = { name: 'Topf Emma', price: '1149.00', currency: 'EUR', availability: 'OutOfStock' };
  assert.equal(productOf(page), { ...found, brand: 'Emmaus', sku: '4711' });
});

test('passes over values and names that are no data of a product, whatever they are', () => {
  // Neither text nor number.
  const odd = { toString: 1, valueOf: 1, constructor: 1 };
  const offers = { '@type': 'Offer', price: '89.90', priceCurrency: 'GBP' };
  const specification = { price: odd, priceCurrency: 'GBP' };
  const data = [
    ...Object.keys(POT).map((name) => ({ ...POT, offers, [name]: odd })),
    ...Object.keys(offers).map((name) => ({ ...POT, offers: { ...offers, [name]: odd } })),
    { ...POT, offers: { '@type': 'Offer', priceSpecification: specification } },
    { ...POT, offers: { '@type': 'AggregateOffer', lowPrice: '89.90', highPrice: odd, priceCurrency: 'GBP' } },
  ];
  const body = `<p class="price">£89.90</p>${PROSE}`;
  for (const each of data) assert.match(documentOf(shop(body, { head: script(each) })).markdown, 'A pot of cast iron');
  const micro = `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">${POT.name}</b>
    <div itemprop="@type" itemscope><b itemprop="toString constructor">x</b></div>
    <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><b itemprop="price">89.90</b></div></div>`;
  assert.is(productOf(shop(micro + body))?.price, '89.90');
});

test('reads Open Graph, where the page shows its price', () => {
  const head = `<meta property="og:type" content="product"><meta property="og:title" content="Ovenstar Pot 24 cm">
    <meta property="product:price:amount" content="89.9"><meta property="product:price:currency" content="USD">
    <meta property="product:brand" content="Ovenstar"><meta property="product:retailer_item_id" content="OS-24">
    <meta property="product:availability" content="oos">`;
  const found = productOf(shop(`<p class="price">$89.90</p>${PROSE}`, { head, lang: 'en-US' }));
  assert.equal(found, {
    ...{ name: 'Ovenstar Pot 24 cm', price: '89.90', currency: 'USD', availability: 'OutOfStock' },
    ...{ brand: 'Ovenstar', sku: 'OS-24' },
  });
});

test('takes the price that the page shows, where its data has another one', () => {
  const other = { ...POT, offers: { '@type': 'Offer', price: '99.00', priceCurrency: 'GBP' } };
  const meta = '<meta property="product:price:amount" content="79.00">';
  const body = `<p class="price"><del>£99.00</del> <ins>£79.00</ins></p><p>Free delivery over £50</p>${PROSE}`;
  assert.is(productOf(shop(body, { head: script(other) + meta }))?.price, '79.00');
  assert.is(productOf(shop(body, { head: script(other) }))?.price, '79.00');
});

test('takes of several values the one that the page shows', () => {
  const data = { ...POT, brand: 'Kitchen Holding', sku: '000981' };
  const rows = '<table><tr><th>Brand</th><td>Ovenstar</td></tr><tr><th>SKU</th><td>OS-24</td></tr></table>';
  const found = productOf(shop(`<p class="price">£89.90</p>${rows}${PROSE}`, { head: script(data) }));
  assert.equal([found?.brand, found?.sku], ['Ovenstar', 'OS-24']);
});

test('reads a page without data: price, rows and the button', () => {
  const rows = `<dl><dt>Výrobca</dt><dd>Ovenstar</dd><dt>Kód:</dt><dd>OS24B</dd><dt>EAN</dt><dd>4006381333931</dd></dl>`;
  const body = `<div class="product-price">1 149,00 €</div><button>Do košíka</button>${rows}${PROSE}`;
  const { kind, product } = documentOf(shop(body, { lang: 'sk' }));
  assert.is(kind, 'product');
  assert.equal(product, {
    ...{ name: 'Ovenstar Pot 24 cm', price: '1149.00', currency: 'EUR', availability: 'InStock' },
    ...{ brand: 'Ovenstar', sku: 'OS24B', gtin: '4006381333931' },
  });
});

test('takes the number of the address, where the page sends it too', () => {
  const html = shop(
    `<p class="price">£89.90</p><form><input type="hidden" name="product" value="4711009"></form>${PROSE}`,
    {
      head: script({ ...POT, sku: undefined }),
    },
  );
  assert.is(productOf(html, 'https://shop.example/pots/pot-4711009.html')?.sku, '4711009');
  assert.is(productOf(html, 'https://shop.example/pots/pot-4711008.html')?.sku, undefined);
});

test('takes no price of another product', () => {
  const cards = [12, 13, 14, 15].map(
    (amount) => `<div class="card"><b>Pot ${amount}</b><span class="price">£${amount}.00</span></div>`,
  );
  const { offers: _, ...pot } = POT;
  const meta = '<meta property="og:type" content="product"><meta property="og:title" content="Ovenstar Pot 24 cm">';
  const body = `<p>Price on request.</p>${PROSE}<div>${cards.join('')}</div><button>Add to cart</button>`;
  assert.is(productOf(shop(body, { head: script(pot) + meta }))?.price, undefined);
});

test('leaves out a GTIN whose check digit is wrong, and words for nothing', () => {
  const data = { ...POT, gtin13: '4006381333932', sku: 'N/A', brand: 'null' };
  const found = productOf(shop(`<p class="price">£89.90</p>${PROSE}`, { head: script(data) }));
  assert.equal([found?.gtin, found?.sku, found?.brand], [undefined, undefined, undefined]);
});

test('a sign of several currencies has the one of the country', () => {
  const { offers, ...pot } = POT;
  const data = script({ ...pot, offers: { ...offers, priceCurrency: undefined } });
  const currency = (lang: string, url: string): string | undefined =>
    productOf(shop(`<p class="price">$89.90</p>${PROSE}`, { head: data, lang }), url)?.currency;
  assert.is(currency('en', 'https://shop.example.ca/pot'), 'CAD');
  assert.is(currency('en-AU', 'https://shop.example.com/pot'), 'AUD');
  assert.is(currency('en', 'https://shop.example.com/pot'), undefined);
});

test('a listing is no product', () => {
  const item = (name: string, price: string): object => ({
    '@type': 'Product',
    name,
    offers: { price, priceCurrency: 'GBP' },
  });
  const data = script([item('Pot Ada', '10.00'), item('Pot Bea', '11.00'), item('Pot Cleo', '12.00')]);
  const cards = ['Ada', 'Bea', 'Cleo', 'Dora', 'Elsa', 'Fay'].map(
    (name, at) =>
      `<li class="card"><a href="/${name}"><h2>Pot ${name}</h2></a><span class="price">£${10 + at}.00</span><button>Add to cart</button></li>`,
  );
  const { kind, product } = documentOf(
    shop(`<p>Showing 6 of 60</p><ul class="products">${cards.join('')}</ul>`, { head: data, name: 'Pots' }),
    'https://shop.example/pots',
  );
  assert.is.not(kind, 'product');
  assert.is(product, undefined);
});

test('an article with a product in its data stays an article', () => {
  const body = `<p>By Ana Lopez, 3 May 2026</p>${PROSE.repeat(12)}`;
  const data = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: 'How pots are made',
    mentions: POT,
  };
  assert.is(productOf(shop(body, { head: script(data), name: 'How pots are made' })), undefined);
});

const HOSTILE: Readonly<Record<string, readonly [html: string, path?: string]>> = {
  'lines of letters that are no ASCII': [shop(`<p>£89.90</p>${PROSE}${`<p>${'锅'.repeat(40)}</p>`.repeat(5000)}`)],
  'prices of links in an element with a long class': [
    shop(
      `<p>£89.90</p>${PROSE}<div class="${'was-x '.repeat(40_000)}">${'<p><a href="/x">£12.50</a></p>'.repeat(4000)}</div>`,
      { head: script(POT) },
    ),
  ],
  'an address of many numbers': [
    shop(`<p>£89.90</p>${PROSE}`, { head: script({ ...POT, sku: '' }) }),
    '12345/'.repeat(50_000),
  ],
};

for (const [name, [html, path = 'pot']] of Object.entries(HOSTILE)) {
  test(`takes no long time: ${name}`, () => {
    const start = performance.now();
    documentOf(html, `https://shop.example/${path}`);
    assert.ok(performance.now() - start < 2500);
  });
}

test.run();
