/**
 * Runs one stage as a separate process, so that its memory and caches do not affect the next. The argument is `Work` as
 * JSON; the result is sent to the parent.
 */
import { Sites } from '@refrain/crawl';
import { MemoryLevel } from 'memory-level';
import { seededRandom } from '../random.ts';
import { samplePage, siteName } from '../sample-pages.ts';

/** Sites that are crawled at the same time. */
const WINDOW = 4000;
/** Number of visits of each site. */
const VISITS = 2;

interface Step {
  readonly site: number;
  readonly page: number;
}

/** One page of every site, then the next page: the worst case for eviction by last use. */
function* round(sites: number, pages: number): Generator<Step> {
  for (let page = 0; page < pages; page += 1) {
    for (let site = 0; site < sites; site += 1) yield { site, page };
  }
}

/** The order of a crawler: a few thousand interleaved sites. Each site is visited again later. */
function* near(sites: number, pages: number): Generator<Step> {
  const below = seededRandom(1);
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

export interface Work {
  readonly stage: keyof typeof STAGES;
  readonly location: string;
  readonly sites: number;
  readonly pages: number;
  readonly order: Order;
  readonly maxMemory: number;
}

/** Equal tables have equal snapshots. */
const SEED = 1;
/** Pages between two samples of memory. */
const SAMPLED_EVERY = 1000;

export interface FeedResult {
  /** Total time, including the last flush and the time to generate pages. */
  readonly seconds: number;
  readonly makingSeconds: number;
  readonly counted: number;
  readonly loaded: number;
  readonly evicted: number;
  /** Bytes of the resident set: maximum; mean during each tenth of the pages. */
  readonly rssMost: number;
  readonly rssMeans: readonly number[];
}

async function feed({ location, sites: siteCount, pages, order, maxMemory }: Work): Promise<FeedResult> {
  const sites = await Sites.open({ location, maxMemory, seed: SEED });
  const total = siteCount * pages;
  const tenths = Array.from({ length: 10 }, () => ({ sum: 0, samples: 0 }));
  let [fed, counted, making] = [0, 0, 0];
  const start = performance.now();
  for (const { site, page } of ORDERS[order](siteCount, pages)) {
    const before = performance.now();
    const { url, html } = samplePage(site, page);
    making += performance.now() - before;
    if ((await sites.learn(url, html)).counted) counted += 1;
    const tenth = tenths[Math.floor((10 * fed) / total)];
    if (fed % SAMPLED_EVERY === 0 && tenth !== undefined) {
      tenth.sum += process.memoryUsage.rss();
      tenth.samples += 1;
    }
    fed += 1;
  }
  await sites.flush();
  const seconds = (performance.now() - start) / 1000;
  const { loaded, evicted } = sites.stats();
  await sites.close();
  return {
    ...{ seconds, makingSeconds: making / 1000, counted, loaded, evicted },
    rssMost: process.resourceUsage().maxRSS * 1024,
    rssMeans: tenths.map(({ sum, samples }) => sum / Math.max(samples, 1)),
  };
}

export interface OpenResult {
  readonly openMilliseconds: number;
  readonly openRss: number;
}

async function open({ location, maxMemory }: Work): Promise<OpenResult> {
  const start = performance.now();
  const sites = await Sites.open({ location, maxMemory });
  const openMilliseconds = performance.now() - start;
  const openRss = process.memoryUsage.rss();
  await sites.close();
  return { openMilliseconds, openRss };
}

export interface Comparison {
  readonly compared: number;
  readonly differences: number;
}

/** Compares the stored table of each site with one that was learned without a memory limit. */
async function compare({ location, sites: count, pages, maxMemory }: Work): Promise<Comparison> {
  const stored = await Sites.open({ location, maxMemory });
  // The limits are the same, so that equal tables have equal snapshots. Each site is removed before the next one is
  // learned.
  const alone = await Sites.open({ store: new MemoryLevel(), maxMemory, seed: SEED });
  let differences = stored.stats().sites === count ? 0 : 1;
  for (let site = 0; site < count; site += 1) {
    for (let page = 0; page < pages; page += 1) {
      const { url, html } = samplePage(site, page);
      await alone.learn(url, html);
    }
    const wanted = await alone.snapshot(siteName(site));
    await alone.forget(siteName(site));
    if (Buffer.compare(await stored.snapshot(siteName(site)), wanted) !== 0) differences += 1;
  }
  await stored.close();
  await alone.close();
  return { compared: count, differences };
}

const STAGES = { feed, open, compare };

// False if the file is only imported for its types.
if (process.send !== undefined && process.argv[2] !== undefined) {
  const work = JSON.parse(process.argv[2]) as Work;
  process.send(await STAGES[work.stage](work));
}
