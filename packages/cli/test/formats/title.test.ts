/** `page.title`, of pages in every form. */
import { type Document, DomHandler } from 'domhandler';
import { Parser } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { parse } from 'parse5';
import { Detector, RefrainError, type TreeAdapter } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { npmSites } from '../../../../test/support/npm-sites.ts';

/** A node of a kind of tree that nobody else has. */
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

test('the text of the first title, white space collapsed, that is no drawing’s and in no template', async () => {
  const detector = await Detector.create();
  for (const [html, title] of CASES) {
    assert.is(detector.label(html).title, title, html);
    assert.is(detector.label(new TextEncoder().encode(html)).title, title, html);
    assert.is(detector.labelTree(parse(html)).title, title, html);
  }
  assert.is((await detector.learnStream(['<title>in ', 'pieces</ti', 'tle>'])).title, 'in pieces');
});

test('a tree has the title that its source has', async () => {
  const detector = await Detector.create();
  const pages = npmSites().flatMap((site) => site.pages.slice(0, 20));
  for (const { name, html } of pages) {
    const { title } = detector.label(html);
    assert.ok(title.length > 0, name);
    for (const tree of [parse(html), parseHTML(html).document, domhandlerTree(html)]) {
      assert.is(detector.labelTree<unknown>(tree).title, title, name);
    }
  }
});

test('trees without a head, and of other kinds', async () => {
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

test('reading the title changes nothing, and is refused once the detector has gone on', async () => {
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
