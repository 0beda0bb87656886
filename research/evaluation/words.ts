/** F1 of bags of words; shares of blocks in a text. */
import type { SourcePage } from '../../bench/pages/site-files.ts';
import type { Prediction } from './align.ts';
import type { Counts } from './counts.ts';
import type { GoldPage, Label } from './gold.ts';

export const wordsOf = (text: string): string[] => text.replace(INVISIBLE, '').toLowerCase().match(WORD) ?? [];

/** Soft hyphens and joiners, which do not separate words. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;

/** A character of a script without spaces, or a run of other letters and digits. */
const SPACELESS = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]';
const WORD = new RegExp(`${SPACELESS}|(?:(?!${SPACELESS})[\\p{L}\\p{N}])+`, 'gu');

export type Bag = ReadonlyMap<string, number>;

export function bagOfWords(texts: readonly string[]): Bag {
  const bag = new Map<string, number>();
  for (const text of texts) {
    for (const word of wordsOf(text)) bag.set(word, (bag.get(word) ?? 0) + 1);
  }
  return bag;
}

export const sizeOf = (bag: Bag): number => [...bag.values()].reduce((sum, count) => sum + count, 0);

export function common(one: Bag, other: Bag): number {
  let shared = 0;
  for (const [word, count] of other) shared += Math.min(count, one.get(word) ?? 0);
  return shared;
}

/** The labelled main content, with the headline if this is missing in the text. */
export function goldTexts({ text, headline = '' }: Pick<SourcePage, 'text' | 'headline'>): string[] {
  const spaced = (value: string): string => ` ${wordsOf(value).join(' ')} `;
  if (text === undefined) return [];
  return spaced(text).includes(spaced(headline)) ? [text] : [headline, text];
}

/** 0 if only one bag is empty, undefined if both are. */
export function wordF1(found: Bag, gold: Bag): number | undefined {
  const all = sizeOf(found) + sizeOf(gold);
  return all === 0 ? undefined : (2 * common(found, gold)) / all;
}

/**
 * `wordF1` of text that was judged content, compared with text that is labelled content. A word never spans two text
 * nodes.
 */
export function contentF1(page: GoldPage, prediction: Prediction): number | undefined {
  const kept = page.segments.filter((segment) => !prediction.has(segment));
  return wordF1(bagOfWords(kept.map(({ text }) => text)), goldWords(page, 'content'));
}

export const goldWords = (page: GoldPage, of: Label): Bag =>
  bagOfWords(page.segments.filter(({ label }) => label === of).map(({ text }) => text));

/** Words of the main content, by the labels of the page. */
export const mainWords = (page: GoldPage): Bag =>
  bagOfWords(page.segments.filter(({ part }) => part === 'main').map(({ text }) => text));

/**
 * Counts a page by its words, weighted by length, for methods that return only a text. If a word is in template and
 * content, missing copies count first as template.
 */
export function countWords(counts: Counts, page: GoldPage, kept: Bag): void {
  const template = goldWords(page, 'template');
  const content = goldWords(page, 'content');
  for (const word of new Set([...template.keys(), ...content.keys()])) {
    const inTemplate = template.get(word) ?? 0;
    const inContent = content.get(word) ?? 0;
    const missing = Math.max(0, inTemplate + inContent - (kept.get(word) ?? 0));
    const found = Math.min(missing, inTemplate);
    const weight = [...word].length;
    counts.add('template', true, found * weight);
    counts.add('template', false, (inTemplate - found) * weight);
    counts.add('content', true, (missing - found) * weight);
    counts.add('content', false, (inContent - missing + found) * weight);
  }
}

/** Maximum words of a block that is matched as a whole. Longer blocks are matched by runs of four words. */
const SHORT_BLOCK = 5;
const RUN_WORDS = 4;

/** Returns a function for the share of a block's words in `text`. */
export function shareOf(text: string): (block: string) => number {
  const words = wordsOf(text);
  const runs = new Set<string>();
  for (let length = 1; length <= SHORT_BLOCK; length += 1) {
    for (let at = 0; at + length <= words.length; at += 1) runs.add(words.slice(at, at + length).join(' '));
  }
  return (block) => {
    const own = wordsOf(block);
    if (own.length === 0) return 0;
    if (own.length <= SHORT_BLOCK) return runs.has(own.join(' ')) ? 1 : 0;
    const isFound = new Uint8Array(own.length);
    for (let at = 0; at + RUN_WORDS <= own.length; at += 1) {
      if (runs.has(own.slice(at, at + RUN_WORDS).join(' '))) isFound.fill(1, at, at + RUN_WORDS);
    }
    return isFound.reduce((sum, found) => sum + found, 0) / own.length;
  };
}
