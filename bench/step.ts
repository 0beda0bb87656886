/** The step of a site beside `Sites`: the same pages, one, ten and a hundred of them in a step. */
import { Sites, type StepPage, step } from '@refrain/crawl';
import { MemoryLevel } from 'memory-level';
import type { CommandLine, Program } from './command-line.ts';
import { readBenchSites } from './pages/read.ts';
import { formatTable, type Machine, machine, machineLine, mean } from './report.ts';

const HELP = `usage: npm run bench step -- [options]

Times the documents of the pages of each site, and their text alone: by Sites with a store in memory, and by steps of one, ten and a
hundred pages, each of which reads the state of the site from bytes and gives new ones. All run in turn; the least CPU time of the rounds
counts. Also measures the state of each site with 400 pages, which a smaller site reaches by its pages under further ids.

Options
  --sites DIR   a folder of sites (folders or .tar.gz archives). Default: REFRAIN_SITES, else the sites of the repository
  --pages N     maximum number of pages of a site; default: 200
  --rounds N    default: 5
  --json        one JSON object
`;

const SEED = 7;
const SIZES = [1, 10, 100] as const;
const STATE_PAGES = 400;
const GOALS = { stepVsSites: 0.7, stateBytes: 14_000 };

const OUTPUTS = { documents: undefined, text: ['text'] } as const;
type Output = keyof typeof OUTPUTS;

interface Site {
  readonly name: string;
  readonly pages: readonly StepPage[];
}

interface Row {
  readonly output: Output;
  /** Pages in a step; undefined: by Sites. */
  readonly size: number | undefined;
  /** CPU microseconds a page. */
  readonly microseconds: number;
  /** Speed over that of Sites. */
  readonly vsSites: number;
}

interface Report {
  readonly machine: Machine;
  readonly sites: number;
  readonly pages: number;
  readonly rows: readonly Row[];
  /** Bytes of the state of a site with 400 pages: least, mean, most. */
  readonly stateBytes: readonly number[];
  readonly goals: typeof GOALS;
}

async function bySites(sites: readonly Site[], output: Output): Promise<void> {
  const store = new MemoryLevel<string, Uint8Array>({ valueEncoding: 'view' });
  const all = await Sites.open({ store, seed: SEED });
  for (const { name, pages } of sites)
    for (const { url, html } of pages) {
      const fields = OUTPUTS[output];
      await all.document(url, html, { site: name, ...(fields && { fields }) });
    }
  await all.close();
}

/** The state of a site after steps of a size. */
async function bySteps({ name, pages }: Site, output: Output, size: number): Promise<Uint8Array> {
  const fields = OUTPUTS[output];
  const options = { seed: SEED, ...(fields && { fields }) };
  let state: Uint8Array | undefined;
  for (let at = 0; at < pages.length; at += size)
    ({ state } = await step({ site: name, state, pages: pages.slice(at, at + size), options }));
  return state ?? new Uint8Array();
}

async function cpuOf(run: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

async function timeRows(sites: readonly Site[], rounds: number): Promise<Row[]> {
  const pages = sites.reduce((sum, site) => sum + site.pages.length, 0);
  const outputs = Object.keys(OUTPUTS) as Output[];
  const contenders = outputs.flatMap((output) => [undefined, ...SIZES].map((size) => ({ output, size })));
  const least = new Map(contenders.map((one) => [one, Number.POSITIVE_INFINITY]));
  for (let round = 0; round < rounds; round += 1)
    for (const [one, before] of least) {
      const { output, size } = one;
      const steps = async (each: number): Promise<void> => {
        for (const site of sites) await bySteps(site, output, each);
      };
      const taken = await cpuOf(() => (size === undefined ? bySites(sites, output) : steps(size)));
      least.set(one, Math.min(before, taken / pages));
    }
  const ofSites = (wanted: Output): number =>
    [...least].find(([{ output, size }]) => output === wanted && size === undefined)?.[1] ?? Number.NaN;
  return Array.from(least, ([one, microseconds]) => {
    return { ...one, microseconds, vsSites: ofSites(one.output) / microseconds };
  });
}

/** A site with a number of pages: its own, repeated. */
const grown = ({ name, pages }: Site, count: number): Site => ({
  name,
  pages: Array.from({ length: count }, (_, at) => {
    const page = pages[at % pages.length] as StepPage;
    return { ...page, url: `${page.url}?${Math.floor(at / pages.length)}` };
  }),
});

async function measure(folder: string | undefined, most: number, rounds: number): Promise<Report> {
  const sites = (await readBenchSites(folder)).map(({ name, pages }): Site => {
    return { name, pages: pages.slice(0, most).map((page) => ({ url: page.name, html: page.bytes })) };
  });
  const bytes: number[] = [];
  for (const site of sites) bytes.push((await bySteps(grown(site, STATE_PAGES), 'text', 100)).length);
  return {
    machine,
    sites: sites.length,
    pages: sites.reduce((sum, { pages }) => sum + pages.length, 0),
    rows: await timeRows(sites, rounds),
    stateBytes: [Math.min(...bytes), Math.round(mean(bytes)), Math.max(...bytes)],
    goals: GOALS,
  };
}

function format(report: Report): string {
  const rows = report.rows.map(({ output, size, microseconds, vsSites }) => [
    output,
    size === undefined ? 'Sites' : `steps of ${size}`,
    microseconds.toFixed(0),
    vsSites.toFixed(2),
  ]);
  return [
    machineLine,
    `${report.pages} pages of ${report.sites} sites`,
    formatTable(['', '', 'CPU µs a page', `speed (goal ${GOALS.stepVsSites})`], rows),
    `state of a site with ${STATE_PAGES} pages, least, mean, most: ${report.stateBytes.join(', ')} bytes`,
  ].join('\n');
}

export const program: Program = {
  help: HELP,
  values: ['sites', 'pages', 'rounds'],
  run: async (line: CommandLine) => {
    line.print(await measure(line.sites, line.count('pages', 200), line.count('rounds', 5)), format);
  },
};
