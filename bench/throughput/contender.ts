import type { BenchPage } from './pages.ts';

/** What one round over all pages came to. */
export interface Outcome {
  /** Something of every page that only the work's result tells, so that none of it can be optimised away; above 0. */
  readonly found: number;
  /** Where only a part of the round is the work to be timed: how long that took. */
  readonly milliseconds?: number;
}

export type Round = () => Outcome | Promise<Outcome>;

export interface Contender {
  readonly name: string;
  readonly meaning: string;
  /** The pages of a round, where it reads only a part of them. */
  readonly pages?: readonly BenchPage[];
  /** Makes everything a round needs, outside the clock: detectors that have seen no page yet. */
  prepare(): Promise<Round>;
  /** Whether a round has to be waited for. */
  readonly isAsync?: true;
}

/** One of something for each site of the pages. */
export function forEachSite<T>(pages: readonly BenchPage[], make: () => T): Map<string, T> {
  return new Map([...new Set(pages.map(({ site }) => site))].map((site) => [site, make()]));
}

/** The value of a key that is known to be there. */
export function of<T>(values: ReadonlyMap<string, T>, key: string): T {
  const value = values.get(key);
  if (value === undefined) throw new Error(`nothing was made for ${key}`);
  return value;
}
