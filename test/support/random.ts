import { type Below, seededRandom as drawing } from '../../bench/random.ts';

/** A small seeded generator, so that a failing case can be repeated. */
export interface Random {
  readonly below: Below;
}

export const seededRandom = (seed: number): Random => ({ below: drawing(seed) });
