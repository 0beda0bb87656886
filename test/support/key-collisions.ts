/** Counts pairs of byte strings with equal keys, for each width of a fingerprint. */
import { byteFamilies } from './chosen.ts';

export interface Collisions {
  readonly bits: number;
  readonly pairs: number;
  /** Pairs that chance makes, and their standard deviation. */
  readonly expected: number;
  readonly deviation: number;
}

/** The part of a key that is a fingerprint of this width. */
const fingerprints: Readonly<Record<number, (key: bigint) => bigint>> = {
  64: (key) => key,
  39: (key) => ((key >> 32n) << 7n) | (key & 127n),
  23: (key) => ((key >> 48n) << 7n) | (key & 127n),
};

export function countCollisions(count: number, seed: number, keyOf: (bytes: Uint8Array) => bigint): Collisions[] {
  const keys: bigint[] = [];
  const seen = new Set<string>();
  for (const bytes of byteFamilies(count, seed)) {
    const id = Buffer.from(bytes).toString('latin1');
    if (seen.has(id)) continue;
    seen.add(id);
    keys.push(keyOf(bytes));
  }
  return Object.entries(fingerprints).map(([width, fingerprint]) => {
    const bits = Number(width);
    const sorted = BigUint64Array.from(keys, fingerprint).sort();
    let pairs = 0;
    let run = 0;
    for (let at = 1; at < sorted.length; at += 1) {
      run = sorted[at] === sorted[at - 1] ? run + 1 : 0;
      pairs += run;
    }
    const expected = (keys.length * (keys.length - 1)) / 2 / 2 ** bits;
    return { bits, pairs, expected, deviation: Math.sqrt(expected) };
  });
}
