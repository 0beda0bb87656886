/** Size of a table over the pages of a site, with and without eviction. */
import { Detector } from 'refrain';
import { type Selection, selectPages } from '../corpus/selection.ts';
import type { SiteSource } from '../corpus/sites.ts';
import { withoutGold } from '../evaluation/gold.ts';
import { REPETITION } from '../methods/repetition.ts';

export interface Growth {
  readonly site: string;
  readonly forgets: boolean;
  readonly pages: readonly { readonly page: number; readonly entries: number; readonly bytes: number }[];
}

const decoder = new TextDecoder();

export async function measureGrowth(site: SiteSource, selection: Selection): Promise<Growth[]> {
  const pages = selectPages(await site.read(), selection).map(({ bytes }) => withoutGold(decoder.decode(bytes)));
  const all: Growth[] = [];
  for (const forgets of [true, false]) {
    const endless = { baseLifetime: Number.POSITIVE_INFINITY, lifetimeGrowth: 1 };
    const detector = await Detector.create({ ...REPETITION, ...(forgets ? {} : endless) });
    const sizes = pages.map((html, at) => {
      detector.learn(html);
      const { entries, tableBytes: bytes } = detector.stats;
      return { page: at + 1, entries, bytes };
    });
    all.push({ site: site.name, forgets, pages: sizes });
  }
  return all;
}
