/** What an entry costs in bytes, all in: free slots, control bytes, header. */
import { Detector, type ResolvedOptions } from 'refrain';
import { mean } from '../evaluation/evaluate.ts';
import type { BenchSite } from './pages.ts';

export interface SiteStorage {
  readonly name: string;
  readonly pages: number;
  /** Mean entries after expansion, before the page's forgetting: AverageSize of Wang et al. */
  readonly entries: number;
  /** Mean entries that outlive their page. */
  readonly keptEntries: number;
  readonly tableBytes: number;
  /** Mean over the pages after the first fifty of bytes over entries. */
  readonly bytesPerEntry: number;
  readonly bytesPerKeptEntry: number;
}

/** A table that has just begun is not what a long run is about. */
const WARM_UP = 50;

/** Long runs over real sites; those that are no longer than the warm-up are left out. */
export async function measureStorage(
  sites: readonly BenchSite[],
  options: ResolvedOptions,
  most: number,
): Promise<SiteStorage[]> {
  const storages: SiteStorage[] = [];
  for (const { name, pages } of sites.filter((site) => site.pages.length > WARM_UP)) {
    const detector = await Detector.create(options);
    const used = pages.slice(0, most);
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
