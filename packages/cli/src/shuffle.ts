/**
 * A random order that is the same on every machine: Fisher–Yates from the last place down, each place changed with one
 * drawn from those up to it, by mulberry32 seeded with the seed.
 */
export function shuffle<T>(list: readonly T[], seed: number): T[] {
  const draw = mulberry32(seed);
  const shuffled = [...list];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const place = Math.floor(draw() * (last + 1));
    const moved = shuffled[last] as T;
    shuffled[last] = shuffled[place] as T;
    shuffled[place] = moved;
  }
  return shuffled;
}

/** Numbers from 0 up to, but not, 1. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
