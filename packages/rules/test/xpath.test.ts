/** Selectors as XPath: the same elements as css-select finds. `npm run check python` compares them in lxml too. */
import { toXPath } from '@refrain/rules';
import { DOMParser } from '@xmldom/xmldom';
import { selectAll } from 'css-select';
import render from 'dom-serializer';
import type { AnyNode, Element } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { select } from 'xpath';
import { isError } from './support/errors.ts';
import { ARTICLE, THREAD } from './support/site.ts';

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

/** The document as XML without namespaces, as XPath reads it. */
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
