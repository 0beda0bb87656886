/** Bytes per table entry, with free slots, control bytes and header. */
import { Detector, type ResolvedOptions } from 'refrain';
import { mean } from '../evaluation/evaluate.ts';
import type { BenchSite } from './pages.ts';

export interface SiteStorage {
  readonly name: string;
  readonly pages: number;
  /** Mean entries after expansion and before eviction: AverageSize of Wang et al. */
  readonly entries: number;
  /** Mean entries after eviction. */
  readonly keptEntries: number;
  readonly tableBytes: number;
  /** Bytes over entries, mean over the pages after the first fifty. */
  readonly bytesPerEntry: number;
  readonly bytesPerKeptEntry: number;
}

/** The first pages are left out: a young table is not typical of a long run. */
const WARM_UP = 50;

/** Learns up to `maximum` pages of each site. Sites with no more pages than the warm-up are left out. */
export async function measureStorage(
  sites: readonly BenchSite[],
  options: ResolvedOptions,
  maximum: number,
): Promise<SiteStorage[]> {
  const storages: SiteStorage[] = [];
  for (const { name, pages } of sites.filter((site) => site.pages.length > WARM_UP)) {
    const detector = await Detector.create(options);
    const used = pages.slice(0, maximum);
    let before = 0;
    const tables = used.map(({ bytes }) => {
      const { fresh } = detector.learn(bytes);
      const { entries: kept, tableBytes } = detector.stats;
      const entries = before + fresh;
      before = kept;
      return { entries, kept, tableBytes };
    });
    const late = tables.slice(WARM_UP);
    storages.push({
      name,
      pages: used.length,
      entries: mean(late.map(({ entries }) => entries)),
      keptEntries: mean(late.map(({ kept }) => kept)),
      tableBytes: mean(late.map(({ tableBytes }) => tableBytes)),
      bytesPerEntry: mean(late.map(({ tableBytes, entries }) => tableBytes / entries)),
      bytesPerKeptEntry: mean(late.map(({ tableBytes, kept }) => tableBytes / kept)),
    });
  }
  return storages;
}
