/** Bytes per table entry, with free slots, control bytes and header; and linear memory for one large page. */
import { Detector } from 'refrain';
import { mean } from '../figures.ts';
import type { BenchPage, BenchSite } from '../pages/read.ts';

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
export async function measureStorage(sites: readonly BenchSite[], maximum: number): Promise<SiteStorage[]> {
  const storages: SiteStorage[] = [];
  for (const { name, pages } of sites.filter((site) => site.pages.length > WARM_UP)) {
    using detector = await Detector.create();
    const used = pages.slice(0, maximum);
    let before = 0;
    const tables = used.map(({ bytes }) => {
      const { fresh } = detector.learn(bytes);
      const { entries: kept, tableBytes } = detector.stats;
      const entries = before + fresh;
      before = kept;
      return { entries, kept, tableBytes };
    });
    const over = (figure: (table: (typeof tables)[number]) => number): number =>
      mean(tables.slice(WARM_UP).map(figure));
    storages.push({
      ...{ name, pages: used.length, entries: over(({ entries }) => entries), keptEntries: over(({ kept }) => kept) },
      tableBytes: over(({ tableBytes }) => tableBytes),
      bytesPerEntry: over(({ tableBytes, entries }) => tableBytes / entries),
      bytesPerKeptEntry: over(({ tableBytes, kept }) => tableBytes / kept),
    });
  }
  return storages;
}

/** Bytes of linear memory of a detector that has learned a page of `pageBytes` bytes, without these. */
export async function memoryBesidePage(pages: readonly BenchPage[], pageBytes: number): Promise<number> {
  // Concatenated real pages, which the parser reads as one long body.
  const page = new Uint8Array(pageBytes);
  for (let at = 0, index = 0; at < pageBytes; index += 1) {
    const bytes = pages[index % pages.length]?.bytes ?? new Uint8Array(1);
    page.set(bytes.subarray(0, pageBytes - at), at);
    at += bytes.length;
  }
  // The last copy may end inside a character, and the detector would copy the page to repair it.
  page.fill(0x20, -4);
  using detector = await Detector.create();
  detector.learn(page);
  return detector.stats.memoryBytes - pageBytes;
}
