/** The crawl that is fed several times: mixed sites, a few of them long enough for page ids to be evicted. */
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { madePage } from '../../test/support/crawl.ts';
import { seeded } from '../../test/support/random.ts';

export interface CrawlSize {
  /** Pages of all sites, with repetitions. */
  readonly pages: number;
  readonly sites: number;
  /** Number of sites that have half of the pages. */
  readonly longSites: number;
  /** Paragraphs of the content of a page. */
  readonly paragraphs: number;
}

/** A crawl on disk, in the format that feeder.mjs reads. */
export interface Crawl {
  readonly size: CrawlSize;
  /** Path of the file with all pages: for each a URL, a line feed, the HTML. */
  readonly file: string;
  /** Path of the file with the end offset of each page, as little-endian 32-bit words. */
  readonly ends: string;
  /** Number of different pages of each site. */
  readonly pagesOf: ReadonlyMap<string, number>;
  readonly urls: readonly string[];
  page(position: number): { readonly url: string; readonly html: string };
}

/** Share of pages that are repetitions. */
const REPEATED = 0.03;

interface Step {
  readonly site: number;
  readonly page: number;
}

function stepsOf({ pages, sites, longSites }: CrawlSize, seed: number): Step[] {
  const random = seeded(seed);
  const next = new Uint32Array(sites);
  return Array.from({ length: pages }, () => {
    const isLong = random.below(2) === 0;
    const site = isLong ? random.below(longSites) : longSites + random.below(sites - longSites);
    const known = next[site] ?? 0;
    if (known > 0 && random.below(1000) < REPEATED * 1000) return { site, page: random.below(known) };
    next[site] = known + 1;
    return { site, page: known };
  });
}

/** Generates a crawl and writes it to a folder. */
export function writeCrawl(folder: string, size: CrawlSize, seed: number): Crawl {
  const order = stepsOf(size, seed);
  const file = join(folder, 'pages');
  const ends = new Uint32Array(order.length);
  const pagesOf = new Map<string, number>();
  const urls: string[] = [];
  const output = openSync(file, 'w');
  let end = 0;
  for (const [position, { site: number, page }] of order.entries()) {
    const { url, site, html } = madePage(number, page, size.paragraphs);
    urls.push(url);
    pagesOf.set(site, Math.max(pagesOf.get(site) ?? 0, page + 1));
    end += writeSync(output, `${url}\n${html}`);
    ends[position] = end;
  }
  closeSync(output);
  writeFileSync(join(folder, 'ends'), ends);
  return {
    ...{ size, file, ends: join(folder, 'ends'), pagesOf, urls },
    page: (position) => {
      const { site, page } = order[position] as Step;
      return madePage(site, page, size.paragraphs);
    },
  };
}
