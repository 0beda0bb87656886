/**
 * The report of a thousand pages: the time of `refrain report` from start to exit, and the time until Chromium shows each kind
 * of its pages, opened from disk, and its peak of resident memory. The variable CHROMIUM is the path of the browser (default
 * /usr/bin/chromium). `--made` takes short pages that are made for the bench, of one site or each of a site of its own, so that
 * there may be a million.
 *
 * Run: npm run bench report -- [--sites SITES_DIR | --made one-site|many-sites] [--pages N] [--rounds N] [--jobs N] [--json]
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { launch } from '../test/web/support/web.ts';
import { printJson, readCommandLine, readCount, runCommand } from './command.ts';
import { type Made, readMade, writeMade } from './report/made.ts';
import { withScratch } from './scratch.ts';
import { formatTable } from './table.ts';
import { readBenchSites } from './throughput/pages.ts';
import { median } from './throughput/rounds.ts';

const MAIN = fileURLToPath(new URL('../packages/cli/dist/bin/main.js', import.meta.url));
const run = promisify(execFile);

/** Pages of the report, of all sites together. */
const PAGES = 1000;

interface Outcome {
  readonly pages: number;
  readonly megabytes: number;
  readonly secondsToBuild: number;
  readonly pagesPerSecond: number;
  readonly reportMegabytes: number;
  /** Peak of resident memory of the process, with all of its threads. */
  readonly residentMegabytes: number;
  /** Milliseconds from navigation to a complete page of the report. */
  readonly opens: Readonly<Record<'overview' | 'site' | 'page', number>>;
}

/** Writes pages of all sites in turn, and the same pages under other names where there are too few. Returns their bytes. */
function writePages(sites: Awaited<ReturnType<typeof readBenchSites>>, count: number, folder: string): number {
  let bytes = 0;
  let written = 0;
  for (let at = 0; written < count; at += 1) {
    for (const { name, pages } of sites) {
      const page = pages[at % pages.length];
      if (page === undefined || written === count) continue;
      const path = join(folder, name, `${String(at).padStart(5, '0')}.html`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, page.html);
      bytes += Buffer.byteLength(page.html);
      written += 1;
    }
  }
  return bytes;
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** These functions run in the page. The policy of the page forbids to evaluate strings. */
const hasRows = (): boolean => document.querySelector('table.rows tr') !== null;
const hasPage = (): boolean => document.querySelector('#page-summary')?.textContent?.startsWith('Page 1:') === true;

/** Opens the page in a new context, whose caches are empty. */
async function timeOpening(browser: Browser, url: string, isComplete: () => boolean): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const begun = performance.now();
  await page.goto(url);
  await page.waitForFunction(isComplete);
  const took = performance.now() - begun;
  await context.close();
  return took;
}

/** Writes its peak of resident memory, in kilobytes, to the file that a variable names. */
const PROBE = `data:text/javascript,
  import { writeFileSync } from 'node:fs';
  process.on('exit', () => writeFileSync(process.env.BENCH_RSS, String(process.resourceUsage().maxRSS)));`;

interface Options {
  readonly folder: string | undefined;
  readonly made: Made | undefined;
  readonly count: number;
  readonly rounds: number;
  readonly jobs: number;
}

/** Writes the pages, as files or as one archive; returns their bytes. */
const writeInput = async ({ folder, made, count }: Options, input: string): Promise<number> =>
  made === undefined ? writePages(await readBenchSites(folder), count, input) : writeMade(made, count, input);

async function measure(options: Options): Promise<Outcome> {
  const { count, rounds, jobs } = options;
  return withScratch(async (scratch) => {
    const input = join(scratch, 'crawl');
    const bytes = await writeInput(options, input);
    const report = join(scratch, 'report');
    const rss = join(scratch, 'rss');
    const seconds: number[] = [];
    let residentMegabytes = 0;
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now();
      const words = ['report', input, '--out', report, '--jobs', String(jobs), '--quiet'];
      await run(process.execPath, ['--import', PROBE, MAIN, ...words], { env: { ...process.env, BENCH_RSS: rss } });
      seconds.push((performance.now() - begun) / 1000);
      residentMegabytes = Math.max(residentMegabytes, (Number(readFileSync(rss, 'utf8')) * 1024) / 1e6);
    }
    const secondsToBuild = median(seconds);
    const browser = await launch();
    const url = pathToFileURL(report).href;
    const name = readdirSync(join(report, 'sites'))[0] ?? '';
    const opened = async (path: string, isComplete: () => boolean): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < Math.max(5, rounds); round += 1) {
        times.push(await timeOpening(browser, `${url}/${path}`, isComplete));
      }
      return median(times);
    };
    try {
      return {
        ...{ pages: count, megabytes: bytes / 1e6, secondsToBuild, pagesPerSecond: count / secondsToBuild },
        reportMegabytes: sizeOf(report) / 1e6,
        residentMegabytes,
        opens: {
          overview: await opened('index.html', hasRows),
          site: await opened(`sites/${name}/index.html`, hasRows),
          page: await opened(`sites/${name}/page.html#1`, hasPage),
        },
      };
    } finally {
      await browser.close();
    }
  });
}

await runCommand('report', async (words) => {
  const line = readCommandLine(words, {
    ...{ made: { type: 'string' }, jobs: { type: 'string' } },
    ...{ sites: { type: 'string' }, pages: { type: 'string' }, rounds: { type: 'string' }, json: { type: 'boolean' } },
  });
  const folder = line.text('sites') ?? process.env['REFRAIN_SITES'];
  const made = readMade(line.text('made'));
  const outcome = await measure({
    ...{ folder, made, count: readCount(line, 'pages', PAGES), jobs: readCount(line, 'jobs', 1) },
    rounds: readCount(line, 'rounds', made === undefined ? 5 : 1),
  });
  if (line.has('json')) {
    printJson(outcome);
    return;
  }
  const { pages, megabytes, pagesPerSecond, secondsToBuild, reportMegabytes, residentMegabytes, opens } = outcome;
  const rows = [
    ['', 'measured', 'goal'],
    ['pages', `${pages}, ${megabytes.toFixed(1)} MB`, ''],
    [
      'report written, start to exit',
      `${secondsToBuild.toFixed(2)} s, ${pagesPerSecond.toFixed(0)} pages/s`,
      '300 pages/s',
    ],
    ['size of the report', `${reportMegabytes.toFixed(1)} MB`, ''],
    ['resident memory, peak', `${residentMegabytes.toFixed(0)} MB`, '1,000 MB'],
    ['overview opened', `${opens.overview.toFixed(0)} ms`, '1,000 ms'],
    ['site opened', `${opens.site.toFixed(0)} ms`, '1,000 ms'],
    ['page opened', `${opens.page.toFixed(0)} ms`, '1,000 ms'],
  ];
  process.stdout.write(`${formatTable(rows[0] ?? [], rows.slice(1))}\n`);
});
