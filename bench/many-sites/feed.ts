/** The first stage: learns all pages once in a new store. */
import { Sites } from '@refrain/crawl';
import { madePage } from '../../test/support/crawl.ts';
import { ORDERS } from './orders.ts';
import { readWork, SEED, sendResult } from './stage.ts';

/** Pages between two samples of memory. */
const SAMPLED_EVERY = 1000;

export interface Feed {
  /** Total time, with the generation of the pages and the last flush. */
  readonly seconds: number;
  /** Time to generate the pages. */
  readonly makingSeconds: number;
  readonly counted: number;
  readonly loaded: number;
  readonly evicted: number;
  /** Resident set in bytes: the maximum, and the mean of each tenth of the pages. */
  readonly rssMost: number;
  readonly rssMeans: readonly number[];
}

const { location, sites: siteCount, pages, order, maxMemory } = readWork();
const sites = await Sites.open({ location, maxMemory, seed: SEED });
const total = siteCount * pages;
const sums = new Float64Array(10);
const samples = new Uint32Array(10);
let fed = 0;
let counted = 0;
let generating = 0;

const start = performance.now();
for (const { site, page } of ORDERS[order](siteCount, pages)) {
  const before = performance.now();
  const { url, html } = madePage(site, page);
  generating += performance.now() - before;
  if ((await sites.learn(url, html)).counted) counted += 1;
  if (fed % SAMPLED_EVERY === 0) {
    const tenth = Math.floor((10 * fed) / total);
    sums[tenth] = (sums[tenth] ?? 0) + process.memoryUsage.rss();
    samples[tenth] = (samples[tenth] ?? 0) + 1;
  }
  fed += 1;
}
await sites.flush();
const seconds = (performance.now() - start) / 1000;
const { loaded, evicted } = sites.stats();
await sites.close();
sendResult<Feed>({
  seconds,
  makingSeconds: generating / 1000,
  counted,
  loaded,
  evicted,
  rssMost: process.resourceUsage().maxRSS * 1024,
  rssMeans: [...sums].map((sum, tenth) => sum / Math.max(samples[tenth] ?? 0, 1)),
});
