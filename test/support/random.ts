import { type Below, seeded as drawing } from '../../bench/random.ts';

/** A small seeded generator, so that a failing case can be repeated. */
export interface Random {
  /** A whole number from 0 to `limit` − 1. */
  readonly below: Below;
}

export const seeded = (seed: number): Random => ({ below: drawing(seed) });
