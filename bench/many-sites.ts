/** `npm run many-sites`: a hundred thousand sites in one store, with memory for a part of them. */
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

const HELP = `usage: npm run many-sites -- [options]

Feeds made pages of many sites to one store, with less memory than their tables need, opens the store in a new process,
and compares every site's table with that of a site that was alone.

Options
  --sites N         default: 100000
  --pages N         of each site; default: 20
  --max-memory MB   linear memory, in MiB; default: 256
  --order ORDER     near: some thousand sites at a time, each visited twice, as crawls do (default);
                    round: a page of every site before the next of any
  --json            one JSON object
`;

const MIB = 2 ** 20;
const OPENINGS = 5;
/** What the resident set and an opening may be. */
const GOALS = { rssMost: 450 * MIB, openMilliseconds: 500 };

interface Report extends Omit<Work, 'location'>, Feed, Comparison {
  readonly pagesPerSecond: number;
  /** The same without the time that the making of the pages took. */
  readonly learnedPerSecond: number;
  /** Bytes on disk. */
  readonly storeBytes: number;
  /** The median of openings, each in a new process. */
  readonly openMilliseconds: number;
  /** Resident set after an opening, in bytes. */
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
      ['pages/s', `${whole(report.pagesPerSecond)} (${whole(report.learnedPerSecond)} without making them)`, ''],
      ['tables evicted, loaded', `${evicted}, ${loaded}`, ''],
      ['resident set, MiB, most', mib(report.rssMost), mib(goals.rssMost)],
      ['of each tenth', rssMeans.map(mib).join(' '), ''],
      ['store, MiB', mib(report.storeBytes), ''],
      ['opening it, ms', whole(report.openMilliseconds), whole(goals.openMilliseconds)],
      ['differences', `${report.differences} of ${report.compared} sites`, '0'],
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
  if (!Object.hasOwn(ORDERS, order)) throw new Problem(`--order must be one of ${Object.keys(ORDERS).join(', ')}`);
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
