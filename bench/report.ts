/**
 * The report of a thousand pages: how fast `refrain report` makes it, start to end, and how soon Chromium shows each of its
 * pages, opened from disk. CHROMIUM names the browser, /usr/bin/chromium if unset.
 *
 * Run: npm run bench:report -- [--sites SITES_DIR] [--pages N] [--rounds N] [--json]
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

/** Most that a site has, so that several take part. */
const PAGES = 1000;

interface Outcome {
  readonly pages: number;
  readonly megabytes: number;
  readonly secondsToBuild: number;
  readonly pagesPerSecond: number;
  readonly reportMegabytes: number;
  /** Milliseconds from asking for a page of the report to all of it being there. */
  readonly opens: Readonly<Record<'overview' | 'site' | 'page', number>>;
}

/** Pages of all sites in turn, again under other names where there are too few; their bytes. */
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

/** These run in the page, whose policy lets nothing be evaluated that comes as text. */
const hasRows = (): boolean => document.querySelector('table.rows tr') !== null;
const hasPage = (): boolean => document.querySelector('#page-summary')?.textContent?.startsWith('Page 2:') === true;

/** In a context of its own, so that nothing is at hand. */
async function timeOpening(browser: Browser, url: string, isThere: () => boolean): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const begun = performance.now();
  await page.goto(url);
  await page.waitForFunction(isThere);
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
    const opened = async (path: string, isThere: () => boolean): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < Math.max(5, rounds); round += 1) {
        times.push(await timeOpening(browser, `${url}/${path}`, isThere));
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

await runCommand('bench:report', async (words) => {
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
      'report made, start to end',
      `${secondsToBuild.toFixed(2)} s, ${pagesPerSecond.toFixed(0)} pages/s`,
      '300 pages/s',
    ],
    ['its size', `${reportMegabytes.toFixed(1)} MB`, ''],
    ['overview open', `${opens.overview.toFixed(0)} ms`, '1,000 ms'],
    ['site open', `${opens.site.toFixed(0)} ms`, '1,000 ms'],
    ['page open', `${opens.page.toFixed(0)} ms`, '1,000 ms'],
  ];
  process.stdout.write(`${formatTable(rows[0] ?? [], rows.slice(1))}\n`);
});
