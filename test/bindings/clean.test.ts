/** `page.html({ keep })`: an inert document with the text of the part, which a parser can read. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readableText } from '../reference/text.ts';
import { testSample } from '../support/effort.ts';
import { seededRandom } from '../support/random.ts';
import { realSites } from '../support/real-sites.ts';
import { REPETITION } from '../support/repetition.ts';

const detector = await Detector.create();

const clean = (html: string): string => detector.label(html).html('all');

const bodyOf = (html: string): string =>
  clean(html)
    .replace(/^[\s\S]*<body>\n/, '')
    .replace(/\n<\/body>\n<\/html>\n$/, '');

const BODIES: Readonly<Record<string, readonly [html: string, body: string]>> = {
  'end tags are written': ['<ul><li>a<li>b', '<ul><li>a</li><li>b</li></ul>'],
  'text is escaped': ['<p>1 &lt; 2 &amp; x&nbsp;y', '<p>1 &lt; 2 &amp; x&nbsp;y</p>'],
  'values are quoted': [`<p title='say "hi" &amp; go' id=x>a`, '<p title="say &quot;hi&quot; &amp; go" id="x">a</p>'],
  'white space is one space, or one line feed': ['<p>a  \t b\n\n   <b>c</b></p>', '<p>a b\n<b>c</b></p>'],
  'white space of pre stays': ['<pre>\n\n  a\n\tb </pre>', '<pre>\n\n  a\n\tb </pre>'],
  'pre by another name': ['<xmp>a <b></xmp>', '<pre>a &lt;b&gt;</pre>'],
  'empty elements go': ['<ul><li>a<li></ul><ul><li></ul><div><p><span></span></div>', '<ul><li>a</li></ul>'],
  'white space of empty elements stays': [
    '<p>a<b> </b>c</p><pre>d<b>\n</b>e</pre>',
    '<p>a c</p><pre>d<b>\n</b>e</pre>',
  ],
  'cells stay where they are': ['<table><tr><td><td>b', '<table><tbody><tr><td></td><td>b</td></tr></tbody></table>'],
  'controls go': ['<form action=x><p>a<input><select><option>b</select></form>', '<div><p>a</p></div>'],
  'buttons go': ['<p>a</p><button>b</button>', '<p>a</p>'],
  'a button in a heading is what it says': ['<h2><button>a</button></h2>', '<h2><span>a</span></h2>'],
  'scripts and styles go': ['<p>a<script>b</script><style>c</style></p><svg><path/></svg>', '<p>a</p>'],
  'frames go': ['<p>a<iframe src=x></iframe><object data=y></object>', '<p>a</p>'],
  'pictures beside text stay': ['<p>a <img src=x alt="b">', '<p>a <img src="x" alt="b"></p>'],
  'pictures that count readers go': ['<p>a<img src=x width=1 height=1>', '<p>a</p>'],
  'pictures that keep texts apart go': [
    '<p>a<img src=x width=1>b<img src=x width=1 alt=c>',
    '<p>ab<img src="x" width="1" alt="c"></p>',
  ],
  'handlers and styles go': ['<p onclick=a() style="color:red" ONLOAD=b class=c>a', '<p class="c">a</p>'],
  'addresses that act go': [
    '<a href=javascript:a()>a</a> <a href=" JAVA\nscript&colon;b">b</a> <a href=data:text/html,x>c</a>',
    '<a>a</a> <a>b</a> <a>c</a>',
  ],
  'the first of equal attributes counts': ['<a href=a HREF=b>a', '<a href="a">a</a>'],
  'data of pictures stays': [
    '<p>a<img src="data:image/png;base64,AA">',
    '<p>a<img src="data:image/png;base64,AA"></p>',
  ],
  'hidden elements go': ['<p>a long text</p><p hidden>b</p>', '<p>a long text</p>'],
  'names that HTML does not have stay': ['<X-Card>a</X-Card>', '<x-card>a</x-card>'],
  'comments go': ['<p>a<!-- b --></p>', '<p>a</p>'],
};

for (const [name, [html, body]] of Object.entries(BODIES)) {
  test(`in a clean document ${name}`, () => {
    assert.is(bodyOf(html), body);
  });
}

test('a clean document has title, language, base and canonical URL of the page', () => {
  const html =
    '<html lang=de onclick=x><title>A &amp;\nB</title><base href="https://a.example/b/"><base href=c>' +
    '<link rel=stylesheet href=d><link rel=canonical href="https://a.example/e?f&amp;g"><body class=h>i';
  assert.is(
    clean(html),
    '<!DOCTYPE html>\n<html lang="de">\n<head>\n<meta charset="utf-8">\n<title>A &amp;\nB</title>\n' +
      '<base href="https://a.example/b/">\n<link rel="canonical" href="https://a.example/e?f&amp;g">\n</head>\n' +
      '<body>\ni\n</body>\n</html>\n',
  );
});

test('a page without text is a document without text', () => {
  for (const html of ['', '<p>', '<frameset><frame></frameset>']) assert.is(bodyOf(html).trim(), '</body>\n</html>');
});

test('mode chooses between the document and the source', async () => {
  const page = detector.label('<body><p>a<p onclick=x>b');
  assert.is(page.html('all', { mode: 'cut' }), '<body><p>a<p onclick=x>b');
  assert.is(page.html('content'), page.html('content'));
  assert.is(page.html('template'), page.html('template'));
});

/** Fails for nodes that clean documents never have. */
function assertInert(node: DefaultTreeAdapterTypes.Node, html: string): void {
  if ('tagName' in node) {
    assert.not(/^(?:script|style|iframe|object|embed|form|input|button|svg|template)$/.test(node.tagName), html);
    for (const { name, value } of node.attrs) {
      assert.not(/^on|^style$|^srcdoc$/.test(name), html);
      if (/^(?:href|src|action)$/.test(name)) assert.not.match(value, /^[\p{Cc}\s]*(?:java|vb)script:/iu, html);
    }
  }
  if ('childNodes' in node) for (const child of node.childNodes) assertInert(child, html);
}

/** A page has text in buttons, a clean document has none. */
const withoutButtons = (html: string): string => html.replace(/<button\b[\s\S]*?<\/button>/gi, ' ');

/** Texts have no soft hyphens, word joiners and zero-width spaces. */
const words = (text: string): string =>
  text
    .replace(/[\u00AD\u200B\u2060\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

test('a clean document has the text of its page on real sites, and cleaning it again changes nothing', () => {
  for (const { pages } of realSites()) {
    for (const { name, html } of testSample(pages, 4)) {
      const source = withoutButtons(html);
      const document = clean(source);
      assert.is(words(readableText(document)), words(readableText(source)), name);
      assert.ok(clean(document) === document, name);
      assertInert(parse(document), name);
    }
  }
});

test('keeps no active elements of random markup', () => {
  const random = seededRandom(9);
  const parts = [
    ...['<a ', '<p ', '<div ', '<form ', '<svg ', '<math ', '<table ', '<td ', '<b ', '<pre ', '<select ', '<x-y '],
    ...[
      'href="',
      "href='",
      'onload=',
      ' href=',
      ' src=',
      ' style=',
      '"',
      "'",
      '>',
      '/>',
      ' ',
      '=',
      '&quot;',
      '\0',
      '<!--',
      '-->',
    ],
    ...[
      'javascript:x()',
      'jav&#x09;ascript:x()',
      '&#1;javascript:x()',
      'data:text/html,x',
      'https://a.example/',
      'word',
    ],
    ...[
      '<script>',
      '</script>',
      '<img ',
      '<br>',
      '</a>',
      '</p>',
      '</b>',
      '</table>',
      '<title>',
      '</title>',
      '<noscript>',
    ],
  ];
  for (let round = 0; round < 5000; round += 1) {
    const html = Array.from({ length: 1 + random.below(30) }, () => parts[random.below(parts.length)]).join('');
    assertInert(parse(clean(html)), html);
  }
});

// `page.html` removes exactly the bytes of the removed blocks, at the ends of the source and next to kept texts.

const MENU = 'Menu of the site';

/** The source without template, and without content, by a detector that knows the menu at some paths. */
async function cut(html: string, learned: readonly string[]): Promise<[content: string, template: string]> {
  const detector = await Detector.create({ ...REPETITION, templateDf: 2 });
  for (const page of learned) for (let times = 0; times < 4; times += 1) detector.learn(page);
  const page = detector.label(html);
  return [page.html('content', { mode: 'cut' }), page.html('template', { mode: 'cut' })];
}

const DIV = [`<div>${MENU}</div>`];

const CASES: Readonly<
  Record<string, readonly [html: string, learned: readonly string[], content: string, template: string]>
> = {
  'first and last': [`<div>${MENU}</div>t<div>${MENU}</div>`, DIV, 't', `<div>${MENU}</div><div>${MENU}</div>`],
  'one character on both sides': [`<p>a<div>${MENU}</div>b`, DIV, '<p>ab', `<div>${MENU}</div>`],
  'without an end tag, at the end': [`<p>a</p><div>${MENU}`, DIV, '<p>a</p>', `<div>${MENU}`],
  'the text is the whole source': ['t', DIV, 't', ''],
  'adjacent blocks': [
    `<div>${MENU}</div><div>a</div><div>${MENU}</div>`,
    DIV,
    '<div>a</div>',
    `<div>${MENU}</div><div>${MENU}</div>`,
  ],
  'a block in a block that goes': [
    `<div>${MENU}<div>a</div></div>`,
    DIV,
    '<div><div>a</div></div>',
    `<div>${MENU}</div>`,
  ],
  'a block that goes in a block': [
    `<div>a<div>${MENU}</div>b</div>`,
    [`<div><div>${MENU}</div></div>`],
    '<div>ab</div>',
    `<div><div>${MENU}</div></div>`,
  ],
  'text that the parser moves out of a table stays': [
    `<table>a<tr><td>${MENU}</td></tr></table>`,
    [`<table><tr><td>${MENU}</td></tr></table>`],
    '<table>a</table>',
    `<table><tr><td>${MENU}</td></tr></table>`,
  ],
};

for (const [name, [html, learned, content, template]] of Object.entries(CASES)) {
  test(`removes whole blocks and nothing else: ${name}`, async () => {
    const found = await cut(html, learned);
    assert.equal(found, [content, template]);
  });
}

test.run();
