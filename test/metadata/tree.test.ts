/** Metadata of pages as trees, and of hostile pages. */
import { parseDocument } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { parse } from 'parse5';
import { Detector, type PageMetadata, type TreeAdapter } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { stressPages } from '../../bench/stress-pages/pages.ts';
import { assertLinear } from '../support/cpu.ts';

const HTML = `<!doctype html><html lang="en"><head><title>Town meadow - River Post</title>
  <meta property="og:site_name" content="River Post"><meta name="date" content="2026-03-30">
  <link rel="canonical" href="https://river.example/meadow">
  <script type="application/ld+json">{"@type": "Article", "image": "/meadow.jpg"}</script></head>
  <body><h1>Town meadow</h1><p class="byline">By <a href="/authors/ana">Ana Lopez</a></p>
  <p>Updated 2 April 2026</p><p>The meadow behind the town hall will be mown twice a year.</p></body></html>`;

const withoutKind = ({ kind, ...rest }: PageMetadata): object => rest;

test('a tree of any kind has the metadata of its source', async () => {
  const detector = await Detector.create();
  const expected = withoutKind(detector.label(HTML).metadata());
  assert.equal((expected as PageMetadata).authors, ['Ana Lopez']);
  const { modified, sources } = expected as PageMetadata;
  assert.equal([modified, sources.modified], ['2026-04-02', 'text']);
  const trees = { parse5: parse(HTML), linkedom: parseHTML(HTML).document, htmlparser2: parseDocument(HTML) };
  for (const [name, tree] of Object.entries(trees)) {
    assert.equal(withoutKind(detector.labelTree(tree as object).metadata()), expected, name);
  }
});

interface Plain {
  readonly name: string;
  readonly text?: string;
  readonly children: readonly Plain[];
}

test('an adapter without attributes gives title, headings and lines', async () => {
  const adapter: TreeAdapter<Plain> = {
    kind: ({ name }) => (name === '' ? 'text' : 'element'),
    name: ({ name }) => name,
    attributes: () => [],
    text: ({ text }) => text ?? '',
    children: ({ children }) => children,
  };
  const node = (name: string, ...children: readonly (Plain | string)[]): Plain => ({
    name,
    children: children.map((child) => (typeof child === 'string' ? { name: '', text: child, children: [] } : child)),
  });
  const root = node(
    'html',
    node('head', node('title', 'Mills | River')),
    node('body', node('h1', 'Mills'), node('p', 'By Ana Lopez')),
  );
  const detector = await Detector.create();
  const { titleElement, title, authors } = detector.labelTree(root, { adapter }).metadata();
  assert.is(titleElement, 'Mills | River');
  assert.is(title, 'Mills');
  assert.equal(authors, ['Ana Lopez']);
});

test('lists of children with gaps, and a length beyond any list, lose no metadata', async () => {
  const text = (value: string): Plain => ({ name: '', text: value, children: [] });
  const lists: Record<string, ArrayLike<Plain>> = {
    body: {
      length: 5,
      1: { name: 'h1', children: [text('Mills')] },
      3: { name: 'p', children: [text('By Ana Lopez')] },
    },
    script: { length: 2 ** 40 },
  };
  const adapter: TreeAdapter<Plain> = {
    kind: ({ name }) => (name === '' ? 'text' : 'element'),
    name: ({ name }) => name,
    attributes: () => [],
    text: (node) => node.text ?? '',
    children: (node) => lists[node.name] ?? node.children,
  };
  const children = ['script', 'body'].map((name): Plain => ({ name, children: [] }));
  const detector = await Detector.create();
  const { title, authors } = detector.labelTree({ name: 'html', children }, { adapter }).metadata();
  assert.is(title, 'Mills');
  assert.equal(authors, ['Ana Lopez']);
});

const repeat = (piece: string, bytes: number): string => piece.repeat(Math.ceil(bytes / piece.length));

/** Pages that make metadata slow. */
const HOSTILE: Readonly<Record<string, (bytes: number) => string>> = {
  'marked elements in each other': (bytes) => repeat('<div class=author>By A', bytes),
  'headings in headings': (bytes) => repeat('<h1><b>A', bytes),
  'meta elements': (bytes) => repeat('<meta name=author content="A B">', bytes),
  'dates by the thousand': (bytes) => repeat('<time datetime=2026-13-45>1 2 2026</time>', bytes),
  'one long title of signs': (bytes) => `<title>${repeat(' - | :: a', bytes)}</title>`,
  'one long attribute': (bytes) => `<meta name=description content="${repeat('a &amp; ', bytes)}">`,
  'brackets in linked data': (bytes) => `<script type=application/ld+json>${repeat('[{"@graph":', bytes)}</script>`,
  'commas in linked data': (bytes) => `<script type=application/ld+json>{${repeat(',  ', bytes)}</script>`,
  'entities in linked data': (bytes) =>
    `<script type=application/ld+json>{"@graph":[${repeat('{"@type":"Article","author":"A"},', bytes)}0]}</script>`,
  'a byline of one line': (bytes) => `<h1>A</h1><p class=byline>${repeat('By A, ', bytes)}`,
  'links to people': (bytes) => repeat('<a href=/author/a>A</a>', bytes),
  'copies of a marked element': (bytes) => repeat('<b class=author><p>', bytes),
};

const LARGE = 400_000;

test('hostile pages take linear time and throw nothing', async () => {
  const detector = await Detector.create();
  for (const [name, make] of Object.entries({ ...stressPages, ...HOSTILE }))
    await assertLinear(name, LARGE, (bytes) => detector.label(make(bytes)).metadata({ url: 'https://river.example/' }));
});

test('control characters in the page are no separators of records', async () => {
  const detector = await Detector.create();
  const html = '<meta name="author" content="Ana\u001e\u001fmeta\u001f\u001fname Lopez"><title>A\u001eB</title>';
  const { authors, title } = detector.label(html).metadata();
  assert.equal(authors, ['Ana meta name Lopez']);
  assert.is(title, 'A\u001eB');
});

test.run();
