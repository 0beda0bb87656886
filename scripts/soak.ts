/**
 * Feeds a crawl without end to a store for some time. Memory must not grow, and every page must be counted once, although tables
 * are evicted and loaded, pages are repeated, and the store is closed and opened.
 *
 * Run: npm run check soak -- [--seconds N] [--seed S] [--json]
 * N is the measured time, without a warm-up of 30 seconds (60 seconds where N is 180 or more).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Sites } from '@refrain/crawl';
import { siteName } from '../test/support/crawl.ts';
import { formatRows, readCount } from './program.ts';
import { EndlessCrawl } from './soak/crawl.ts';

const MIB = 2 ** 20;
/** Long lifetimes make large tables, so that the memory limit evicts tables. */
const OPTIONS = { baseLifetime: 5, lifetimeGrowth: 8, maxMemory: 5 * MIB, flushEvery: { pages: 5000 } };
/** Pages after which the store is closed and opened. */
const PAGES_PER_OPENING = 100_000;
const SAMPLES_PER_SECOND = 4;
/** Samples between two garbage collections, after which the memory in use is measured. */
const SAMPLES_PER_COLLECTION = 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Anonymous resident memory in bytes (on other systems than Linux all resident memory). LevelDB maps up to 64 of its files of
 * 2 MiB into memory. These pages belong to the file cache and grow with the store, so they are not counted.
 */
function ownMemory(): number {
  if (process.platform !== 'linux') return process.memoryUsage.rss();
  return 1024 * Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]);
}

interface Trend {
  readonly mean: number;
  readonly most: number;
  /** Growth of a line through the samples, from the first to the last, as a share of their mean. */
  readonly gain: number;
}

/**
 * The trend of equidistant samples: the median of the slopes of all pairs (Theil and Sen). Single outliers, such as a late
 * garbage collection, do not change it.
 */
function trendOf(values: readonly number[]): Trend {
  const slopes = values.flatMap((value, at) =>
    values.slice(at + 1).map((later, distance) => (later - value) / (distance + 1)),
  );
  slopes.sort((one, other) => one - other);
  const slope = slopes[slopes.length >> 1] ?? 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return { mean, most: Math.max(...values), gain: (slope * (values.length - 1)) / mean };
}

/** Pages that a store did not count, and pages that it counted twice. */
async function compare(sites: Sites, crawl: EndlessCrawl): Promise<{ lost: number; double: number }> {
  const counted = new Map<string, number>();
  for await (const { site, pages } of sites.list()) counted.set(site, pages);
  let [lost, double] = [0, 0];
  for (const [site, pages] of crawl.pagesOf.entries()) {
    const difference = (counted.get(siteName(site)) ?? 0) - pages;
    if (difference < 0) lost -= difference;
    else double += difference;
  }
  return { lost, double };
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const seconds = readCount('seconds', values.seconds);
/** In which the caches of the store and the lists of the allocator fill up. */
const warmUp = seconds < 180 ? 30 : 60;
const limits = {
  /** Of memory in use: 8 bytes per page in half a minute, 1 byte in five minutes. */
  held: seconds < 180 ? 0.2 : 0.05,
  /**
   * Of resident memory. The C library keeps free memory separately for each thread of the store, and these arenas grow during
   * the first four minutes. With MALLOC_ARENA_MAX=1 resident memory is a third smaller.
   */
  resident: seconds < 600 ? 0.4 : 0.05,
};

const folder = mkdtempSync(join(tmpdir(), 'refrain-soak-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
const location = join(folder, 'state');
const crawl = new EndlessCrawl(Number(values.seed));
const samples: Record<'held' | 'resident', number[]> = { held: [], resident: [] };
const counts = { again: 0, wrong: 0, evicted: 0, loaded: 0, openings: 1 };
let linear = 0;
let sites = await Sites.open({ location, ...OPTIONS });
async function close(): Promise<void> {
  const { evicted, loaded } = sites.stats();
  counts.evicted += evicted;
  counts.loaded += loaded;
  await sites.close();
}

/** Memory in use, without pending writes. Instances of closed stores need one turn of the event loop to be freed. */
async function sampleHeld(): Promise<void> {
  await sites.flush();
  collectGarbage();
  await nextTurn();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  samples.held.push(heapUsed + arrayBuffers);
  // Linear memory starts again with every opening of the store and grows up to its limit, so only its maximum is checked.
  linear = Math.max(linear, sites.stats().memoryBytes);
}

const begun = performance.now();
const elapsed = (): number => (performance.now() - begun) / 1000;
for (let sampled = 0; elapsed() < warmUp + seconds; ) {
  const { url, html, isAgain } = crawl.next();
  const page = await sites.learn(url, html);
  if (isAgain) counts.again += 1;
  if (page.counted === isAgain) counts.wrong += 1;
  if (crawl.fed % PAGES_PER_OPENING === 0) {
    await close();
    sites = await Sites.open({ location, ...OPTIONS });
    counts.openings += 1;
  }
  if (elapsed() * SAMPLES_PER_SECOND < sampled + 1) continue;
  sampled = Math.floor(elapsed() * SAMPLES_PER_SECOND);
  if (elapsed() <= warmUp) continue;
  samples.resident.push(ownMemory());
  if (samples.resident.length % SAMPLES_PER_COLLECTION === 0) await sampleHeld();
}
const took = elapsed();
const { lost, double } = await compare(sites, crawl);
const { sites: known } = sites.stats();
await close();

const [held, resident] = [trendOf(samples.held), trendOf(samples.resident)];
const isFlat = held.gain <= limits.held && resident.gain <= limits.resident && linear <= OPTIONS.maxMemory;
const passed = lost === 0 && double === 0 && counts.wrong === 0 && isFlat;
if (values.json) {
  const figures = { seconds: took, pages: crawl.fed, sites: known, ...counts, held, resident, linear, lost, double };
  process.stdout.write(`${JSON.stringify({ ...figures, passed }, undefined, 2)}\n`);
} else {
  const mib = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`;
  const grown = ({ gain }: Trend, limit: number): string =>
    `growth ${(100 * gain).toFixed(1)} % (limit ${100 * limit} %)`;
  const rows = formatRows([
    ['pages', `${crawl.fed} (${(crawl.fed / took).toFixed(0)}/s), ${counts.again} of them repeated; ${known} sites`],
    ['tables evicted, loaded', `${counts.evicted}, ${counts.loaded}; ${counts.openings} openings`],
    ['memory in use', `mean ${mib(held.mean)}, ${grown(held, limits.held)}`],
    ['resident memory', `mean ${mib(resident.mean)}, most ${mib(resident.most)}, ${grown(resident, limits.resident)}`],
    ['linear memory', `most ${mib(linear)} (limit ${mib(OPTIONS.maxMemory)})`],
    ['pages lost, counted twice', `${lost}, ${double}`],
  ]);
  process.stdout.write(rows);
}
if (!passed) process.exitCode = 1;
