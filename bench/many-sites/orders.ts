/** Orders of the pages of many sites. The pages of each site keep their order. */
import { seeded } from '../random.ts';

/** Sites that are crawled at the same time. */
const WINDOW = 4000;
/** Visits of each site. */
const VISITS = 2;

interface Step {
  readonly site: number;
  readonly page: number;
}

/** One page of every site, then the next page of every site: the worst case for eviction by last use. */
function* round(sites: number, pages: number): Generator<Step> {
  for (let page = 0; page < pages; page += 1) {
    for (let site = 0; site < sites; site += 1) yield { site, page };
  }
}

/** As a crawler does: some thousand sites at a time, mixed. Each site is left after a part of its pages and visited again later. */
function* near(sites: number, pages: number): Generator<Step> {
  const below = seeded(1);
  const next = new Uint32Array(sites);
  for (let visit = 1; visit <= VISITS; visit += 1) {
    const enough = Math.ceil((pages * visit) / VISITS);
    const open = Array.from({ length: Math.min(WINDOW, sites) }, (_, site) => site);
    let coming = open.length;
    while (open.length > 0) {
      const at = below(open.length);
      const site = open[at] ?? 0;
      const page = next[site] ?? 0;
      if (page < enough) {
        next[site] = page + 1;
        yield { site, page };
      } else if (coming < sites) {
        open[at] = coming;
        coming += 1;
      } else {
        open[at] = open.at(-1) ?? 0;
        open.pop();
      }
    }
  }
}

export const ORDERS = { round, near };

export type Order = keyof typeof ORDERS;
