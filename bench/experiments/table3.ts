/**
 * Table 3 of Chen, Ye and Li: how long it takes to find the template of a site, the building of its index included, for two
 * stages within the indexer and for two methods before it.
 */
import { mean } from '../evaluation/evaluate.ts';
import { withScratch } from '../scratch.ts';
import { addressed, BASELINES, indexing, withTrees } from '../throughput/indexing.ts';
import type { BenchSite } from '../throughput/pages.ts';
import { median, speedRatio, type Timings, timeRounds } from '../throughput/rounds.ts';

/** Pages of each site, at most, as in the paper. */
export const TABLE3_PAGES = 500;

/** What the paper gives, mean over its eight sites; it does not say of what unit. */
export const PAPER_TIMES: Readonly<Record<string, number>> = { 'two-stage': 15.45, shingle: 19.34, sst: 21.85 };

/** More than without detection; less than what a baseline takes. The paper's own are 20.09 and 29.27 %. */
export const TIME_GOALS = { share: 0.3, shingle: 0.2, sst: 0.29 } as const;

/** One site: milliseconds of each round, by contender. */
export interface SiteTimes {
  readonly site: string;
  readonly pages: number;
  /** Of UTF-8, 10⁶ bytes each. */
  readonly megabytes: number;
  readonly rounds: Readonly<Record<string, readonly number[]>>;
}

/** Of one site, or of all together. */
export interface Times {
  /** The median round. */
  readonly milliseconds: Readonly<Record<string, number>>;
  /** Time of one over time of the other, median over rounds. */
  readonly ratios: Readonly<Record<string, number>>;
  /** What two-stage detection adds to an index without any. */
  readonly share: number;
  /** What two-stage saves of the time of another. */
  readonly faster: Readonly<Record<string, number>>;
}

export interface Effort {
  readonly warmups: number;
  readonly rounds: number;
}

export async function timeIndexing(sites: readonly BenchSite[], pages: number, effort: Effort): Promise<SiteTimes[]> {
  const all: SiteTimes[] = [];
  for (const { name, pages: own } of sites) {
    const chosen = addressed(own.slice(0, pages));
    const timings = await withScratch((folder) => timeRounds(indexing(chosen, folder), effort));
    const megabytes = chosen.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
    all.push({ site: name, pages: chosen.length, megabytes, rounds: Object.fromEntries(timings) });
  }
  return all;
}

/** Names of ratios, with the two contenders. */
const RATIOS: readonly (readonly [name: string, of: string, to: string])[] = [
  ['indexTwoStageVsNone', 'two-stage', 'none'],
  ['indexIncrementalVsNone', 'incremental', 'none'],
  ['indexTwoStageVsIncremental', 'two-stage', 'incremental'],
  ['indexTwoStageVsShingle', 'two-stage', 'shingle'],
  ['indexTwoStageVsSst', 'two-stage', 'sst'],
  ['indexTwoStageVsShingleParsed', 'two-stage', withTrees('shingle')],
  ['indexTwoStageVsSstParsed', 'two-stage', withTrees('sst')],
];

const OTHERS: readonly string[] = BASELINES.flatMap((name) => [name, withTrees(name)]);

/** Time of one contender in that of another, in one round. */
const timeRatio = (timings: Timings, name: string, other: string): number => speedRatio(timings, other, name);

export function timesOf({ rounds }: Pick<SiteTimes, 'rounds'>): Times {
  const timings: Timings = new Map(Object.entries(rounds));
  return {
    milliseconds: Object.fromEntries([...timings].map(([name, own]) => [name, median(own)])),
    ratios: Object.fromEntries(RATIOS.map(([name, of, to]) => [name, timeRatio(timings, of, to)])),
    share: timeRatio(timings, 'two-stage', 'none') - 1,
    faster: Object.fromEntries(OTHERS.map((name) => [name, 1 - timeRatio(timings, 'two-stage', name)])),
  };
}

/** As if a round had been of all sites: its time is the mean over them, as in the paper. */
export function meanSite(sites: readonly SiteTimes[]): Pick<SiteTimes, 'rounds'> {
  const names = Object.keys(sites[0]?.rounds ?? {});
  const round = (name: string, at: number): number => mean(sites.map(({ rounds }) => rounds[name]?.[at] ?? Number.NaN));
  return {
    rounds: Object.fromEntries(
      names.map((name) => [name, (sites[0]?.rounds[name] ?? []).map((_, at) => round(name, at))]),
    ),
  };
}

/** Megabytes of HTML in a second, over all sites. */
export function speedsOf(sites: readonly SiteTimes[]): Record<string, number> {
  const megabytes = sites.reduce((sum, site) => sum + site.megabytes, 0);
  const { milliseconds } = timesOf(meanSite(sites));
  return Object.fromEntries(
    Object.entries(milliseconds).map(([name, own]) => [name, (1000 * megabytes) / (own * sites.length)]),
  );
}
