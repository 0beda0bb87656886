/** Whether texts are the same title: the comparison of headings, titles and names of products. */
import { keyOf } from './authors.ts';

/** Words that say something: shorter ones are in most titles. */
const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu));

/** Minimum share of the words of the shorter of two titles that the other one has. */
const ALIKE = 0.6;

/** Minimum number of words in common, where both have as many. */
export const COMMON_MIN = 2;

/** Number of words that two titles have in common. */
export function commonWords(one: string, other: string): number {
  const words = wordsOf(other);
  return [...wordsOf(one)].filter((word) => words.has(word)).length;
}

/** How surely two texts are one title: 3, by their letters and digits; 2, one has the other; 1, most words are the same; 0. */
export function likeness(one: string, other: string): number {
  const [key, otherKey] = [keyOf(one), keyOf(other)];
  if (key === otherKey) return 3;
  if (key === '' || otherKey === '') return 0;
  if (key.includes(otherKey) || otherKey.includes(key)) return 2;
  const least = Math.min(wordsOf(one).size, wordsOf(other).size);
  return commonWords(one, other) >= Math.max(COMMON_MIN, ALIKE * least) ? 1 : 0;
}
