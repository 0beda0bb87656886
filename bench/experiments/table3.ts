/**
 * Table 3 of Chen, Ye and Li: time to detect the template of a site and to build its index, for two-stage detection inside the
 * indexer and for two methods before it.
 */
import { mean } from '../evaluation/evaluate.ts';
import { withScratch } from '../scratch.ts';
import { addressed, BASELINES, indexing, withTrees } from '../throughput/indexing.ts';
import type { BenchSite } from '../throughput/pages.ts';
import { median, type Timings, timeRounds } from '../throughput/rounds.ts';

/** Maximum pages of each site, as in the paper. */
export const TABLE3_PAGES = 500;

/** Times in the paper, mean over its eight sites; it gives no unit. */
export const PAPER_TIMES: Readonly<Record<string, number>> = { 'two-stage': 15.45, shingle: 19.34, sst: 21.85 };

/** Maximum added time over no detection, and minimum saved time beside each baseline. The paper saves 20.09 % and 29.27 %. */
export const TIME_GOALS = { share: 0.3, shingle: 0.2, sst: 0.29 } as const;

/** One site: milliseconds of each round, by contender. */
export interface SiteTimes {
  readonly site: string;
  readonly pages: number;
  /** Megabytes (10⁶ bytes) of UTF-8. */
  readonly megabytes: number;
  readonly rounds: Readonly<Record<string, readonly number[]>>;
}

/** Times of one site, or of the mean site. */
export interface Times {
  /** The median round. */
  readonly milliseconds: Readonly<Record<string, number>>;
  /** Time of one over time of the other, median over rounds. */
  readonly ratios: Readonly<Record<string, number>>;
  /** Time that two-stage detection adds to an index without detection, as a share. */
  readonly share: number;
  /** Time that two-stage saves beside each other contender, as a share. */
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

/** The ratios: name, and the two contenders. */
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

/** Time of one contender over time of another: median over rounds. */
const timeRatio = (timings: Timings, name: string, other: string): number => {
  const others = timings.get(other) ?? [];
  return median((timings.get(name) ?? []).map((milliseconds, round) => milliseconds / (others[round] ?? Number.NaN)));
};

export function timesOf({ rounds }: Pick<SiteTimes, 'rounds'>): Times {
  const timings: Timings = new Map(Object.entries(rounds));
  return {
    milliseconds: Object.fromEntries([...timings].map(([name, own]) => [name, median(own)])),
    ratios: Object.fromEntries(RATIOS.map(([name, of, to]) => [name, timeRatio(timings, of, to)])),
    share: timeRatio(timings, 'two-stage', 'none') - 1,
    faster: Object.fromEntries(OTHERS.map((name) => [name, 1 - timeRatio(timings, 'two-stage', name)])),
  };
}

/** A site whose time in each round is the mean over the sites, as in the paper. */
export function meanSite(sites: readonly SiteTimes[]): Pick<SiteTimes, 'rounds'> {
  const names = Object.keys(sites[0]?.rounds ?? {});
  const round = (name: string, at: number): number => mean(sites.map(({ rounds }) => rounds[name]?.[at] ?? Number.NaN));
  return {
    rounds: Object.fromEntries(
      names.map((name) => [name, (sites[0]?.rounds[name] ?? []).map((_, at) => round(name, at))]),
    ),
  };
}

/** Megabytes of HTML per second, over all sites. */
export function speedsOf(sites: readonly SiteTimes[]): Record<string, number> {
  const megabytes = sites.reduce((sum, site) => sum + site.megabytes, 0);
  const { milliseconds } = timesOf(meanSite(sites));
  return Object.fromEntries(
    Object.entries(milliseconds).map(([name, own]) => [name, (1000 * megabytes) / (own * sites.length)]),
  );
}
