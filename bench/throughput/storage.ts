/** What an entry costs in bytes, all in: free slots, control bytes, header. */
import { Detector, type ResolvedOptions } from 'refrain';
import { mean } from '../evaluation/evaluate.ts';
import type { BenchSite } from './pages.ts';

export interface SiteStorage {
  readonly name: string;
  readonly pages: number;
  readonly entries: number;
  readonly tableBytes: number;
  /** Mean over the pages after the first fifty of bytes over entries, both as a page leaves them. */
  readonly bytesPerEntry: number;
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
    const tables = used.map(({ bytes }) => {
      detector.learn(bytes);
      return detector.stats;
    });
    const late = tables.slice(WARM_UP);
    storages.push({
      name,
      pages: used.length,
      entries: mean(late.map(({ entries }) => entries)),
      tableBytes: mean(late.map(({ tableBytes }) => tableBytes)),
      bytesPerEntry: mean(late.map(({ tableBytes, entries }) => tableBytes / entries)),
    });
  }
  return storages;
}
