import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseTree, type ReferenceElement, type ReferenceNode } from './tree.ts';

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
