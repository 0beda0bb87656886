import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { separatorPresets } from './options.ts';
import { segmentPage } from './segment.ts';
import { parseTree, type ReferenceElement, type ReferenceNode } from './tree.ts';

const element = (
  name: string,
  children: readonly ReferenceNode[],
  className: string | null = null,
): ReferenceElement => ({ kind: 'element', name, className, children });

const text = (data: string): ReferenceNode => ({ kind: 'text', data });

const segment = (page: string | ReferenceElement, separators: ReadonlySet<string> = separatorPresets.paper) =>
  segmentPage(typeof page === 'string' ? parseTree(page) : page, separators);

/** `path: text | text` for each block. */
const blocks = (...page: Parameters<typeof segment>): string[] =>
  segment(...page).map(({ path, segments }) => [path, segments.map((each) => each.text).join(' | ')].join(': '));

/** `path: text` for each segment. */
const segments = (...page: Parameters<typeof segment>): string[] =>
  segment(...page).flatMap((block) => block.segments.map((each) => `${each.path}: ${each.text}`));

const keys = (...page: Parameters<typeof segment>): string[] =>
  segment(...page).flatMap((block) => block.segments.map(({ key }) => key));

test('an element divides the text of its parent', () => {
  assert.equal(segments('a<b>c</b>d'), ['html/body: a', 'html/body/b: c', 'html/body: d']);
});

test('a comment, a processing instruction and an empty element divide a text', () => {
  assert.equal(blocks('x<!-- -->y'), ['html/body: x | y']);
  assert.equal(blocks('x<?php ?>y'), ['html/body: x | y']);
  assert.equal(blocks('x<br>y'), ['html/body: x | y']);
});

test('a character reference does not divide a text', () => {
  assert.equal(blocks('x&amp;y &lt;z'), ['html/body: x&y <z']);
});

test('collapses white space, NBSP included, to one space', () => {
  assert.equal(blocks('<pre>\n a \t\n b&nbsp;&nbsp;c\u2003\uFEFFd </pre>'), ['html/body: a b c d']);
});

test('leaves out segments of white space and blocks without segments', () => {
  assert.equal(blocks('<div> <p>&nbsp;</p> </div><div>a</div>'), ['html/body/div: a']);
  assert.equal(blocks(''), []);
});

test('length counts code points of the normalised text', () => {
  const lengths = segment('<p> a  b </p><p>\u{1F600}é</p>').flatMap((block) =>
    block.segments.map(({ length }) => length),
  );
  assert.equal(lengths, [3, 2]);
});

test('replaces lone surrogates of a tree with U+FFFD', () => {
  assert.equal(segments(element('html', [element('body', [text('a\uD800')])])), ['html/body: a\uFFFD']);
});

test('a segment belongs only to its nearest separator ancestor', () => {
  assert.equal(blocks('<div>a<div>b<p>c</p></div>d</div>'), ['html/body/div: a | d', 'html/body/div/div: b | c']);
});

test('segments without separator ancestor form the root block, which comes first', () => {
  assert.equal(blocks('<div>a</div><p>b</p><table><tr><td>c</table>d'), [
    'html/body: b | d',
    'html/body/div: a',
    'html/body/table: c',
  ]);
});

test('the root element is the root block of a page without body', () => {
  assert.equal(blocks('<frameset><noframes>a</noframes></frameset>'), ['html: a']);
  assert.equal(blocks(element('div', [text('a'), element('div', [text('b')])])), ['div: a', 'div/div: b']);
});

test('text outside the body belongs to the root block', () => {
  const page = element('html', [text('a'), element('body', [text('b')]), text('c')]);
  assert.equal(blocks(page), ['html/body: a | b | c']);
  assert.equal(segments(page), ['html: a', 'html/body: b', 'html: c']);
});

test('the preset html5 divides a page further than the preset paper', () => {
  const page = '<header>a</header><main>b<ul><li>c</ul></main>';
  assert.equal(blocks(page), ['html/body: a | b | c']);
  assert.equal(blocks(page, separatorPresets.html5), [
    'html/body/header: a',
    'html/body/main: b',
    'html/body/main/ul: c',
  ]);
});

test('ignores head, script, style, noscript and template with their contents', () => {
  const page = `<head><title>a</title></head><body><script>b</script><style>c</style>
    <noscript><div>d</div></noscript><template><div>e</div></template><div>f</div>
    <svg><style><g>g</g></style><script>h</script><title>i</title></svg>`;
  assert.equal(blocks(page), ['html/body: i', 'html/body/div: f']);
});

test('ignores these elements at any position', () => {
  const page = element('html', [element('body', [element('head', [element('div', [text('a')])]), text('b')])]);
  assert.equal(blocks(page), ['html/body: b']);
});

test('siblings have the same path', () => {
  assert.equal(keys('<div><a>x</a></div><div><a>x</a></div>'), ['html\nbody\ndiv\na\nx', 'html\nbody\ndiv\na\nx']);
});

test('segments a hundred thousand nested blocks', () => {
  let page = element('div', [text('a')]);
  for (let depth = 1; depth < 100_000; depth += 1) page = element('div', [page]);
  const [block, ...others] = segment(element('html', [element('body', [page])]));
  assert.equal(others, []);
  assert.is(block?.path.length, 'html/body'.length + '/div'.length * 100_000);
});

const outline = (node: ReferenceNode): string =>
  node.kind === 'text' ? JSON.stringify(node.data) : outlineElement(node);

const outlineElement = ({ name, children }: ReferenceElement): string =>
  children.length === 0 ? name : `${name}(${children.map(outline).join(' ')})`;

test('contains only elements and texts', () => {
  const page = '<!doctype html><!-- a --><p>b<?c?>d<!-- e --></p>';
  assert.is(outline(parseTree(page)), 'html(head body(p("b" "d")))');
});

test('contains elements that the source omits', () => {
  assert.is(outline(parseTree('')), 'html(head body)');
  assert.is(outline(parseTree('<table><tr><td>a')), 'html(head body(table(tbody(tr(td("a"))))))');
});

test('has names in lower case in every namespace', () => {
  assert.is(outline(parseTree('<SVG><foreignObject><DIV>')), 'html(head body(svg(foreignobject(div))))');
  assert.is(outline(parseTree('<aÄ>')), 'html(head body(aÄ))');
});

test('leaves out the contents of templates', () => {
  assert.is(outline(parseTree('<body><template><p>a</p></template>')), 'html(head body(template))');
});

test('contains noscript as text, because scripting is on', () => {
  assert.is(outline(parseTree('<body><noscript><p>a</noscript>')), 'html(head body(noscript("<p>a")))');
});

test('keeps the class attribute unchanged', () => {
  const [, body] = parseTree('<body><p class=" a  b "><b class><i>').children as [ReferenceElement, ReferenceElement];
  const names: (string | null)[] = [];
  for (let inner: ReferenceNode | undefined = body.children[0]; inner?.kind === 'element'; inner = inner.children[0]) {
    names.push(inner.className);
  }
  assert.equal(names, [' a  b ', '', null]);
});

test('removes one byte order mark; a second one is text', () => {
  assert.is(outline(parseTree('\uFEFFa')), 'html(head body("a"))');
  assert.is(outline(parseTree('\uFEFF\uFEFFa')), 'html(head body("\uFEFFa"))');
});

test('replaces lone surrogates with U+FFFD and keeps pairs', () => {
  assert.is(outline(parseTree('\uD83Da\u{1F600}\uDE00')), 'html(head body("\uFFFDa\u{1F600}\uFFFD"))');
});

test('parses a hundred thousand nested elements', () => {
  const depth = 100_000;
  let deepest = parseTree(`${'<span>'.repeat(depth)}a`);
  let steps = 0;
  for (;;) {
    const inner = deepest.children.findLast((child) => child.kind === 'element');
    if (inner?.kind !== 'element') break;
    deepest = inner;
    steps += 1;
  }
  assert.is(steps, depth + 1);
  assert.is(outline(deepest), 'span("a")');
});

test.run();
