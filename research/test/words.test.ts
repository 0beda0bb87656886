import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readGold } from '../evaluation/gold.ts';
import { bagOfWords, contentF1, wordF1 } from '../evaluation/words.ts';

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
