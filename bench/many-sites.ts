/** 100,000 sites in one store, with memory for a part of their tables. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { inFolder } from '../test/support/folder.ts';
import { type CommandLine, Problem, type Program } from './command-line.ts';
import {
  type Comparison,
  type FeedResult,
  type OpenResult,
  ORDERS,
  type Order,
  type Work,
} from './many-sites/stages.ts';
import { formatTable } from './report.ts';

const HELP = `usage: npm run bench many-sites -- [options]

Learns made pages of many sites in one store, with less memory than their tables need. Opens the store in a new process.
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
/** Maximum resident set in bytes; maximum time to open the store. */
const GOALS = { rssMost: 450 * MIB, openMilliseconds: 500 };

type Settings = Omit<Work, 'stage' | 'location'>;

interface Report extends Settings, FeedResult, OpenResult, Comparison {
  readonly pagesPerSecond: number;
  /** Learned pages per second, without the time to generate them. */
  readonly learnedPerSecond: number;
  readonly storeBytes: number;
  readonly goals: typeof GOALS;
}

/** Compiled, because stages run without TypeScript loader, as in production; in build/, where packages are resolved. */
const COMPILED = fileURLToPath(new URL('../build/many-sites.mjs', import.meta.url));

async function runStage<T>(work: Work): Promise<T> {
  const child = fork(COMPILED, [JSON.stringify(work)], { execArgv: [] });
  let result: T | undefined;
  child.on('message', (message) => {
    result = message as T;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0 || result === undefined) throw new Error(`stage ${work.stage} ended with ${code}`);
  return result;
}

const measure = (settings: Settings): Promise<Report> =>
  inFolder({}, async (folder) => {
    await build({
      ...{ entryPoints: [fileURLToPath(new URL('many-sites/stages.ts', import.meta.url))], outfile: COMPILED },
      ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' },
    });
    const work = { ...settings, location: join(folder, 'state') };
    const fed = await runStage<FeedResult>({ ...work, stage: 'feed' });
    const opened = await runStage<OpenResult>({ ...work, stage: 'open' });
    const names = readdirSync(work.location);
    const pages = settings.sites * settings.pages;
    return {
      ...{ ...settings, ...fed, ...opened, goals: GOALS },
      pagesPerSecond: pages / fed.seconds,
      learnedPerSecond: pages / (fed.seconds - fed.makingSeconds),
      storeBytes: names.reduce((sum, name) => sum + statSync(join(work.location, name)).size, 0),
      ...(await runStage<Comparison>({ ...work, stage: 'compare' })),
    };
  });

function format(report: Report): string {
  const mib = (bytes: number): string => (bytes / MIB).toFixed(0);
  const { sites, pages, order, counted, loaded, evicted, rssMeans, goals } = report;
  const speed = `${report.pagesPerSecond.toFixed(0)} (${report.learnedPerSecond.toFixed(0)} without making them)`;
  return formatTable(
    ['', '', 'goal'],
    [
      ['pages', `${sites} sites × ${pages}, ${order}`, ''],
      ['pages counted', String(counted), String(sites * pages)],
      ['pages/s', speed, ''],
      ['tables evicted, loaded', `${evicted}, ${loaded}`, ''],
      ['resident set, maximum, MiB', mib(report.rssMost), mib(goals.rssMost)],
      ['resident set, mean of each tenth, MiB', rssMeans.map(mib).join(' '), ''],
      ['size of the store, MiB', mib(report.storeBytes), ''],
      ['time to open, ms', report.openMilliseconds.toFixed(0), String(goals.openMilliseconds)],
      ['different tables', `${report.differences} of ${report.compared} sites`, '0'],
    ],
  );
}

export const program: Program = {
  help: HELP,
  values: ['sites', 'pages', 'max-memory', 'order'],
  run: async (line: CommandLine) => {
    const order = line.text('order') ?? 'near';
    if (!Object.hasOwn(ORDERS, order))
      throw new Problem(`--order must be one of ${Object.keys(ORDERS).join(', ')}, not ${order}`);
    const report = await measure({
      ...{ sites: line.count('sites', 100_000), pages: line.count('pages', 20), order: order as Order },
      maxMemory: line.count('max-memory', 256) * MIB,
    });
    line.print(report, format);
    if (report.differences > 0 || report.counted !== report.sites * report.pages) process.exitCode = 1;
  },
};
