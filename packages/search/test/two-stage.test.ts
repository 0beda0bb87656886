/** Two-stage detection (Chen, Ye, Li, SAC 2006), rankings and words, with values computed by hand from the paper. */
import { IndexBuilder, type IndexOptions } from '@refrain/search';
import { RefrainError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rankings } from '../src/ranking.ts';
import { WordReader } from '../src/word-reader.ts';

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

type Index = ReturnType<IndexBuilder['build']>;

/** A letter for each block: `t` for template, `c` for content. */
function lettersOf(index: Index, page: number): string {
  let letters = '';
  try {
    for (;;) letters += index.isTemplate(page, letters.length) ? 't' : 'c';
  } catch (error) {
    if (!(error instanceof RefrainError)) throw error;
    return letters;
  }
}

async function verdicts(
  pages: readonly string[],
  { site = () => 'a', ...options }: { site?: (page: number) => string } & Pick<IndexOptions, 'styles'> = {},
): Promise<string[]> {
  const builder = await IndexBuilder.create({
    ...{ ...options, template: 'two-stage', titles: false },
    detector: { separators: 'html5' },
  });
  for (const [page, html] of pages.entries()) builder.add(`https://${site(page)}.example/${page}`, html);
  const index = builder.build();
  return pages.map((_, page) => lettersOf(index, page));
}

/** A page with the menu of all pages and its own story. */
const menuAndStory = (page: number): string => `<ul><li>home news about us</ul><div>story number x${page} y${page}`;

test('a menu on five pages of a site is template, one on four is content', async () => {
  assert.equal(await verdicts(times(4, menuAndStory)), Array(4).fill('cc'));
  assert.equal(await verdicts(times(5, menuAndStory)), Array(5).fill('tc'));
  const site = (page: number): string => (page < 5 ? 'a' : 'b');
  assert.equal(await verdicts(times(9, menuAndStory), { site }), [...Array(5).fill('tc'), ...Array(4).fill('cc')]);
});

test('blocks at another position of the page, or of another style, are not compared', async () => {
  const moved = (page: number): string => (page === 4 ? `<div></div>${menuAndStory(page)}` : menuAndStory(page));
  assert.equal(await verdicts(times(5, moved)), Array(5).fill('cc'));
  const styled = (attribute: string, other: string) =>
    times(5, (page) => menuAndStory(page).replace('<ul>', `<ul ${attribute}="${page === 4 ? other : '1'}">`));
  for (const name of ['bgcolor', 'width', 'height', 'border', 'align', 'cellpadding', 'cellspacing'])
    for (const other of ['1 ', ''])
      assert.equal(await verdicts(styled(name, other), { styles: 'paper' }), Array(5).fill('cc'), name);
  assert.equal(await verdicts(styled('class', '2'), { styles: 'paper' }), Array(5).fill('tc'));
  assert.equal(await verdicts(styled('class', '2'), { styles: 'classes' }), Array(5).fill('cc'));
});

test('a block is template if four fifths of its words, each as often as it occurs, are', async () => {
  const page = (fresh: number) => (at: number) =>
    `<div>one two three four ${times(fresh, (of) => `x${at}y${of}`).join(' ')}`;
  assert.equal(await verdicts(times(5, page(1))), Array(5).fill('t'));
  assert.equal(await verdicts(times(5, page(2))), Array(5).fill('c'));
  // Of 10 different words, 9 are on every page; of 12 occurrences, 9.
  const repeated = (at: number): string => `<div>a b c d e f g h i x${at} x${at} x${at}`;
  assert.equal(await verdicts(times(5, repeated)), Array(5).fill('c'));
  assert.equal(await verdicts([...Array(6).fill('<div>—'), '']), [...Array(6).fill('c'), '']);
});

test('a word at another position of the block is another word', async () => {
  const page = (at: number): string => `<div>${at === 0 ? 'new ' : ''}a b c d e f g h`;
  assert.equal(await verdicts(times(5, page)), Array(5).fill('c'));
  assert.equal(await verdicts(times(6, page)), ['c', ...Array(5).fill('t')]);
});

/**
 * Pages with one block of forty equal words; another word is in the middle of these parts of the signature. The equal
 * words have step 2 in these parts, and step 1 in others.
 */
const stepping = (...pages: readonly (readonly number[])[]): string[] =>
  pages.map((parts, page) => {
    const words = times(40, (at) => (at % 10 === 5 && parts.includes((at - 5) / 10) ? [`x${page}`, 'w'] : ['w']));
    return `<div>${words.flat().join(' ')}`;
  });

test('a block joins the first cluster to whose leader it is similar', async () => {
  const [few, some, most] = [[0], [0, 1], [0, 1, 2]];
  assert.equal(await verdicts(stepping(few, some, some, some, some)), Array(5).fill('t'));
  assert.equal(await verdicts(stepping(few, some, some, some, most)), Array(5).fill('c'));
  assert.equal(await verdicts(stepping(some, few, some, some, most)), Array(5).fill('t'));
  // Five of six bits are equal, then four.
  assert.equal(await verdicts(stepping([0, 1], ...times(4, () => [0, 2]))), Array(5).fill('t'));
  assert.equal(await verdicts(stepping([0, 1], ...times(4, () => [2, 3]))), Array(5).fill('c'));
  for (const [one, other] of [
    [few, most],
    [most, few],
  ] as const)
    assert.equal(await verdicts(stepping(one, other, some, some, some, some)), ['t', 'c', 't', 't', 't', 't']);
});

test('steps of 17 words and of one are different', async () => {
  const far = times(4, () => `${times(16, (at) => `f${at}`).join(' ')} w`).join(' ');
  assert.equal(await verdicts([...Array(5).fill(`<div>${far}`), '<div>w w w w']), [...Array(5).fill('t'), 'c']);
});

test('rankings agree with the formulas', () => {
  const figures = { tf: 3, queryTf: 1, df: 50, pages: 1000, length: 200, averageLength: 100, averageTf: 1.5 };
  const { bm25, pivoted } = rankings;
  assert.is(bm25(figures).toFixed(6), '4.063867');
  assert.is(bm25({ ...figures, length: 100 }).toFixed(6), '5.283027');
  assert.is(bm25({ ...figures, df: 500 }), 0);
  assert.is(pivoted(figures).toFixed(6), '3.728883');
  assert.is(pivoted({ ...figures, length: 100 }).toFixed(6), '4.474660');
  for (const ranking of [bm25, pivoted]) assert.is(ranking({ ...figures, queryTf: 2 }), 2 * ranking(figures));
});

test('an index has the figures of the words outside the template', async () => {
  const builder = await IndexBuilder.create({ template: 'none', titles: false });
  for (const [page, text] of ['c', 'a b', 'a a b', 'a b', 'a d', ''].entries())
    builder.add(`https://a.example/${page}`, `<p>${text}`);
  const index = builder.build();
  assert.equal(
    ['a', 'b', 'c', 'menu'].map((word) => index.df(word)),
    [4, 3, 1, 0],
  );
  assert.equal(index.stats, { pages: 6, words: 10, terms: 4 });
  const found = (query: string) => index.search(query).map(({ page }) => page);
  // All scores are 0, because the word is on more than half of the pages.
  assert.equal(found('a'), [1, 2, 3, 4]);
  assert.equal(
    [found('d a'), found('c d'), found('c d d')],
    [
      [4, 1, 2, 3],
      [0, 4],
      [4, 0],
    ],
  );
  assert.is(index.search('a', { ranking: 'pivoted' })[0]?.page, 2);
});

test('words are those of Unicode, in lower case by character, without soft hyphens', () => {
  const dictionary: string[] = [];
  const reader = new WordReader((word) => dictionary.push(word) - 1);
  const wordsOf = (text: string) => reader.read(text).map((number) => dictionary[number]);
  assert.equal(wordsOf('Don’t — 3.5 “ÉTÉ”, foo_bar!'), ['don’t', '3.5', 'été', 'foo_bar']);
  assert.equal(wordsOf('ΟΔΟΣ hy\u00adphen'), ['οδοσ', 'hyphen']);
  assert.equal(wordsOf('\u{10400}\u0130'), ['\u{10428}i\u0307']);
  assert.equal(wordsOf(' —… '), []);
});

test.run();
