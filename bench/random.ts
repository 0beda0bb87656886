/** Random numbers and orders that are equal on every machine. */

export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns whole numbers from 0 (inclusive) to its argument (exclusive). */
export type Below = (limit: number) => number;

export function seededRandom(seed: number): Below {
  const draw = mulberry32(seed);
  return (limit) => Math.floor(draw() * limit);
}

export function shuffle<T>(list: readonly T[], seed: number): T[] {
  const below = seededRandom(seed);
  const shuffled = [...list];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
  }
  return shuffled;
}
