/** Figures of evaluation: characters, blocks and words that are counted. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Counts, countBlocks, countCharacters } from '../evaluation/counts.ts';
import { type GoldPage, readGold } from '../evaluation/gold.ts';
import { bagOfWords, contentF1, wordF1 } from '../evaluation/words.ts';

/** The segments of the page with these texts, called template. */
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
  // The first block has content for its label and template for its verdict, since all of it is called so.
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
