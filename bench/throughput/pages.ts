/** The pages that are timed: real pages of several sites, mixed. */
import { shuffle } from '../../packages/cli/src/shuffle.ts';
import { realSites } from '../../test/support/real-sites.ts';
import type { SourcePage } from '../corpus/site-files.ts';
import { findSites } from '../corpus/sites.ts';
import { withoutGold } from '../evaluation/gold.ts';

export interface BenchPage {
  readonly name: string;
  /** Each site has its own detector. */
  readonly site: string;
  readonly bytes: Uint8Array;
  readonly html: string;
}

export interface BenchSite {
  readonly name: string;
  readonly pages: readonly BenchPage[];
}

const SEED = 1;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function toBenchSite(name: string, sources: readonly SourcePage[]): BenchSite {
  const pages = sources.map((page) => {
    const html = withoutGold(decoder.decode(page.bytes));
    return { name: `${name}/${page.name}`, site: name, bytes: encoder.encode(html), html };
  });
  return { name, pages: shuffle(pages, SEED) };
}

/** The sites of a folder, or those in the development packages. The pages of each are in a seeded order. */
export async function readBenchSites(folder: string | undefined): Promise<BenchSite[]> {
  if (folder === undefined) {
    return realSites().map(({ name, pages }) =>
      toBenchSite(
        name,
        pages.map((page) => ({ name: page.name, bytes: encoder.encode(page.html) })),
      ),
    );
  }
  return Promise.all(findSites(folder).map(async (site) => toBenchSite(site.name, await site.read())));
}

/** `count` pages, or all where there are fewer, in a seeded order: the same number of each site, as long as it has pages. */
export function mixPages(sites: readonly BenchSite[], count: number): BenchPage[] {
  const mixed: BenchPage[] = [];
  const longest = Math.max(...sites.map(({ pages }) => pages.length));
  for (let at = 0; at < longest && mixed.length < count; at += 1) {
    for (const { pages } of sites) {
      const page = pages[at];
      if (page !== undefined && mixed.length < count) mixed.push(page);
    }
  }
  return shuffle(mixed, SEED);
}
