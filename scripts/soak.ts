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
import { Sites } from '@refrain/crawl';
import { printJson, readCommandLine, runCommand } from '../bench/command.ts';
import { Problem } from '../bench/problem.ts';
import { formatTable } from '../bench/table.ts';
import { collectGarbage } from '../bench/throughput/garbage.ts';
import { siteName } from '../test/support/crawl.ts';
import { EndlessCrawl } from './soak/crawl.ts';
import { type Trend, trendOf } from './soak/slope.ts';

const MIB = 2 ** 20;
/** Long lifetimes make large tables, so that the memory limit evicts tables. */
const LAW = { baseLifetime: 5, lifetimeGrowth: 8 };
const OPTIONS = { ...LAW, maxMemory: 5 * MIB, flushEvery: { pages: 5000 } };
/** Pages after which the store is closed and opened. */
const PAGES_PER_OPENING = 100_000;
/** Samples per second. */
const SAMPLES = 4;
/** Seconds before the first sample, in which the caches of the store and the lists of the allocator fill up. */
const warmUp = (seconds: number): number => (seconds < 180 ? 30 : 60);
/** Samples between two garbage collections, after which the memory in use is measured. */
const SAMPLES_PER_COLLECTION = 20;
/** Maximum growth of the memory in use as a share of its mean: 8 bytes per page in half a minute, 1 byte in five minutes. */
const maxGain = (seconds: number): number => (seconds < 180 ? 0.2 : 0.05);
/**
 * The same for resident memory. The C library keeps free memory separately for each thread of the store, and these arenas grow
 * during the first four minutes. With MALLOC_ARENA_MAX=1 resident memory is a third smaller.
 */
const maxResidentGain = (seconds: number): number => (seconds < 600 ? 0.4 : 0.05);

interface Report {
  /** Total time, and time without the warm-up. */
  readonly seconds: number;
  readonly measuredSeconds: number;
  readonly pages: number;
  readonly pagesPerSecond: number;
  readonly sites: number;
  readonly again: number;
  readonly evicted: number;
  readonly loaded: number;
  readonly openings: number;
  /** Memory in use by JavaScript and its buffers, in bytes, after garbage collection and without pending writes. */
  readonly held: Trend;
  /** Maximum bytes of linear memory. */
  readonly linear: number;
  /** Anonymous resident memory of the process, in bytes. */
  readonly resident: Trend;
  /** Pages that the store did not count, and pages that it counted twice. */
  readonly lost: number;
  readonly double: number;
  readonly passed: boolean;
}

/**
 * Anonymous resident memory in bytes (on other systems than Linux all resident memory). LevelDB maps up to 64 of its files of
 * 2 MiB into memory. These pages belong to the file cache and grow with the store, so they are not counted.
 */
function ownMemory(): number {
  if (process.platform !== 'linux') return process.memoryUsage.rss();
  return 1024 * Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]);
}

async function soak(seconds: number, seed: number): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-soak-'));
  const location = join(folder, 'state');
  const crawl = new EndlessCrawl(seed);
  const samples: { held: number[]; resident: number[] } = { held: [], resident: [] };
  let linear = 0;
  const sum = { again: 0, evicted: 0, loaded: 0, openings: 1, wrong: 0 };
  let sites = await Sites.open({ location, ...OPTIONS });
  const close = async (): Promise<void> => {
    const { evicted, loaded } = sites.stats();
    sum.evicted += evicted;
    sum.loaded += loaded;
    await sites.close();
  };
  const begun = performance.now();
  const elapsed = (): number => (performance.now() - begun) / 1000;
  try {
    for (let sampled = 0; elapsed() < warmUp(seconds) + seconds; ) {
      const { url, html, isAgain } = crawl.next();
      const page = await sites.learn(url, html);
      if (isAgain) sum.again += 1;
      if (page.counted === isAgain) sum.wrong += 1;
      if (crawl.fed % PAGES_PER_OPENING === 0) {
        await close();
        sites = await Sites.open({ location, ...OPTIONS });
        sum.openings += 1;
      }
      const due = elapsed() * SAMPLES;
      if (due < sampled + 1) continue;
      sampled = Math.floor(due);
      if (elapsed() <= warmUp(seconds)) continue;
      samples.resident.push(ownMemory());
      if (samples.resident.length % SAMPLES_PER_COLLECTION > 0) continue;
      // Pending writes are flushed first. Instances of closed stores need one turn of the event loop to be freed. Linear memory
      // starts again with every opening of the store and grows up to its limit, so only its maximum is checked.
      await sites.flush();
      collectGarbage();
      await nextTurn();
      collectGarbage();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      samples.held.push(heapUsed + arrayBuffers);
      linear = Math.max(linear, sites.stats().memoryBytes);
    }
    const took = elapsed();
    const { lost, double } = await compare(sites, crawl);
    const known = sites.stats().sites;
    await close();
    const held = trendOf(samples.held);
    const resident = trendOf(samples.resident);
    const isBounded = linear <= OPTIONS.maxMemory;
    const isFlat = held.gain <= maxGain(seconds) && resident.gain <= maxResidentGain(seconds);
    return {
      ...{ measuredSeconds: seconds, seconds: took, pages: crawl.fed, pagesPerSecond: crawl.fed / took, sites: known },
      ...{ again: sum.again, evicted: sum.evicted, loaded: sum.loaded, openings: sum.openings, held, linear, resident },
      ...{ lost, double, passed: lost === 0 && double === 0 && sum.wrong === 0 && isFlat && isBounded },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compares the page counts of the store with the pages that were fed. */
async function compare(sites: Sites, crawl: EndlessCrawl): Promise<{ lost: number; double: number }> {
  const counted = new Map<string, number>();
  for await (const { site, pages } of sites.list()) counted.set(site, pages);
  let lost = 0;
  let double = 0;
  for (const [site, pages] of crawl.pagesOf.entries()) {
    const difference = (counted.get(siteName(site)) ?? 0) - pages;
    if (difference < 0) lost -= difference;
    else double += difference;
  }
  return { lost, double };
}

function format(report: Report): string {
  const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
  const mib = (bytes: number): string => `${(bytes / MIB).toFixed(0)} MiB`;
  const { held, resident, measuredSeconds } = report;
  const percent = (share: number): string => (100 * share).toFixed(1);
  return formatTable(
    ['', ''],
    [
      ['seconds', report.seconds.toFixed(0)],
      ['pages', `${whole(report.pages)} (${whole(report.pagesPerSecond)}/s), ${whole(report.again)} of them repeated`],
      ['sites', whole(report.sites)],
      ['tables evicted, loaded', `${whole(report.evicted)}, ${whole(report.loaded)}; ${report.openings} openings`],
      ['memory in use', mib(held.mean)],
      ['growth of memory in use', `${percent(held.gain)} % (limit ${100 * maxGain(measuredSeconds)} %)`],
      ['linear memory', `maximum ${(report.linear / MIB).toFixed(1)} MiB (limit ${OPTIONS.maxMemory / MIB})`],
      ['resident memory', `mean ${mib(resident.mean)}, maximum ${mib(resident.most)}`],
      ['growth of resident memory', `${percent(resident.gain)} % (limit ${100 * maxResidentGain(measuredSeconds)} %)`],
      ['pages lost, counted twice', `${report.lost}, ${report.double}`],
    ],
  );
}

await runCommand('soak', async (words) => {
  const line = readCommandLine(words, {
    ...{ seconds: { type: 'string' }, seed: { type: 'string' }, json: { type: 'boolean' } },
  });
  const seconds = Number(line.text('seconds') ?? 60);
  if (!(seconds >= 1)) throw new Problem(`--seconds must be a number of at least 1, not ${line.text('seconds')}`);
  const report = await soak(seconds, Number(line.text('seed') ?? 1));
  if (line.has('json')) printJson(report);
  else process.stdout.write(`${format(report)}\n`);
  if (!report.passed) process.exitCode = 1;
});
