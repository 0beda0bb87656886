/** Resemblance of texts by minima of seeded hashes over word shingles (Broder, 1997). */
import { wordsOf } from '../evaluation/words.ts';
import { shortFingerprint } from './fingerprint.ts';

/** All runs of `size` words. A shorter text is one shingle. */
export function shingles(text: string, size: number): Set<string> {
  const words = wordsOf(text);
  if (words.length <= size) return new Set([words.join(' ')]);
  return new Set(Array.from({ length: words.length - size + 1 }, (_, at) => words.slice(at, at + size).join(' ')));
}

/** `count` minima. Each shingle is hashed once, and the hash is mixed with each seed. */
export function minima(text: string, size: number, count: number): Uint32Array {
  const least = new Uint32Array(count).fill(0xffff_ffff);
  for (const shingle of shingles(text, size)) {
    const hash = shortFingerprint(shingle, 0);
    for (let seed = 0; seed < count; seed += 1) {
      let mixed = Math.imul(hash ^ Math.imul(seed + 1, 0x9e3779b1), 0x85ebca6b);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
      mixed = (mixed ^ (mixed >>> 16)) >>> 0;
      if (mixed < (least[seed] ?? 0)) least[seed] = mixed;
    }
  }
  return least;
}

/** Share of equal minima: an estimate of the overlap of the shingles. */
export function resemblance(one: Uint32Array, other: Uint32Array): number {
  let same = 0;
  for (const [at, value] of one.entries()) if (value === other[at]) same += 1;
  return same / one.length;
}
