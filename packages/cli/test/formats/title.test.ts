/** `page.title` of sources, streams and trees. */
import { type Document, DomHandler } from 'domhandler';
import { Parser } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { parse } from 'parse5';
import { Detector, RefrainError, type TreeAdapter } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sized } from '../../../../test/support/effort.ts';
import { realSites } from '../../../../test/support/real-sites.ts';

/** A node of a tree for a custom adapter. */
interface Made {
  readonly name?: string;
  readonly text?: string;
  readonly children?: readonly Made[];
}

const domhandlerTree = (html: string): Document => {
  const handler = new DomHandler();
  new Parser(handler).end(html);
  return handler.root;
};

const CASES: readonly (readonly [html: string, title: string])[] = [
  ['<!doctype html><html><head><title>Plain</title></head><body><p>text</p></body></html>', 'Plain'],
  ['<title>\r\n two\t \u00a0lines\n</title><p>text', 'two lines'],
  ['<title>Fish &amp; Chips &#x1f600; &lt;b></title>', 'Fish & Chips 😀 <b>'],
  ['<title><b>no</b> markup</title>', '<b>no</b> markup'],
  ['<title></title><title>second</title>', ''],
  ['<title>first</title><title>second</title>', 'first'],
  ['<p>text', ''],
  ['', ''],
  ['<body><svg><title>drawing</title></svg><p>text</p>', ''],
  ['<body><svg><title>drawing</title></svg><title>late</title>', 'late'],
  ['<template><title>not yet</title></template><title>real</title>', 'real'],
  [
    '<head><!-- comment --><meta charset=utf-8><script>"<title>no</title>"</script><TITLE lang=de>Grüße</TITLE>',
    'Grüße',
  ],
  ['<title>never closed<p>text', 'never closed<p>text'],
];

test('is the text of the first title outside svg and template, with white space collapsed', async () => {
  const detector = await Detector.create();
  for (const [html, title] of CASES) {
    assert.is(detector.label(html).title, title, html);
    assert.is(detector.label(new TextEncoder().encode(html)).title, title, html);
    assert.is(detector.labelTree(parse(html)).title, title, html);
  }
  assert.is((await detector.learnStream(['<title>in ', 'pieces</ti', 'tle>'])).title, 'in pieces');
});

test('is the same for a tree and its source', async () => {
  const detector = await Detector.create();
  const pages = realSites().flatMap((site) => site.pages.slice(0, sized(3, 20)));
  for (const { name, html } of pages) {
    const { title } = detector.label(html);
    assert.ok(title.length > 0, name);
    for (const tree of [parse(html), parseHTML(html).document, domhandlerTree(html)]) {
      assert.is(detector.labelTree<unknown>(tree).title, title, name);
    }
  }
});

test('is found in trees without a head and through a custom adapter', async () => {
  const detector = await Detector.create();
  assert.is(detector.labelTree(domhandlerTree('<title>Loose</title><p>text</p>')).title, 'Loose');
  const { document } = parseHTML('<html><head></head><body><main>text</main></body></html>');
  assert.is(detector.labelTree(document.querySelector('main')).title, '');
  assert.is(detector.labelTree(document).title, '');

  const adapter: TreeAdapter<Made> = {
    kind: ({ name }) => (name === undefined ? 'text' : 'element'),
    name: ({ name = '' }) => name,
    className: () => undefined,
    text: ({ text = '' }) => text,
    children: ({ children = [] }) => children,
  };
  const title: Made = { name: 'TITLE', children: [{ text: ' in ' }, { text: 'two  texts' }] };
  const head: Made = { name: 'HEAD', children: [{ name: 'META' }, title] };
  const tree: Made = { name: 'HTML', children: [head, { name: 'BODY', children: [{ text: 'text' }] }] };
  assert.is(detector.labelTree(tree, { adapter }).title, 'in two texts');
});

test('does not change the page; throws PAGE_STALE after the next call', async () => {
  const detector = await Detector.create();
  const page = detector.learn('<title>Title</title><p>text');
  assert.is(page.title, page.title);
  assert.is(page.text(), 'text');
  detector.label('');
  assert.throws(
    () => page.title,
    (error: unknown) => error instanceof RefrainError && error.code === 'PAGE_STALE',
  );
});

test.run();
