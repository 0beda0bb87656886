/** The crawl that is fed again and again: mixed sites, some long enough to let page ids go, most short. */
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { madePage } from '../../test/support/crawl.ts';
import { seeded } from '../../test/support/random.ts';

export interface CrawlSize {
  /** Of all sites together, repetitions included. */
  readonly pages: number;
  readonly sites: number;
  /** How many sites get half of the pages. */
  readonly longSites: number;
  /** Of a page's story. */
  readonly paragraphs: number;
}

/** A crawl on disk, as feeder.mjs reads it. */
export interface Crawl {
  readonly size: CrawlSize;
  /** The pages one after another: a URL, a line feed, the HTML. */
  readonly file: string;
  /** Where each page ends in it: little-endian words of 32 bits. */
  readonly ends: string;
  /** How many different pages each site has. */
  readonly pagesOf: ReadonlyMap<string, number>;
  readonly urls: readonly string[];
  page(position: number): { readonly url: string; readonly html: string };
}

/** The share of pages that came before. */
const REPEATED = 0.03;

interface Place {
  readonly site: number;
  readonly page: number;
}

function places({ pages, sites, longSites }: CrawlSize, seed: number): Place[] {
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

/** Makes a crawl and writes it to a folder. */
export function writeCrawl(folder: string, size: CrawlSize, seed: number): Crawl {
  const order = places(size, seed);
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
      const { site, page } = order[position] as Place;
      return madePage(site, page, size.paragraphs);
    },
  };
}
