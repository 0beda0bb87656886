import { readRules, toFilterList, toScraperConfig, toSiteConfig, toXPath } from '@refrain/rules';
import { DOMParser } from '@xmldom/xmldom';
import { selectAll } from 'css-select';
import render from 'dom-serializer';
import type { AnyNode, Element } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { select } from 'xpath';
import { ARTICLE, isError, RULES, THREAD } from './support.ts';

test('writes a filter list with a line for each selector of the template', () => {
  assert.is(
    toFilterList(RULES),
    `[Adblock Plus 2.0]
! Title: Template of gazette.example
! Description: navigation, headers, footers and other parts that repeat on the pages of the site
! header
gazette.example###top
! navigation
gazette.example##nav.menu
! footer
gazette.example##footer
gazette.example##body > footer
! share
gazette.example##.share
! related
gazette.example##aside.more
! template
gazette.example##.reply
`,
  );
});

const withTemplate = (template: readonly object[], site = 'a.example', main: readonly object[] = []) =>
  readRules({ version: 1, site, layouts: [{ id: 1, template, main }] });

test('omits from a filter list selectors that are uncertain, content on other pages, or more than one line', () => {
  const rules = withTemplate(
    [
      { region: 'header', selector: 'header', support: 9, precision: 0.95 },
      { region: 'header', selector: '.unsure', support: 9, precision: 0.5 },
      { region: 'notice', selector: '.post' },
      { region: 'notice', selector: 'a\n! b' },
      { region: 'notice', selector: 'a { color: red }' },
    ],
    'https://www.a.example:8080/news',
    [{ selector: '.post' }],
  );
  const lines = toFilterList(rules).split('\n').slice(3, -1);
  assert.equal(lines, ['! header', 'a.example##header']);
  assert.ok(toFilterList(rules, { minPrecision: 0.4 }).includes('a.example##.unsure\n'));
});

test('a filter list is for one host', () => {
  const listOf = (site: string): string =>
    toFilterList(withTemplate([{ region: 'header', selector: 'b' }], site))
      .split('\n')
      .slice(4)
      .join();
  for (const [site, host] of [
    ['a.example', 'a.example'],
    ['www.a-b.example:8080', 'a-b.example'],
    ['a.example/news', 'a.example'],
    ['b\u00fccher.example', 'b\u00fccher.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['127.0.0.1:80', '127.0.0.1'],
    ['[::1]:80', '[::1]'],
    ['localhost:80', 'localhost'],
    ['www.com', 'www.com'],
  ] as const)
    assert.is(listOf(site), `${host}##b,`);
  const others = ['*', '*:80', '*.example', 'a.*', 'com', ',', '', '~a.example', 'a.example,b.example', '.', 'a.'];
  for (const site of [
    ...others,
    '-a.example',
    '!a.example',
    'a b.example',
    'a\n##body,c',
    '$a.b',
    '#.a',
    `${'a.'.repeat(200)}a`,
  ])
    assert.throws(() => listOf(site), /RULES_INVALID|is for a host/, JSON.stringify(site));
});

test('writes the configuration of a scraper, with XPath', () => {
  const { site, layouts } = toScraperConfig(RULES);
  assert.is(site, 'gazette.example');
  assert.equal(layouts[1], {
    id: 2,
    has: { css: ['main'], xpath: ['//main'] },
    hasNot: { css: ['article'], xpath: ['//article'] },
    remove: {
      css: ['#top', 'body > footer', '.reply'],
      xpath: [
        ...['//*[@id="top"]', '//body/footer'],
        '//*[contains(concat(" ", normalize-space(@class), " "), " reply ")]',
      ],
    },
    fields: {
      main: { css: ['main'], xpath: ['//main'] },
      title: { css: ['h1'], xpath: ['//h1'] },
      author: {
        css: ['.byline', 'meta[name="author"]'],
        xpath: ['//*[contains(concat(" ", normalize-space(@class), " "), " byline ")]', '//meta[@name="author"]'],
      },
      items: { css: ['.post'], xpath: ['//*[contains(concat(" ", normalize-space(@class), " "), " post ")]'] },
    },
  });
});

test('keeps the XPath that rules have, and names a selector that has none', () => {
  const [layout] = toScraperConfig(withTemplate([{ region: 'header', selector: 'a:hover', xpath: '//a[1]' }])).layouts;
  assert.equal(layout?.remove.xpath, ['//a[1]']);
  assert.throws(
    () => toScraperConfig(withTemplate([{ region: 'header', selector: 'a:hover' }])),
    isError('SELECTOR_INVALID', 'a:hover'),
  );
});

const REPLY = '//*[contains(concat(" ", normalize-space(@class), " "), " reply ")]';
const SECOND = '[/html[.//main][not(.//article)]]';

test('writes a site configuration, with the conditions of each layout', () => {
  const lines = toSiteConfig(RULES).split('\n');
  assert.is(lines[0], '# gazette.example: made by refrain');
  for (const line of [
    `title: //h1${SECOND}`,
    `author: //meta[@name="author"]${SECOND}/@content`,
    `body: //main${SECOND}`,
    'body: //main',
    `strip: ${REPLY}${SECOND}`,
    'strip: //*[@id="top"]',
    'prune: no',
  ]) {
    assert.ok(lines.includes(line), `${line}\n${lines.join('\n')}`);
  }
  assert.ok(lines.indexOf(`body: //main${SECOND}`) < lines.indexOf('body: //main'));
});

test('writes no conditions for one layout, and the values of time and meta', () => {
  const rules = readRules({
    version: 1,
    site: 'a.example',
    layouts: [
      {
        id: 1,
        examples: ['https://a.example/1', 'page 2', 'https://a.example/3\nbody: //html'],
        has: ['main'],
        template: [{ region: 'header', selector: 'header' }],
        main: [{ selector: 'main' }, { selector: '.more' }],
        date: [{ selector: 'time' }, { selector: '.when' }],
      },
    ],
  });
  assert.equal(toSiteConfig(rules).split('\n').slice(1, -1), [
    'date: //time/@datetime',
    'date: //time',
    'date: //*[contains(concat(" ", normalize-space(@class), " "), " when ")]/self::time/@datetime',
    'date: //*[contains(concat(" ", normalize-space(@class), " "), " when ")]',
    'body: //main | //*[contains(concat(" ", normalize-space(@class), " "), " more ")]',
    'strip: //header',
    'prune: no',
    'tidy: no',
    'test_url: https://a.example/1',
  ]);
});

test('neither a name nor a selector can add lines to a site configuration', () => {
  const rules = withTemplate(
    [
      { region: 'header', selector: '[title="a\\a body: //html"]' },
      { region: 'header', selector: `[title="${'x'.repeat(5000)}"]` },
      { region: 'header', selector: 'b' },
    ],
    `a\nbody: //html\u2028${'x'.repeat(500)}`,
  );
  const lines = toSiteConfig(rules).split('\n');
  assert.equal(lines.slice(1), ['strip: //b', 'prune: no', 'tidy: no', '']);
  assert.match(lines[0] ?? '', /^# a body: \/\/html x{1,200}: made by refrain$/);
});

test('keeps elements that a condition needs, without their text, until the conditions have been read', () => {
  const layout = (id: number, has: string) => ({
    ...{ id, has: [has], template: [{ region: 'navigation', selector: has }], main: [{ selector: `#main${id}` }] },
  });
  const rules = readRules({ version: 1, site: 'a.example', layouts: [layout(1, '.one'), layout(2, '.two')] });
  const strips = toSiteConfig(rules)
    .split('\n')
    .filter((line) => line.startsWith('strip: '));
  assert.is(strips.length, 2);
  for (const strip of strips) assert.match(strip, /\[\/html\[.*\]\]\/node\(\)$/);
});

// ── Selectors as XPath: the same elements as css-select finds. `npm run check python` compares them in lxml too ──

const ODD = `<html><body><div id="a:b" class="x  y"><p data-k='say "it"'>1</p><p>2</p><p lang="en-GB">3</p><span>4</span></div>
<ul><li>5</li><li class="y">6</li><li>7</li></ul><my-box title="">8</my-box></body></html>`;

const SELECTORS = [
  ...['p', '*', '#top', '.post', 'div.post', 'article.post p', 'article > p', 'body>article>p', '.x.y', 'div#top'],
  ...['[hidden]', 'time[datetime]', '[data-k="say \\"it\\""]', '[data-k=\'say "it"\']', 'a[href^="/t"]', 'a[href$=es]'],
  ...[
    'a[href*="id"]',
    '[class~="y"]',
    '[lang|=en]',
    'p:nth-child(2)',
    'p:nth-of-type(2)',
    'li:first-child',
    'li:last-child',
  ],
  ...[
    'span:first-of-type',
    'span:only-of-type',
    'h1:only-child',
    '#a\\:b p',
    '#a\\3a b > p',
    'li:not(.y)',
    'p:not([lang])',
  ],
  ...[
    'div:not(#top)',
    'p:not(:first-child)',
    'h1, h2',
    'nav a , footer',
    'my-box',
    'MY-BOX',
    '[title=""]',
    '[title^=""]',
  ],
  ...['body .x p:nth-child(3)', 'td', 'table tr > td:nth-of-type(2)'],
];

/** Without namespaces, as XPath reads it. */
const asXml = (html: string): Node =>
  new DOMParser({ onError: () => undefined }).parseFromString(
    render(parseDocument(html.replace(/<!doctype html>/i, '')), { xmlMode: true }).trim(),
    'text/xml',
  ) as unknown as Node;

for (const selector of SELECTORS) {
  test(`finds the elements of ${selector}`, () => {
    for (const html of [ARTICLE, THREAD, ODD]) {
      const expected = selectAll<AnyNode, Element>(selector, parseDocument(html)).map(({ name, children }) => [
        name,
        children.length,
      ]);
      const found = select(toXPath(selector), asXml(html)) as unknown as globalThis.Element[];
      const actual = found.map(({ localName, childNodes }) => [localName, childNodes.length]);
      assert.equal(actual, expected, toXPath(selector));
    }
  });
}

test('writes conditions in the order of the selector', () => {
  assert.is(
    toXPath('main > p.a:nth-child(2)'),
    '//main/p[contains(concat(" ", normalize-space(@class), " "), " a ")][count(preceding-sibling::*)=1]',
  );
  assert.is(toXPath(`[a='"']`), `//*[@a='"']`);
  const both = toXPath(`[a="it's \\"so\\""]`);
  assert.is(both, `//*[@a=concat("it's ", '"', "so", '"', "")]`);
  assert.equal(select(both, asXml('<p>1</p>')), []);
});

test('names a selector that it cannot write', () => {
  const wrong = [
    '',
    ' ',
    'a:hover',
    'a + b',
    'a ~ b',
    '> a',
    'a >',
    'a,',
    'a[',
    ':not(a b)',
    ':nth-of-type(2)',
    'a:nth-child(2n+1)',
  ];
  for (const selector of [...wrong, 'aa#', 'a::before', '.a:first-of-type', '#ab*']) {
    assert.throws(() => toXPath(selector), isError('SELECTOR_INVALID', `the selector ${selector} cannot`), selector);
  }
});

test.run();
