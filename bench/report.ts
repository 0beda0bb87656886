/**
 * The report of a thousand pages: the time of `refrain report` from start to exit, and the time until Chromium shows each kind
 * of its pages, opened from disk. The variable CHROMIUM is the path of the browser (default /usr/bin/chromium).
 *
 * Run: npm run bench report -- [--sites SITES_DIR] [--pages N] [--rounds N] [--json]
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { launch } from '../test/web/support/web.ts';
import { printJson, readCommandLine, readCount, runCommand } from './command.ts';
import { withScratch } from './scratch.ts';
import { formatTable } from './table.ts';
import { readBenchSites } from './throughput/pages.ts';
import { median } from './throughput/rounds.ts';

const MAIN = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url));
const run = promisify(execFile);

/** Pages of the report, of all sites together. */
const PAGES = 1000;

interface Outcome {
  readonly pages: number;
  readonly megabytes: number;
  readonly secondsToBuild: number;
  readonly pagesPerSecond: number;
  readonly reportMegabytes: number;
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
const hasPage = (): boolean => document.querySelector('#page-summary')?.textContent?.startsWith('Page 2:') === true;

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

async function measure(folder: string | undefined, count: number, rounds: number): Promise<Outcome> {
  const sites = await readBenchSites(folder);
  return withScratch(async (scratch) => {
    const input = join(scratch, 'crawl');
    const bytes = writePages(sites, count, input);
    const report = join(scratch, 'report');
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now();
      await run(process.execPath, [MAIN, 'report', input, '--out', report, '--quiet']);
      seconds.push((performance.now() - begun) / 1000);
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
        opens: {
          overview: await opened('index.html', hasRows),
          site: await opened(`sites/${name}/index.html`, hasRows),
          page: await opened(`sites/${name}/page.html#2`, hasPage),
        },
      };
    } finally {
      await browser.close();
    }
  });
}

await runCommand('report', async (words) => {
  const line = readCommandLine(words, {
    ...{ sites: { type: 'string' }, pages: { type: 'string' }, rounds: { type: 'string' }, json: { type: 'boolean' } },
  });
  const folder = line.text('sites') ?? process.env['REFRAIN_SITES'];
  const outcome = await measure(folder, readCount(line, 'pages', PAGES), readCount(line, 'rounds', 5));
  if (line.has('json')) {
    printJson(outcome);
    return;
  }
  const { pages, megabytes, pagesPerSecond, secondsToBuild, reportMegabytes, opens } = outcome;
  const rows = [
    ['', 'measured', 'goal'],
    ['pages', `${pages}, ${megabytes.toFixed(1)} MB`, ''],
    [
      'report written, start to exit',
      `${secondsToBuild.toFixed(2)} s, ${pagesPerSecond.toFixed(0)} pages/s`,
      '300 pages/s',
    ],
    ['size of the report', `${reportMegabytes.toFixed(1)} MB`, ''],
    ['overview opened', `${opens.overview.toFixed(0)} ms`, '1,000 ms'],
    ['site opened', `${opens.site.toFixed(0)} ms`, '1,000 ms'],
    ['page opened', `${opens.page.toFixed(0)} ms`, '1,000 ms'],
  ];
  process.stdout.write(`${formatTable(rows[0] ?? [], rows.slice(1))}\n`);
});
