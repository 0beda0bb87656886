import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Problem } from '../../bench/command-line.ts';
import { withoutGold } from '../../bench/pages/read.ts';
import { segmentPage } from '../../test/reference/segment.ts';
import { parseTree } from '../../test/reference/tree.ts';
import { align } from '../evaluation/align.ts';
import { readGold } from '../evaluation/gold.ts';

const separators = new Set(['table', 'div']);
const none = new Set<string>();

const labels = (html: string): unknown[] => readGold(html, 'page').segments.map(({ text, label }) => [text, label]);

test('gives a text the label of its nearest labelled ancestor, or template without one', () => {
  assert.equal(
    labels(`<body>menu<div data-gold="content">story <b>bold</b>
      <p data-gold="template">share <i data-gold="content">this</i></p></div>`),
    [
      ['menu', 'template'],
      ['story', 'content'],
      ['bold', 'content'],
      ['share', 'template'],
      ['this', 'content'],
    ],
  );
});

test('normalises texts as the method does: collapsed, not empty, not below ignored elements, divided by comments', () => {
  assert.equal(
    labels(`<title>head</title><body data-gold="content"><script>x</script><noscript>n</noscript>
      <p>one\u00a0 two<!-- cut -->three</p><style>s</style><template>t</template>`),
    [
      ['one two', 'content'],
      ['three', 'content'],
    ],
  );
});

const parts = (html: string): unknown[] => readGold(html, 'page').segments.map(({ text, part }) => [text, part]);

test('gives a text the part of its nearest ancestor with one, rest without one, undefined on a page without parts', () => {
  assert.equal(
    parts(`<body>menu<div data-main="main">story <p data-main="rest">share <i data-main="main">this</i></p></div>
      <ol data-main="comments">first!</ol>`),
    [
      ['menu', 'rest'],
      ['story', 'main'],
      ['share', 'rest'],
      ['this', 'main'],
      ['first!', 'comments'],
    ],
  );
  assert.equal(parts('<p data-gold="content">text'), [['text', undefined]]);
  assert.is(readGold('<p data-main="rest">text', 'page').hasMain, true);
});

test('a data-main that names the script of a page is no label, and stays', () => {
  const script = '<script data-main="main.js" src="r.js"></script>';
  assert.equal(parts(`${script}<p>text`), [['text', undefined]]);
  assert.is(withoutGold(`${script}<p data-main="main">text`), `${script}<p>text`);
});

test('rejects an unknown label with the name of the page', () => {
  assert.throws(
    () => readGold('<p data-gold="maybe">text', 'site/page.html'),
    (error: unknown) => error instanceof Problem && error.message.startsWith('site/page.html: data-gold="maybe"'),
  );
  assert.throws(
    () => readGold('<p data-main="content">text', 'site/page.html'),
    (error: unknown) => error instanceof Problem && error.message.startsWith('site/page.html: data-main="content"'),
  );
});

test('aligns verdicts with labels block by block, in broken markup too', () => {
  const html = `<p>a<table><tr>moved<td>c<div>d<table><td>e</table></td></tr>too<p>g</table>
    <b><div data-gold="content">h</b>i</div><svg><foreignObject><div>j</div></foreignObject></svg>k`;
  const page = readGold(html, 'page');
  const blocks = segmentPage(parseTree(withoutGold(html)), separators);
  const texts = blocks.flatMap(({ segments }) => segments.map(({ text }) => text));
  assert.equal(texts, ['amovedtoo', 'g', 'k', 'c', 'd', 'e', 'h', 'i', 'j']);
  const verdicts = texts.map((text) => ({ text, template: 'dgh'.includes(text) }));
  const found = [...align(page, verdicts, separators)];
  assert.equal(
    found.map(({ text, label }) => [text, label]),
    [
      ['g', 'template'],
      ['d', 'template'],
      ['h', 'content'],
    ],
  );
});

const refused = (verdicts: readonly string[]): string => {
  const page = readGold('<p>one</p><p>two</p>', 'site/page.html');
  try {
    align(
      page,
      verdicts.map((text) => ({ text, template: false })),
      none,
    );
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
  return '';
};

test('rejects verdicts on other segments', () => {
  assert.is(refused(['one', 'two']), '');
  assert.is(refused(['one', 'too']), 'site/page.html: segment 2 is "two", but the method has "too"');
  assert.is(refused(['one']), 'site/page.html: segment 2 is "two", but the method has no segment');
  assert.is(refused(['one', 'two', 'three']), 'site/page.html: the method has 3 segments, the page has 2');
});

test.run();
