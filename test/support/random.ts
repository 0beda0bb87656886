/** A small seeded generator (mulberry32), so that a failing case can be repeated. */
export interface Random {
  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number;
}

export const seeded = (seed: number): Random => {
  let state = seed >>> 0;
  return {
    below(limit: number): number {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit);
    },
  };
};
