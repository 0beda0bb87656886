/** Lines for search engines, titles of pages, and public functions with values of wrong kinds. */

import { createHash } from 'node:crypto';
import { bulkId, bulkLines, chunksOf, jsonLine } from '@refrain/cli/formats';
import { parseHTML } from 'linkedom';
import MiniSearch from 'minisearch';
import { parse } from 'parse5';
import { Detector, RefrainError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { thrownCode } from '../../../../test/support/errors.ts';
import { siteByName } from '../../../../test/support/real-sites.ts';
import { type Calls, testWrongValues } from '../../../../test/support/wrong-values.ts';

/** Reads a body of `_bulk`: pairs of lines. */
function pairs(body: string): { action: unknown; document: unknown }[] {
  const lines = body.split('\n');
  assert.is(lines.pop(), '', 'a body ends with a line feed');
  assert.is(lines.length % 2, 0, 'lines come in pairs');
  return lines.flatMap((line, at) =>
    at % 2 === 0 ? [{ action: JSON.parse(line) as unknown, document: JSON.parse(lines[at + 1] ?? '') as unknown }] : [],
  );
}

const document = { id: '/a', url: 'https://a.example/a', title: 'A', content: 'text', length: 4 };

test('writes an action and a document per line', () => {
  assert.is(
    bulkLines(document),
    '{"index":{"_id":"/a"}}\n{"url":"https://a.example/a","title":"A","content":"text","length":4}\n',
  );
  assert.match(bulkLines(document, { index: 'pages' }), /^\{"index":\{"_index":"pages","_id":"\/a"\}\}\n/);
});

test('escapes every character that some reader regards as a line end', () => {
  const awkward = [
    'two\nlines\r\nand\u2028three\u2029or\u0085four\u000bfive',
    'quotes " and \\ and \\u2028 and </script>',
    'Grüße 日本 😀 \u00a0\u0000\u001b\u007f\ufeff\uffff',
    '{"index":{"_id":"x"}}\n{"delete":{"_id":"y"}}\n',
  ];
  const documents = awkward.map((text, at) => ({ ...document, id: `${at}${text}`, title: text, content: text }));
  const body = documents.map((one) => bulkLines(one, { index: 'Grüße "pages"' })).join('');
  assert.equal(
    pairs(body),
    documents.map(({ id, ...fields }) => ({
      action: { index: { _index: 'Grüße "pages"', _id: id } },
      document: fields,
    })),
  );
  // Node's readline and Python's splitlines end lines at these too.
  for (const end of '\r\u000b\u000c\u001c\u001d\u001e\u0085\u2028\u2029') assert.not(body.includes(end));
});

test('replaces lone surrogates with U+FFFD and keeps pairs', () => {
  const [pair] = pairs(
    bulkLines({ id: 'a\ud83d', title: '\ude00\ud83d', tags: ['😀', '\udc00'], deep: { text: '\ud800' } }),
  );
  assert.equal(pair, {
    action: { index: { _id: 'a\ufffd' } },
    document: { title: '\ufffd\ufffd', tags: ['😀', '\ufffd'], deep: { text: '\ufffd' } },
  });
  assert.not.match(jsonLine({ text: '\ud83d' }), /\\ud/);
});

test('bulkId returns an id of up to 512 bytes and the SHA-256 of a longer one', () => {
  const sha = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
  for (const id of ['a', 'x'.repeat(512), 'ü'.repeat(256), '😀'.repeat(128), ' ', '../_doc']) assert.is(bulkId(id), id);
  for (const id of [
    'x'.repeat(513),
    `x${'ü'.repeat(256)}`,
    `${'😀'.repeat(128)}x`,
    `http://a.example/?${'q='.repeat(5000)}`,
  ]) {
    assert.is(bulkId(id), sha(id));
    const [pair] = pairs(bulkLines({ ...document, id }));
    assert.equal(pair?.action, { index: { _id: sha(id) } });
  }
  // The lone surrogate takes three bytes as U+FFFD.
  assert.is(bulkId(`${'x'.repeat(510)}\ud83d`).length, 64);
});

test('rejects ids that are empty or not strings', () => {
  for (const id of ['', undefined, 7]) {
    assert.is(
      thrownCode(() => bulkLines({ ...document, id: id as string })),
      'INPUT_INVALID',
    );
  }
});

const { pages } = siteByName('brpc');

interface IndexSettings {
  readonly id: string;
  readonly text: string;
}

/** A function that returns the ids of the pages with a word. */
function finder(documents: readonly IndexSettings[]): (word: string) => string[] {
  const engine = new MiniSearch<IndexSettings>({ fields: ['text'] });
  engine.addAll(documents);
  return (word) =>
    engine
      .search(word)
      .map(({ id }) => String(id))
      .sort();
}

/** The content in the site's `main` element. */
const marked = (html: string): string => parseHTML(html).document.querySelector('main')?.textContent ?? '';

test('a word of the navigation finds all pages in full texts and only relevant pages in documents', async () => {
  const detector = await Detector.create();
  const whole: IndexSettings[] = [];
  const cleaned: IndexSettings[] = [];
  for (const { name, html } of pages) {
    const page = detector.learn(html, { id: name });
    whole.push({ id: name, text: page.text('all') });
    cleaned.push({ id: name, text: page.document().text });
  }
  const truth = finder(pages.map(({ name, html }) => ({ id: name, text: marked(html) })));
  const [before, after] = [finder(whole), finder(cleaned)];
  for (const word of ['benchmark', 'iobuf', 'flatmap', 'backup', 'connections', 'heap', 'replay', 'locality']) {
    assert.ok(before(word).length >= 0.99 * pages.length, `${word}: ${before(word).length} of ${pages.length}`);
    assert.ok(after(word).length < 0.2 * pages.length, `${word}: ${after(word).length}`);
    assert.equal(after(word), truth(word), word);
  }
  // Words on few pages and in no menu are found in both.
  for (const word of ['epoll', 'protobuf', 'zookeeper']) assert.equal(after(word), before(word), word);
});

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

test('the title is the text of the first title outside svg and template, with white space collapsed', async () => {
  const detector = await Detector.create();
  for (const [html, title] of CASES) {
    assert.is(detector.label(html).titleElement, title, html);
    assert.is(detector.label(new TextEncoder().encode(html)).titleElement, title, html);
    assert.is(detector.labelTree(parse(html)).titleElement, title, html);
  }
  assert.is((await detector.learnStream(['<title>in ', 'pieces</ti', 'tle>'])).titleElement, 'in pieces');
});

test('reading the title does not change the page; it throws PAGE_STALE after the next call', async () => {
  const detector = await Detector.create();
  const page = detector.learn('<title>Title</title><p>text');
  assert.is(page.titleElement, page.titleElement);
  assert.is(page.text(), 'text');
  detector.label('');
  assert.throws(
    () => page.titleElement,
    (error: unknown) => error instanceof RefrainError && error.code === 'PAGE_STALE',
  );
});

const CALLS: Calls = {
  bulkId: [(...values) => bulkId(...(values as unknown as [never])), ['x']],
  bulkLines: [(...values) => bulkLines(...(values as unknown as [never])), [{ id: 'x' }, {}]],
  'index of bulkLines': [(index) => bulkLines({ id: 'x' }, { index }), ['x']],
  jsonLine: [(...values) => jsonLine(...(values as unknown as [never])), [{}]],
  chunksOf: [(...values) => chunksOf(...(values as unknown as [never, never])), ['text', { id: 'x', title: 't' }, {}]],
  'id of a chunk': [(id) => chunksOf('text', { id, title: 't' }), ['x']],
  'title of a chunk': [(title) => chunksOf('text', { id: 'x', title }), ['t']],
};

testWrongValues(CALLS);

test.run();
