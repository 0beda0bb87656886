/** Blocks and text segments of a page. test/differential compares all pages with a plain implementation. */
import { Detector, type TreeAdapter } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REPETITION } from '../support/repetition.ts';

const detectors = {
  paper: await Detector.create({ ...REPETITION, separators: 'paper' }),
  html5: await Detector.create({ ...REPETITION, separators: 'html5' }),
};

/** `path: text | text` for each block. */
const blocksOf = (html: string, separators: keyof typeof detectors = 'paper'): string[] =>
  detectors[separators]
    .label(html)
    .blocks.map(({ path, segments }) => `${path}: ${segments.map(({ text }) => text).join(' | ')}`);

const CASES: Readonly<Record<string, readonly [html: string, ...blocks: string[]]>> = {
  'an element divides the text of its parent': ['a<b>c</b>d', 'html/body: a | c | d'],
  'a comment, an instruction and an empty element divide a text': [
    'x<!-- -->y<?php ?>z<br>w',
    'html/body: x | y | z | w',
  ],
  'a character reference does not divide a text': ['x&amp;y &lt;z', 'html/body: x&y <z'],
  'white space collapses to one space': ['<pre>\n a \t\n b&nbsp;&nbsp;c\u2003\uFEFFd </pre>', 'html/body: a b c d'],
  'segments of white space and blocks without segments are left out': [
    '<div> <p>&nbsp;</p> </div><div>a</div>',
    'html/body/div: a',
  ],
  'nothing has no block': [''],
  'a segment belongs to its nearest separator ancestor': [
    '<div>a<div>b<p>c</p></div>d</div>',
    'html/body/div: a | d',
    'html/body/div/div: b | c',
  ],
  'segments without separator ancestor are the root block, which comes first': [
    '<div>a</div><p>b</p><table><tr><td>c</table>d',
    'html/body: b | d',
    'html/body/div: a',
    'html/body/table: c',
  ],
  'the root element is the root block of a page without body': [
    '<frameset><noframes>a</noframes></frameset>',
    'html: a',
  ],
  'head, script, style, noscript and template are ignored with their contents': [
    `<head><title>a</title></head><body><script>b</script><style>c</style><noscript><div>d</div></noscript>
    <template><div>e</div></template><div>f</div><svg><style><g>g</g></style><script>h</script><title>i</title></svg>`,
    'html/body: i',
    'html/body/div: f',
  ],
  'names are in lower case in every namespace': ['<SVG><foreignObject><DIV>a', 'html/body/svg/foreignobject/div: a'],
  'one byte order mark is removed, a second one is white space': ['\uFEFF\uFEFFa', 'html/body: a'],
};

for (const [name, [html, ...blocks]] of Object.entries(CASES)) test(name, () => assert.equal(blocksOf(html), blocks));

test('html5 divides a page further than paper', () => {
  const page = '<header>a</header><main>b<ul><li>c</ul></main>';
  assert.equal(blocksOf(page), ['html/body: a | b | c']);
  assert.equal(blocksOf(page, 'html5'), ['html/body/header: a', 'html/body/main: b', 'html/body/main/ul: c']);
});

test('length counts code points of the normalised text', () => {
  const { blocks } = detectors.paper.label('<div> a  b </div><div>\u{1F600}é</div>');
  assert.equal(
    blocks.map(({ length }) => length),
    [3, 2],
  );
});

test('lone surrogates of a tree are U+FFFD, pairs are kept', () => {
  const adapter: TreeAdapter<string | readonly string[]> = {
    kind: (node) => (typeof node === 'string' ? 'text' : 'element'),
    name: () => 'div',
    attributes: () => [],
    text: (node) => String(node),
    children: (node) => (typeof node === 'string' ? [] : node),
  };
  assert.is(detectors.paper.labelTree(['a\uD800\u{1F600}'], { adapter }).text('all'), 'a\uFFFD\u{1F600}');
});

test('keeps a text that has only white space and joiners', () => {
  for (const text of ['\u200b', '\u00ad', '\u2060', '\u200b \u2060']) {
    for (const space of [' ', '\n  ', '\u00a0']) {
      const page = detectors.paper.label(`<div>Mow the meadow.</div><div>${space}${text}${space}</div>`);
      assert.equal(
        page.blocks.map((block) => block.text),
        ['Mow the meadow.', text],
      );
    }
  }
});

test.run();
