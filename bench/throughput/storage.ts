/** Bytes per table entry, with free slots, control bytes and header. */
import { Detector } from 'refrain';
import { mean } from '../figures.ts';
import type { BenchSite } from '../pages/read.ts';

export interface SiteStorage {
  readonly name: string;
  readonly pages: number;
  /** Bytes over entries after expansion and before eviction, mean over the pages after the first fifty. */
  readonly bytesPerEntry: number;
}

/** The first pages are left out: a young table is not typical of a long run. */
const WARM_UP = 50;

/** Learns up to `maximum` pages of each site. Sites with no more pages than the warm-up are left out. */
export async function measureStorage(sites: readonly BenchSite[], maximum: number): Promise<SiteStorage[]> {
  const storages: SiteStorage[] = [];
  for (const { name, pages } of sites.filter((site) => site.pages.length > WARM_UP)) {
    using detector = await Detector.create();
    const used = pages.slice(0, maximum);
    let before = 0;
    const bytesPerEntry = used.map(({ bytes }) => {
      const { fresh } = detector.learn(bytes);
      const entries = before + fresh;
      before = detector.stats.entries;
      return detector.stats.tableBytes / entries;
    });
    storages.push({ name, pages: used.length, bytesPerEntry: mean(bytesPerEntry.slice(WARM_UP)) });
  }
  return storages;
}
