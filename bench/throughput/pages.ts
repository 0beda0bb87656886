/** The pages that are timed: real ones, of several sites, mixed. */
import { shuffle } from '../../bindings/cli/shuffle.ts';
import { npmSites } from '../../test/support/npm-sites.ts';
import { findSites, type SourcePage } from '../corpus/sites.ts';
import { withoutGold } from '../evaluation/gold.ts';

export interface BenchPage {
  readonly name: string;
  /** Its site has a detector of its own. */
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

/** Sites of a folder, or those in test/fixtures/sites; the pages of each in a seeded order. */
export async function readBenchSites(folder: string | undefined): Promise<BenchSite[]> {
  if (folder === undefined) {
    return npmSites().map(({ name, pages }) =>
      toBenchSite(
        name,
        pages.map((page) => ({ name: page.name, bytes: encoder.encode(page.html) })),
      ),
    );
  }
  return Promise.all(findSites(folder).map(async (site) => toBenchSite(site.name, await site.read())));
}

/** `count` pages, or all where there are fewer: as many of each site as it has, evenly, in a seeded order. */
export function mixPages(sites: readonly BenchSite[], count: number): BenchPage[] {
  const mixed: BenchPage[] = [];
  const longest = Math.max(...sites.map(({ pages }) => pages.length));
  for (let place = 0; place < longest && mixed.length < count; place += 1) {
    for (const { pages } of sites) {
      const page = pages[place];
      if (page !== undefined && mixed.length < count) mixed.push(page);
    }
  }
  return shuffle(mixed, SEED);
}
