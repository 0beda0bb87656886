/** Content as text, in the metric of the extraction field: F1 of bags of words. */
import type { Prediction } from './align.ts';
import type { GoldPage } from './gold.ts';

/** Runs of letters and digits, in lower case. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of some texts, with how often each occurs. */
export function bagOfWords(texts: readonly string[]): Map<string, number> {
  const bag = new Map<string, number>();
  for (const text of texts) {
    for (const word of wordsOf(text)) bag.set(word, (bag.get(word) ?? 0) + 1);
  }
  return bag;
}

const size = (bag: ReadonlyMap<string, number>): number => [...bag.values()].reduce((sum, count) => sum + count, 0);

/** F1 of one bag against another; 0 where only one is empty, and undefined where both are: there is nothing to measure. */
export function wordF1(found: ReadonlyMap<string, number>, gold: ReadonlyMap<string, number>): number | undefined {
  const all = size(found) + size(gold);
  if (all === 0) return undefined;
  let common = 0;
  for (const [word, count] of gold) common += Math.min(count, found.get(word) ?? 0);
  return (2 * common) / all;
}

/** `wordF1` of the text left as content against the text labelled content. A word never spans two text nodes. */
export function contentF1(page: GoldPage, prediction: Prediction): number | undefined {
  const kept = page.segments.filter((segment) => !prediction.has(segment));
  const gold = page.segments.filter(({ label }) => label === 'content');
  return wordF1(bagOfWords(kept.map(({ text }) => text)), bagOfWords(gold.map(({ text }) => text)));
}
