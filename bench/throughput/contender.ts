import type { BenchPage } from './pages.ts';

/** The result of one round over all pages. */
export interface Outcome {
  /** A sum over the results of all pages, so that the work cannot be optimised away; above 0. */
  readonly found: number;
  /** Time of the part of the round that is measured, where it is not the whole round. */
  readonly milliseconds?: number;
}

export type Round = () => Outcome | Promise<Outcome>;

export interface Contender {
  readonly name: string;
  readonly meaning: string;
  /** The pages of a round, where it reads only a part of them. */
  readonly pages?: readonly BenchPage[];
  /** Prepares a round, outside the measured time: creates detectors that have learned no page. */
  prepare(): Promise<Round>;
  /** True where a round returns a promise. */
  readonly isAsync?: true;
}

/** One value for each site of the pages. */
export function forEachSite<T>(pages: readonly BenchPage[], make: () => T): Map<string, T> {
  return new Map([...new Set(pages.map(({ site }) => site))].map((site) => [site, make()]));
}

/** @throws {Error} where the key is missing */
export function of<T>(values: ReadonlyMap<string, T>, key: string): T {
  const value = values.get(key);
  if (value === undefined) throw new Error(`there is no value for ${key}`);
  return value;
}
