/** Blocks of a page that are in its main content, given as text: decided by shared runs of words. */
import { wordsOf } from '../evaluation/words.ts';

/** Maximum words of a block that is matched as a whole; longer blocks are matched by runs of four words. */
const SHORT = 5;
const RUN = 4;

/** Returns a function for the share of the words of a block that are in `text`. */
export function shareOf(text: string): (block: string) => number {
  const words = wordsOf(text);
  const runs = new Set<string>();
  for (let length = 1; length <= SHORT; length += 1) {
    for (let at = 0; at + length <= words.length; at += 1) runs.add(words.slice(at, at + length).join(' '));
  }
  return (block) => {
    const own = wordsOf(block);
    if (own.length === 0) return 0;
    if (own.length <= SHORT) return runs.has(own.join(' ')) ? 1 : 0;
    const isFound = new Uint8Array(own.length);
    for (let at = 0; at + RUN <= own.length; at += 1) {
      if (runs.has(own.slice(at, at + RUN).join(' '))) isFound.fill(1, at, at + RUN);
    }
    return isFound.reduce((sum, found) => sum + found, 0) / own.length;
  };
}
