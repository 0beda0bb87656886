/**
 * Feeds a crawl without end to a store for a while: memory stays flat, and every page is counted once, through tables that
 * come and go, pages that come again, and a store that is closed and opened.
 *
 * Run: npm run soak -- [--seconds N] [--seed S] [--json]; the seconds are those after half a minute of warming up, or a whole one.
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
/** What is remembered for long makes large tables, so that they have to make room for each other. */
const LAW = { baseLifetime: 5, lifetimeGrowth: 8 };
const OPTIONS = { ...LAW, maxMemory: 5 * MIB, flushEvery: { pages: 5000 } };
/** The store is closed and opened after so many pages. */
const PAGES_PER_OPENING = 100_000;
/** Samples a second. */
const SAMPLES = 4;
/** Seconds before the first: the store's caches and the allocator's lists fill up. */
const warmUp = (seconds: number): number => (seconds < 180 ? 30 : 60);
/** Samples between two collections, after which what is held is measured. */
const SAMPLES_A_COLLECTION = 20;
/** A line through what is held may gain so much of its mean: in half a minute that is eight bytes a page, in five one. */
const mostGain = (seconds: number): number => (seconds < 180 ? 0.2 : 0.05);
/**
 * The same of resident memory. The C library keeps free memory apart for each of the store's threads, and it takes four
 * minutes of this crawl until none of them asks for more; with MALLOC_ARENA_MAX=1 there is a third less of it.
 */
const mostResidentGain = (seconds: number): number => (seconds < 600 ? 0.4 : 0.05);

interface Report {
  /** All of it, and without the warming up. */
  readonly seconds: number;
  readonly measuredSeconds: number;
  readonly pages: number;
  readonly pagesPerSecond: number;
  readonly sites: number;
  readonly again: number;
  readonly evicted: number;
  readonly loaded: number;
  readonly openings: number;
  /** Of JavaScript and its buffers, in bytes, after collections and with nothing on its way to the store. */
  readonly held: Trend;
  /** Most bytes of linear memory. */
  readonly linear: number;
  /** The process's own part of its resident set, in bytes. */
  readonly resident: Trend;
  /** Pages of which the store has no trace, and that were counted more often than once. */
  readonly lost: number;
  readonly double: number;
  readonly passed: boolean;
}

/**
 * Resident memory that is this process's own, in bytes. LevelDB maps the files of its tables, the last 64 of 2 MiB that it
 * looked into, and those pages are the file cache's: they fill up as the store does, whatever we keep or lose.
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
      if (samples.resident.length % SAMPLES_A_COLLECTION > 0) continue;
      // What is on its way to the store comes and goes, and so do instances of closed stores, which take a turn to be freed.
      // Linear memory begins anew with every opening, and grows to what it may be: only how far is to be judged.
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
    const isFlat = held.gain <= mostGain(seconds) && resident.gain <= mostResidentGain(seconds);
    return {
      ...{ measuredSeconds: seconds, seconds: took, pages: crawl.fed, pagesPerSecond: crawl.fed / took, sites: known },
      ...{ again: sum.again, evicted: sum.evicted, loaded: sum.loaded, openings: sum.openings, held, linear, resident },
      ...{ lost, double, passed: lost === 0 && double === 0 && sum.wrong === 0 && isFlat && isBounded },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the store counted of each site, beside what it was fed. */
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
      ['pages', `${whole(report.pages)} (${whole(report.pagesPerSecond)}/s), ${whole(report.again)} of them again`],
      ['sites', whole(report.sites)],
      ['tables evicted, loaded', `${whole(report.evicted)}, ${whole(report.loaded)}; ${report.openings} openings`],
      ['held after collections', mib(held.mean)],
      ['its gain', `${percent(held.gain)} % (at most ${100 * mostGain(measuredSeconds)} %)`],
      ['linear memory', `at most ${(report.linear / MIB).toFixed(1)} MiB (${OPTIONS.maxMemory / MIB})`],
      ['resident after warm-up', `${mib(resident.mean)}, at most ${mib(resident.most)}`],
      ['its gain', `${percent(resident.gain)} % (at most ${100 * mostResidentGain(measuredSeconds)} %)`],
      ['pages lost, counted twice', `${report.lost}, ${report.double}`],
    ],
  );
}

await runCommand('soak', async (words) => {
  const line = readCommandLine(words, {
    ...{ seconds: { type: 'string' }, seed: { type: 'string' }, json: { type: 'boolean' } },
  });
  const seconds = Number(line.text('seconds') ?? 60);
  if (!(seconds >= 1)) throw new Problem('--seconds must be a number from 1');
  const report = await soak(seconds, Number(line.text('seed') ?? 1));
  if (line.has('json')) printJson(report);
  else process.stdout.write(`${format(report)}\n`);
  if (!report.passed) process.exitCode = 1;
});
