/**
 * Words of menus, share bars and lists of articles in other languages, and the English ones that mean the same. They have the log
 * odds of the English word, and what is counted beside them is counted beside it: pages in most languages are too few to learn from.
 *
 * interface-words.tsv has a line for each language: its code, and `word=translation,translation` after each tab.
 */
import { readFileSync } from 'node:fs';
import { wordsIn } from '../../test/reference/prose.ts';
import { hashWord, LEXICON_BITS } from '../../test/reference/word-hash.ts';

const TABLE = new URL('interface-words.tsv', import.meta.url);

function readTranslations(): ReadonlyMap<number, number> {
  const translations = new Map<number, number>();
  for (const line of readFileSync(TABLE, 'utf8').trimEnd().split('\n')) {
    const [, ...cells] = line.split('\t');
    for (const [english = '', words = ''] of cells.map((cell) => cell.split('='))) {
      for (const kind of ['text', 'heading'] as const) {
        const [to] = keysOf(english, kind);
        if (to === undefined) throw new RangeError(`${TABLE.pathname}: ${english} is no word`);
        for (const from of words.split(',').flatMap((word) => keysOf(word, kind))) {
          if (from !== to && !translations.has(from)) translations.set(from, to);
        }
      }
    }
  }
  return translations;
}

/** A word without spaces can be several pairs of characters. */
const keysOf = (word: string, kind: 'text' | 'heading'): number[] =>
  wordsIn([word], kind).map((each) => hashWord(each) & LEXICON_BITS);

/** Hashes of the English words by those of their translations: of words in short texts, and of words in headings. */
export const TRANSLATIONS = readTranslations();
