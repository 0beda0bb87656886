/** Similarity of titles: compares headings, titles and names of products. */
import { keyOf } from './plain-text.ts';

/** Words of four letters or more: shorter ones are in most titles. */
const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu));

/** Number of words that two titles have in common. */
export function commonWords(one: string, other: string): number {
  const words = wordsOf(other);
  return [...wordsOf(one)].filter((word) => words.has(word)).length;
}

/** 2 if two texts have the same letters and digits, 1 if one contains the other, else 0. */
export function likeness(one: string, other: string): number {
  const [key, otherKey] = [keyOf(one), keyOf(other)];
  if (key === otherKey) return 2;
  return key !== '' && otherKey !== '' && (key.includes(otherKey) || otherKey.includes(key)) ? 1 : 0;
}
