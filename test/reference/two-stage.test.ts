import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  bm25,
  type DividedBlock,
  divide,
  isSimilar,
  pivoted,
  ReferenceIndex,
  type Signature,
  type StyleMode,
  signature,
  twoStage,
  wordsOf,
} from './two-stage.ts';

const separators = new Set(['table', 'p', 'ul']);

const divided = (html: string, styles: StyleMode = 'paper', names: ReadonlySet<string> = separators): DividedBlock[] =>
  divide(html, { separators: names, styles });

const texts = (html: string, names: ReadonlySet<string> = separators): string[] =>
  divided(html, 'paper', names).map(({ text }) => text);

/** `position: text` for each block. */
const positions = (html: string): string[] =>
  divided(html).map(({ position, text }) => `${position.join('.')}: ${text.replaceAll('\n', ' ')}`);

/** Number of different styles of the blocks. */
const styleCount = (html: string, styles: StyleMode = 'paper'): number =>
  new Set(divided(html, styles).map(({ style }) => style)).size;

const hex = (of: Signature): string => of.map((part) => part.toString(16).padStart(8, '0')).join(' ');

/** A string per page with a letter per block: `t` for template, `c` for content. */
const verdicts = (pages: readonly string[], site: (page: number) => string = () => 'a') =>
  twoStage(
    pages.map((html, page) => ({ html, site: site(page) })),
    { separators },
  ).map(({ blocks }) => blocks.map(({ isTemplate }) => (isTemplate ? 't' : 'c')).join(''));

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

test('a text belongs to the nearest block, or to the body if there is none', () => {
  assert.equal(positions('a<p>b<table><tr><td>c<p>d</table>e'), [': a', '1: b e', '1.1: c', '1.1.1: d']);
  assert.equal(positions('<div>a<table><tr><td>b</table>c</div>'), [': a c', '1: b']);
  assert.equal(positions('<frameset><noframes>a</noframes></frameset>'), [': a']);
});

test('a position counts all blocks of the parent block, also those without text', () => {
  assert.equal(positions('<p></p><div><p>a</p></div><ul><li><p>b<li><p><li><p>c</ul><p>d'), [
    '2: a',
    '3.1: b',
    '3.3: c',
    '4: d',
  ]);
});

test('ignored elements have neither text nor blocks', () => {
  assert.equal(positions('<title>a</title><noscript><p>b</noscript><template><p>c</template><script>d</script><p>e'), [
    '1: e',
  ]);
});

test('ignored elements and comments do not divide a word', () => {
  assert.equal(texts('<p>a<script>b</script>c<!-- -->d'), ['acd']);
});

test('a style is the tag name and seven unchanged attributes', () => {
  assert.is(styleCount('<p>a</p><p>b</p>'), 1);
  assert.is(styleCount('<p>a<ul>b</ul>'), 2);
  for (const name of ['bgcolor', 'width', 'height', 'border', 'align', 'cellpadding', 'cellspacing']) {
    assert.is(styleCount(`<p ${name}="1">a<p ${name}="1">b`), 1, name);
    assert.is(styleCount(`<p ${name}="1">a<p ${name}="1 ">b`), 2, name);
    assert.is(styleCount(`<p ${name}="">a<p>b`), 2, name);
  }
  assert.is(styleCount('<p align=A>a<p align=a>b'), 2);
  assert.is(styleCount('<p align=1>a<p width=1>b'), 2);
  assert.is(styleCount('<p width=1 align=2>a<p align=2 width=1>b'), 1);
  assert.is(styleCount('<p id=1 style=2>a<p>b'), 1);
});

test('a style of mode modern includes the class', () => {
  const page = '<p class=a>a<p class="">b<p>c';
  assert.is(styleCount(page), 1);
  assert.is(styleCount(page, 'modern'), 3);
});

test('inline elements do not divide a word; white space and br do', () => {
  assert.equal(texts('<p>foo<b>bar</b>'), ['foobar']);
  assert.equal(texts('<p>foo <b>bar</b>'), ['foo bar']);
  assert.equal(texts('<p>foo<b>\n</b>bar'), ['foo bar']);
  assert.equal(texts('<p>foo<x-y>bar</x-y>'), ['foobar']);
  assert.equal(texts('<p>foo<br>bar'), ['foo\nbar']);
  assert.equal(texts('<p>foo<br> bar'), ['foo\nbar']);
  assert.equal(texts('<p> foo \n bar&nbsp;'), ['foo bar']);
});

test('cells are separated by a tab, other block elements by a line feed', () => {
  assert.equal(texts('<table><tr><td>a<td>b<tr><th>c<td><div>d</div></table>'), ['a\tb\nc\nd']);
});

test('texts before and after another block are separate words', () => {
  assert.equal(texts('<div>a<table><tr><td>b</table>c</div>'), ['a\nc', 'b']);
  assert.equal(texts('a<x-y>b</x-y>c', new Set(['x-y'])), ['a c', 'b']);
  assert.equal(texts('a<x-y></x-y>c', new Set(['x-y'])), ['ac']);
  assert.equal(texts('<table><tr><td>a<td>b<td>c</table>', new Set(['td'])), ['a', 'b', 'c']);
});

test('divides words by the rules of Unicode and lower-cases each code point separately', () => {
  assert.equal(wordsOf('Don’t — 3.5 “ÉTÉ”, foo_bar!'), ['don’t', '3.5', 'été', 'foo_bar']);
  assert.equal(wordsOf('ΟΔΟΣ'), ['οδοσ']);
  assert.equal(wordsOf('\u{10400}\u0130'), ['\u{10428}i\u0307']);
  assert.equal(wordsOf(' —… '), []);
});

const POSITIONS = {
  A: [3, 8, 20, 55, 56, 90, 122, 130],
  B: [3, 8, 20, 57, 58, 92, 124, 132],
  C: [5, 10, 22, 60, 61, 95, 127, 135],
} as const;

test('signature: encodes eight positions', () => {
  assert.is(hex(signature(POSITIONS.A)), '00000028 00001008 00000006 00000101');
  assert.is(hex(signature(POSITIONS.B)), '00000028 00001020 00000006 00000101');
  assert.is(hex(signature(POSITIONS.C)), '00000020 00001040 00000006 00000101');
});

test('signature: assigns positions to four parts when their number is not divisible by four', () => {
  // All steps are 1 except one step of 2. The part with bit 2 is the part of that step.
  const partOf = (length: number, at: number): number => {
    const step = (index: number): number => (index === at ? 2 : 1);
    let position = 0;
    const positions = times(length, (index) => {
      position += step(index);
      return position;
    });
    return signature(positions).findIndex((part) => (part & 4) !== 0);
  };
  const partsOf = (length: number): number[] => times(length, (at) => partOf(length, at));
  assert.equal(partsOf(1), [0]);
  assert.equal(partsOf(2), [0, 2]);
  assert.equal(partsOf(3), [0, 1, 2]);
  assert.equal(partsOf(5), [0, 0, 1, 2, 3]);
  assert.equal(partsOf(6), [0, 0, 1, 2, 2, 3]);
});

test('signature: a step sets the bit of its remainder modulo 32', () => {
  assert.equal(signature([32]), [1, 0, 0, 0]);
  assert.equal(signature([31]), [0x80000000, 0, 0, 0]);
  assert.equal(signature([63]), [0x80000000, 0, 0, 0]);
  assert.equal(signature([]), [0, 0, 0, 0]);
});

test('isSimilar: agrees with the examples', () => {
  const [a, b, c] = [signature(POSITIONS.A), signature(POSITIONS.B), signature(POSITIONS.C)];
  assert.is(isSimilar(a, b), true);
  assert.is(isSimilar(a, c), false);
  assert.is(isSimilar(signature([4, 9, 13, 30]), signature([4, 9, 13, 31])), false);
  assert.is(isSimilar(signature([7]), signature([39])), true);
  assert.is(isSimilar(signature([7]), signature([8])), false);
  const full: Signature = [2 ** 32 - 1, 0, 0, 0];
  assert.is(isSimilar(full, full), true);
  assert.is(isSimilar(signature([]), signature([])), true);
  assert.is(isSimilar(signature([]), signature([1])), false);
});

test('isSimilar: requires 80 % common bits of the signature with more bits', () => {
  assert.is(isSimilar([0b11111, 0, 0, 0], [0b1111, 0, 0, 0]), true);
  assert.is(isSimilar([0b11111, 0, 0, 0], [0b111, 0, 0, 0]), false);
  assert.is(isSimilar([0b11111, 0, 0, 0], [0b1111, 1, 0, 0]), true);
  assert.is(isSimilar([0b1111, 0, 0, 0], [0b1111, 0, 0, 0b11]), false);
  // Equal bits of different parts are not common.
  assert.is(isSimilar([1, 0, 0, 0], [0, 1, 0, 0]), false);
});

/** A page with a menu, which all pages share, and a story of its own. */
const menuAndStory = (page: number): string => `<ul><li>home news about us</ul><p>story number x${page} y${page}`;

test('a menu on five pages is template, one on four is content', () => {
  assert.equal(verdicts(times(4, menuAndStory)), Array(4).fill('cc'));
  assert.equal(verdicts(times(5, menuAndStory)), Array(5).fill('tc'));
});

test('does not cluster blocks of different sites', () => {
  const site = (page: number): string => (page < 5 ? 'a' : 'b');
  assert.equal(verdicts(times(9, menuAndStory), site), [...Array(5).fill('tc'), ...Array(4).fill('cc')]);
});

test('does not cluster blocks with different positions or styles', () => {
  const moved = (page: number): string => (page === 4 ? `<p></p>${menuAndStory(page)}` : menuAndStory(page));
  assert.equal(verdicts(times(5, moved)), Array(5).fill('cc'));
  const styled = (page: number): string =>
    menuAndStory(page).replace('<ul>', `<ul bgcolor=${page === 4 ? 'red' : ''}>`);
  assert.equal(verdicts(times(5, styled)), Array(5).fill('cc'));
  assert.equal(verdicts(times(6, styled)), ['tc', 'tc', 'tc', 'tc', 'cc', 'tc']);
});

test('a block is template with 80 % template words', () => {
  const page = (fresh: number) => (at: number) =>
    `<p>one two three four ${times(fresh, (of) => `x${at}y${of}`).join(' ')}`;
  assert.equal(verdicts(times(5, page(1))), Array(5).fill('t'));
  assert.equal(verdicts(times(5, page(2))), Array(5).fill('c'));
});

test('counts every occurrence of a word', () => {
  // 9 of 10 distinct words are on every page, but only 9 of 12 occurrences.
  const page = (at: number): string => `<p>a b c d e f g h i x${at} x${at} x${at}`;
  assert.equal(verdicts(times(5, page)), Array(5).fill('c'));
});

test('a word at another position is not a template word', () => {
  const page = (at: number): string => `<p>${at === 0 ? 'new ' : ''}a b c d e f g h`;
  assert.equal(verdicts(times(5, page)), Array(5).fill('c'));
  assert.equal(verdicts(times(6, page)), ['c', ...Array(5).fill('t')]);
});

/**
 * Pages with one block of forty equal words, and another word in the middle of each given part of the signature.
 * So the equal words have step 1 in every part and step 2 in the given parts.
 */
const stepping = (...pages: readonly (readonly number[])[]): string[] =>
  pages.map((parts, page) => {
    const words = times(40, (at) => (at % 10 === 5 && parts.includes((at - 5) / 10) ? [`x${page}`, 'w'] : ['w']));
    return `<p>${words.flat().join(' ')}`;
  });

test('a block joins a cluster only if it is similar to the leader', () => {
  const [few, some, most] = [[0], [0, 1], [0, 1, 2]];
  assert.equal(verdicts(stepping(few, some, some, some, some)), Array(5).fill('t'));
  assert.equal(verdicts(stepping(few, some, some, some, most)), Array(5).fill('c'));
  assert.equal(verdicts(stepping(some, few, some, some, most)), Array(5).fill('t'));
});

test('a block that is similar to two leaders joins the first cluster', () => {
  const [few, some, most] = [[0], [0, 1], [0, 1, 2]];
  assert.equal(verdicts(stepping(few, most, some, some, some, some)), ['t', 'c', 't', 't', 't', 't']);
  assert.equal(verdicts(stepping(most, few, some, some, some, some)), ['t', 'c', 't', 't', 't', 't']);
});

test('a block without words is content', () => {
  assert.equal(verdicts(Array(6).fill('<p>—')), Array(6).fill('c'));
});

test('accepts no page and empty pages', () => {
  assert.equal(verdicts([]), []);
  assert.equal(verdicts(['', '']), ['', '']);
});

const figures = { tf: 3, queryTf: 1, df: 50, pages: 1000, length: 200, averageLength: 100, averageTf: 1.5 };

test('bm25: agrees with the examples', () => {
  assert.is(bm25(figures).toFixed(6), '4.063867');
  assert.is(bm25({ ...figures, length: 100 }).toFixed(6), '5.283027');
  assert.is(bm25({ ...figures, queryTf: 2 }), 2 * bm25(figures));
  assert.is(bm25({ ...figures, df: 500 }), 0);
  assert.is(bm25({ ...figures, df: 900 }), 0);
});

test('pivoted: agrees with the examples', () => {
  assert.is(pivoted(figures).toFixed(6), '3.728883');
  assert.is(pivoted({ ...figures, length: 100 }).toFixed(6), '4.474660');
  assert.is(pivoted({ ...figures, queryTf: 2 }), 2 * pivoted(figures));
  assert.ok(pivoted({ ...figures, df: 1000 }) > 0);
});

const kept = (text: string, keep = true) => ({ words: wordsOf(text), keep });

test('the index contains kept blocks with positions in the whole page', () => {
  const index = new ReferenceIndex([
    [kept('b a b'), kept('menu a', false), kept('a c')],
    [kept('menu', false)],
    [kept('c'), kept('menu a', false)],
  ]);
  assert.equal(
    [...index.postings].map(([word, pages]) => [word, [...pages]]),
    [
      ['b', [[0, [1, 3]]]],
      ['a', [[0, [2, 8]]]],
      [
        'c',
        [
          [0, [9]],
          [2, [1]],
        ],
      ],
    ],
  );
  assert.equal(index.lengths, [5, 0, 1]);
  assert.equal(index.distinct, [3, 0, 1]);
  assert.is(index.averageLength, 2);
  assert.equal(
    ['a', 'b', 'c', 'menu'].map((word) => index.df(word)),
    [1, 1, 2, 0],
  );
});

/** A thousand pages with a mean length of 150. Fifty have the word three times; the first of them has the given length. */
const thousandPages = (length: number): ReferenceIndex => {
  // Three of `length` words are the word. With the others each word occurs 1.5 times on average.
  const first = [...Array<string>(3).fill('word'), ...times(length - 3, (at) => `f${at % ((length * 2) / 3 - 1)}`)];
  const rest = 150 * 1000 - length;
  const lengths = times(999, (at) => Math.floor((rest * (at + 1)) / 999) - Math.floor((rest * at) / 999));
  const others = lengths.map((own, at) => [
    ...(at < 49 ? Array<string>(3).fill('word') : []),
    ...Array<string>(own - (at < 49 ? 3 : 0)).fill(`o${at}`),
  ]);
  return new ReferenceIndex([first, ...others].map((words) => [{ words, keep: true }]));
};

test('search: scores a thousand pages as the formulas do', () => {
  const scoreOf = (index: ReferenceIndex, ranking: 'bm25' | 'pivoted'): string | undefined =>
    index
      .search('WORD', ranking)
      .find(({ page }) => page === 0)
      ?.score.toFixed(6);
  const [long, mean] = [thousandPages(300), thousandPages(150)];
  assert.is(long.averageLength, 150);
  assert.is(scoreOf(long, 'bm25'), '4.063867');
  assert.is(scoreOf(mean, 'bm25'), '5.283027');
  assert.is(scoreOf(long, 'pivoted'), '3.728883');
  assert.is(scoreOf(mean, 'pivoted'), '4.474660');
  assert.is(long.search('word', 'bm25').length, 50);
});

test('search: sorts by score, then by page; includes pages with score 0', () => {
  const index = new ReferenceIndex(
    [kept('c'), kept('a b'), kept('a a b'), kept('a b'), kept('a d'), kept('')].map((block) => [block]),
  );
  const pages = (query: string, ranking: 'bm25' | 'pivoted' = 'bm25'): number[] =>
    index.search(query, ranking).map(({ page }) => page);
  assert.equal(pages('a'), [1, 2, 3, 4]);
  assert.equal(
    index.search('a', 'bm25').map(({ score }) => score),
    [0, 0, 0, 0],
  );
  assert.equal(pages('d a'), [4, 1, 2, 3]);
  assert.equal(pages('c d'), [0, 4]);
  assert.equal(pages('c d d'), [4, 0]);
  assert.equal(pages('nothing'), []);
  assert.equal(pages(' — '), []);
  assert.is(pages('a', 'pivoted')[0], 2);
  assert.ok(index.search('a', 'pivoted').every(({ score }) => score > 0));
});

test('search: counts every occurrence of a word in the query', () => {
  const index = new ReferenceIndex([kept('a'), kept('b'), kept('c'), kept('d')].map((block) => [block]));
  const score = (query: string): number | undefined => index.search(query, 'bm25')[0]?.score;
  assert.is(score('a A'), 2 * (score('a') ?? 0));
});

test('the index leaves out words of template blocks', () => {
  const pages = twoStage(
    times(6, (at) => ({ html: menuAndStory(at), site: 'a' })),
    { separators },
  );
  const whole = new ReferenceIndex(pages.map(({ blocks }) => blocks.map(({ words }) => ({ words, keep: true }))));
  const without = new ReferenceIndex(
    pages.map(({ blocks }) => blocks.map(({ words, isTemplate }) => ({ words, keep: !isTemplate }))),
  );
  assert.is(whole.search('news', 'pivoted').length, 6);
  assert.equal(without.search('news', 'pivoted'), []);
  assert.equal(without.lengths, Array(6).fill(4));
  assert.equal(without.postings.get('story')?.get(0), whole.postings.get('story')?.get(0));
});

test('divides a hundred thousand nested blocks', () => {
  const page = `${'<ul>'.repeat(100_000)}a`;
  const [block, ...others] = divided(page);
  assert.equal(others, []);
  assert.equal(block?.position.length, 100_000);
});

test.run();
