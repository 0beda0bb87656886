/** The report of many pages: the time of `refrain report` from start to exit, and its peak of resident memory. */
import { createWriteStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { CommandLine, Program } from './command.ts';
import { finish, MAIN } from './crawl/processes.ts';
import { median } from './figures.ts';
import { formatTable } from './format-table.ts';
import { madePage } from './made-pages.ts';
import { withScratch } from './scratch.ts';

const HELP = `usage: npm run bench report -- [options]

Time and memory to write a report of short pages that are made for it, from a file of NDJSON.

Options
  --pages N        default: 10000
  --sites N        sites that the pages are of. Default: 1
  --jobs N         threads. Default: 1
  --rounds N       default: 3
  --json           one JSON object
`;

interface Outcome {
  readonly pages: number;
  readonly sites: number;
  readonly seconds: number;
  readonly pagesPerSecond: number;
  readonly inputMegabytes: number;
  readonly reportMegabytes: number;
  /** Peak of resident memory of the process, with all of its threads. */
  readonly residentMegabytes: number;
}

/** Writes the process's peak of resident memory, in kilobytes, to the file that a variable names. */
const PROBE = `data:text/javascript,
  import { writeFileSync } from 'node:fs';
  process.on('exit', () => writeFileSync(process.env.BENCH_RSS, String(process.resourceUsage().maxRSS)));`;

/** Lines of pages, some at a time. */
function* linesOf(pages: number, sites: number): Generator<string> {
  for (let page = 0; page < pages; page += 1) {
    const { url, html } = madePage(page % sites, Math.floor(page / sites));
    yield `${JSON.stringify({ url, html })}\n`;
  }
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

const measure = (line: CommandLine): Promise<Outcome> =>
  withScratch(async (scratch) => {
    const [pages, sites, rounds] = [line.count('pages', 10_000), line.count('sites', 1), line.count('rounds', 3)];
    const [input, report, rss] = ['pages.ndjson.gz', 'report', 'rss'].map((name) => join(scratch, name)) as [
      ...[string, string, string],
    ];
    await pipeline(Readable.from(linesOf(pages, sites)), createGzip({ level: 1 }), createWriteStream(input));
    const times: number[] = [];
    let residentMegabytes = 0;
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now();
      const words = ['report', input, '--out', report, '--jobs', String(line.count('jobs', 1)), '--quiet'];
      await finish(['--import', PROBE, MAIN, ...words], { BENCH_RSS: rss });
      times.push((performance.now() - begun) / 1000);
      residentMegabytes = Math.max(residentMegabytes, (Number(readFileSync(rss, 'utf8')) * 1024) / 1e6);
    }
    const seconds = median(times);
    return {
      ...{ pages, sites, seconds, pagesPerSecond: pages / seconds, inputMegabytes: statSync(input).size / 1e6 },
      ...{ reportMegabytes: sizeOf(report) / 1e6, residentMegabytes },
    };
  });

const format = (outcome: Outcome): string =>
  formatTable(
    ['', ''],
    [
      [
        'pages',
        `${outcome.pages} of ${outcome.sites} sites, ${outcome.inputMegabytes.toFixed(1)} MB of gzipped NDJSON`,
      ],
      ['start to exit', `${outcome.seconds.toFixed(2)} s, ${outcome.pagesPerSecond.toFixed(0)} pages/s`],
      ['size of the report', `${outcome.reportMegabytes.toFixed(1)} MB`],
      ['resident memory, peak', `${outcome.residentMegabytes.toFixed(0)} MB`],
    ],
  );

export const program: Program = {
  help: HELP,
  values: ['pages', 'sites', 'jobs', 'rounds'],
  run: async (line) => line.print(await measure(line), format),
};
