/** Costs of the table of a site: bytes per entry, and time per page of an old site compared with a young one. */
import { Detector } from 'refrain';
import type { BenchSite } from '../pages/read.ts';
import { mean, median } from '../report.ts';
import { samplePage } from '../sample-pages.ts';

export interface Growth {
  /** Cost of a page on the old table over that on the young one. */
  readonly ratio: number;
  readonly youngPage: number;
  readonly oldPage: number;
  readonly youngMicroseconds: number;
  readonly oldMicroseconds: number;
  /** Entries of both tables. They are equal if everything before the first page of the young table is evicted. */
  readonly youngEntries: number;
  readonly oldEntries: number;
}

/** Number of pages of one measurement. It includes work that does not occur on every page. */
const STRETCH = 24;
const STRETCHES = 8;
/** Only repetition, because the time of the model does not depend on the table. */
const OPTIONS = { evidence: 'repetition', separators: 'html5', seed: 1 } as const;

const encoder = new TextEncoder();

const pageOf = (number: number): string => samplePage(1, number).html;

/**
 * Measures if a page costs more on an old site than on a young one. An old detector learns a long generated site, a
 * young one only the last pages, so that both tables have the same entries. Then both learn the next pages in turn.
 * This is repeated with new young detectors.
 */
export async function measureGrowth({
  youngPage,
  oldPage,
  repetitions,
}: {
  readonly youngPage: number;
  readonly oldPage: number;
  readonly repetitions: number;
}): Promise<Growth> {
  const old = await Detector.create(OPTIONS);
  let clock = 0;
  while (clock < oldPage) old.learn(pageOf(++clock));
  const cost = (detector: Detector, page: Uint8Array): number => {
    const start = performance.now();
    detector.learn(page);
    return performance.now() - start;
  };
  const costs: { readonly young: number; readonly old: number }[] = [];
  let [youngEntries, oldEntries] = [0, 0];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    using young = await Detector.create(OPTIONS);
    for (let number = clock - youngPage + 1; number <= clock; number += 1) young.learn(pageOf(number));
    [youngEntries, oldEntries] = [young.stats.entries, old.stats.entries];
    for (let stretch = 0; stretch < STRETCHES; stretch += 1) {
      const sum = { young: 0, old: 0 };
      for (let at = 0; at < STRETCH; at += 1) {
        const page = encoder.encode(pageOf(++clock));
        // Alternates the order, because the second table may find code and page in the cache.
        for (const turn of at % 2 === 0 ? (['young', 'old'] as const) : (['old', 'young'] as const))
          sum[turn] += cost(turn === 'young' ? young : old, page);
      }
      costs.push(sum);
    }
  }
  const microseconds = (of: 'young' | 'old'): number => (median(costs.map((sum) => sum[of])) / STRETCH) * 1000;
  return {
    ratio: median(costs.map((sum) => sum.old / sum.young)),
    ...{ youngPage, oldPage, youngEntries, oldEntries },
    youngMicroseconds: microseconds('young'),
    oldMicroseconds: microseconds('old'),
  };
}

export interface SiteStorage {
  readonly name: string;
  readonly pages: number;
  /** Bytes per entry, measured after insertion and before eviction; mean over the pages after the warm-up. */
  readonly bytesPerEntry: number;
}

/** Number of first pages that are not measured, because a young table is not typical. */
const WARM_UP = 50;

/** Learns up to `maximum` pages of each site with more pages than the warm-up. */
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
