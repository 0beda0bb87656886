/** `npm run bench many-sites`: 100,000 sites in one store, with memory for a part of their tables. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printJson, readCommandLine, readCount, runCommand } from './command.ts';
import type { Comparison } from './many-sites/compare.ts';
import type { Feed } from './many-sites/feed.ts';
import type { Opened } from './many-sites/open.ts';
import { ORDERS, type Order } from './many-sites/orders.ts';
import { compileStages, runStage, type Work } from './many-sites/stage.ts';
import { Problem } from './problem.ts';
import { formatTable } from './table.ts';

const HELP = `usage: npm run bench many-sites -- [options]

Learns generated pages of many sites in one store, with less memory than their tables need. Opens the store in a new process.
Compares the table of every site with a table that was learned without other sites.

Options
  --sites N         default: 100000
  --pages N         pages of each site; default: 20
  --max-memory MB   linear memory, in MiB; default: 256
  --order ORDER     near: some thousand sites at a time, each visited twice, as a crawler does (default);
                    round: one page of every site, then the next page of every site
  --json            one JSON object
`;

const MIB = 2 ** 20;
const OPENINGS = 5;
/** Upper limits of the resident set (bytes) and of the time to open the store. */
const GOALS = { rssMost: 450 * MIB, openMilliseconds: 500 };

interface Report extends Omit<Work, 'location'>, Feed, Comparison {
  readonly pagesPerSecond: number;
  /** The same without the time to generate the pages. */
  readonly learnedPerSecond: number;
  /** Bytes on disk. */
  readonly storeBytes: number;
  /** Median time to open the store, each time in a new process. */
  readonly openMilliseconds: number;
  /** Resident set after opening, in bytes. */
  readonly openRss: number;
  readonly goals: typeof GOALS;
}

const bytesIn = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

async function measure(given: Omit<Work, 'location'>): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-many-sites-'));
  try {
    const work: Work = { ...given, location: join(folder, 'state') };
    await compileStages(['feed', 'open', 'compare']);
    const feed = await runStage<Feed>('feed', work);
    const openings: Opened[] = [];
    for (let opening = 0; opening < OPENINGS; opening += 1) openings.push(await runStage<Opened>('open', work));
    openings.sort((a, b) => a.milliseconds - b.milliseconds);
    const { milliseconds, rss } = openings[OPENINGS >> 1] as Opened;
    const storeBytes = bytesIn(work.location);
    const fed = given.sites * given.pages;
    return {
      ...given,
      ...feed,
      pagesPerSecond: fed / feed.seconds,
      learnedPerSecond: fed / (feed.seconds - feed.makingSeconds),
      storeBytes,
      openMilliseconds: milliseconds,
      openRss: rss,
      ...(await runStage<Comparison>('compare', work)),
      goals: GOALS,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function format(report: Report): string {
  const whole = (value: number): string => value.toFixed(0);
  const mib = (bytes: number): string => whole(bytes / MIB);
  const { sites, pages, order, counted, loaded, evicted, rssMeans, goals } = report;
  return formatTable(
    ['', '', 'goal'],
    [
      ['pages', `${sites} sites × ${pages}, ${order}`, ''],
      ['pages counted', whole(counted), whole(sites * pages)],
      ['pages/s', `${whole(report.pagesPerSecond)} (${whole(report.learnedPerSecond)} without generating them)`, ''],
      ['tables evicted, loaded', `${evicted}, ${loaded}`, ''],
      ['resident set, maximum, MiB', mib(report.rssMost), mib(goals.rssMost)],
      ['resident set, mean of each tenth, MiB', rssMeans.map(mib).join(' '), ''],
      ['size of the store, MiB', mib(report.storeBytes), ''],
      ['time to open, ms', whole(report.openMilliseconds), whole(goals.openMilliseconds)],
      ['different tables', `${report.differences} of ${report.compared} sites`, '0'],
    ],
  );
}

await runCommand('many-sites', async (words) => {
  const line = readCommandLine(words, {
    sites: { type: 'string' },
    pages: { type: 'string' },
    'max-memory': { type: 'string' },
    order: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  const order = line.text('order') ?? 'near';
  if (!Object.hasOwn(ORDERS, order))
    throw new Problem(`--order must be one of ${Object.keys(ORDERS).join(', ')}, not ${order}`);
  const report = await measure({
    sites: readCount(line, 'sites', 100_000),
    pages: readCount(line, 'pages', 20),
    maxMemory: readCount(line, 'max-memory', 256) * MIB,
    order: order as Order,
  });
  if (line.has('json')) printJson(report);
  else process.stdout.write(`${format(report)}\n`);
  if (report.differences > 0 || report.counted !== report.sites * report.pages) process.exitCode = 1;
});
