import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Problem } from '../../bench/command-line.ts';
import { withoutGold } from '../../bench/pages/read.ts';
import { segmentPage } from '../../test/reference/segment.ts';
import { parseTree } from '../../test/reference/tree.ts';
import { align } from '../evaluation/align.ts';
import { Counts, countBlocks, countCharacters } from '../evaluation/counts.ts';
import { type GoldPage, readGold } from '../evaluation/gold.ts';
import { bagOfWords, contentF1, wordF1 } from '../evaluation/words.ts';

const separators = new Set(['table', 'div']);
const none = new Set<string>();

const labels = (html: string): unknown[] => readGold(html, 'page').segments.map(({ text, label }) => [text, label]);

test('the label of a text is that of its nearest labelled ancestor, or template without one', () => {
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

test('the part of a text is that of its nearest ancestor with one, rest without one, undefined on a page without parts', () => {
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

test('a data-main that names the script of a page is not a label, and is kept', () => {
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

/** The segments with these texts, as predicted template. */
const called = (page: GoldPage, texts: readonly string[]) =>
  new Set(page.segments.filter(({ text }) => texts.includes(text)));

const figures = ({ precision, recall, f1, contentLost }: Counts): number[] => [precision, recall, f1, contentLost];

test('counts characters: every text has its length as weight', () => {
  // Template: menu (4), foot (4) and ad (2); content: story (5) and by me (5).
  const page = readGold('menu<div data-gold="content">story<p>by me</p><p data-gold="template">ad</p></div>foot', '');
  const counts = new Counts();
  countCharacters(counts, page, called(page, ['menu', 'by me']));
  assert.equal(figures(counts), [4 / 9, 4 / 10, 8 / 19, 5 / 10]);
});

test('counts a block as template above 0.7 of its characters and skips blocks without text', () => {
  const seven = `<div><i>${'t'.repeat(7)}</i><b data-gold="content">ccc</b></div>`;
  const eight = `<div><i>${'u'.repeat(8)}</i><b data-gold="content">dd</b></div>`;
  const page = readGold(`<body>${seven}${eight}<div> </div><div data-gold="content">eee</div>`, '');
  const none = new Counts();
  countBlocks(none, page, new Set());
  assert.equal(figures(none), [1, 0, 0, 0]);
  // All of the first block is predicted as template, so its verdict differs from its label.
  const counts = new Counts();
  countBlocks(counts, page, called(page, ['ttttttt', 'ccc', 'uuuuuuuu']));
  assert.equal(figures(counts), [0.5, 1, 2 / 3, 0.5]);
});

test('counts words: runs of letters and digits in lower case, and single characters of East Asia', () => {
  assert.equal(
    [...bagOfWords(['The cat, the Élan-42 x2!', 'CAT 日本語…'])],
    [
      ['the', 2],
      ['cat', 2],
      ['élan', 1],
      ['42', 1],
      ['x2', 1],
      ['日', 1],
      ['本', 1],
      ['語', 1],
    ],
  );
});

test('F1 of bags counts a word as often as both have it', () => {
  const score = (found: string, gold: string): number | undefined => wordF1(bagOfWords([found]), bagOfWords([gold]));
  assert.is(score('a b c', 'a b c'), 1);
  assert.is(score('a a b', 'a c'), 2 / 5);
  assert.is(score('a', 'b'), 0);
  assert.is(score('', 'a'), 0);
  assert.is(score('a', ''), 0);
  assert.is(score('', '…'), undefined);
});

test('the content of a page is the text that was not judged template', () => {
  const page = readGold('menu one<div data-gold="content">two words<p>and more</p></div>', '');
  const calling = (texts: readonly string[]) => new Set(page.segments.filter(({ text }) => texts.includes(text)));
  assert.is(contentF1(page, calling(['menu one'])), 1);
  assert.is(contentF1(page, calling([])), 8 / 10);
  assert.is(contentF1(page, calling(['menu one', 'and more'])), 4 / 6);
});

test.run();
