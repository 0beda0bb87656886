/** `npm run bench index`: time to build an index with template detection inside the indexer, and with detection before it. */
import { availableParallelism, cpus } from 'node:os';
import { printJson, readCommandLine, readCount, runCommand } from './command.ts';
import {
  meanSite,
  PAPER_TIMES,
  type SiteTimes,
  speedsOf,
  TABLE3_PAGES,
  TIME_GOALS,
  type Times,
  timeIndexing,
  timesOf,
} from './experiments/table3.ts';
import { Problem } from './problem.ts';
import { TEMPLATES } from './search/indexes.ts';
import { formatTable } from './table.ts';
import { addressed } from './throughput/indexing.ts';
import { readBenchSites } from './throughput/pages.ts';
import { compareFiles, type SameFile } from './throughput/same-file.ts';
import { type IndexValidation, validateIndexes } from './throughput/validate-index.ts';

const HELP = `usage: npm run bench index -- [options]

Table 3 of Chen et al.: time to index the pages of each site without template detection, with two-stage detection, and with
the verdicts of refrain page by page. Beside them the batch methods of the paper: they parse with parse5, judge every page,
and then all pages are indexed without detection (the time to leave words out is not counted). They are timed again with
trees that exist already, since parse5 is slower than the parser of the indexer.
Every round runs each contender once. Before timing, some pages of each site are compared with plain TypeScript.

Options
  --sites DIR   a folder of sites (folders or .tar.gz archives). Default: the sites in the development packages
  --pages N     the first N pages of each site, in a seeded order (default ${TABLE3_PAGES})
  --rounds N    timed rounds, after one warm-up (default 5)
  --json        one JSON object (with npm run --silent bench: nothing else)
`;

interface Report extends Times {
  readonly machine: { readonly node: string; readonly processor: string; readonly cores: number };
  readonly pages: number;
  /** Megabytes (10⁶ bytes) of UTF-8. */
  readonly megabytes: number;
  readonly rounds: number;
  readonly validation: IndexValidation;
  readonly megabytesPerSecond: Readonly<Record<string, number>>;
  readonly sites: readonly (Pick<SiteTimes, 'site' | 'pages' | 'megabytes'> & Times)[];
  readonly files: readonly SameFile[];
  /** Null where no run went to disk, so that there is nothing to compare. */
  readonly filesAreSame: boolean | null;
  readonly goals: typeof TIME_GOALS;
}

function areSame(files: readonly SameFile[]): boolean | null {
  if (files.some(({ same }) => same === false)) return false;
  return files.every(({ same }) => same === true) ? true : null;
}

async function measure(folder: string | undefined, pages: number, rounds: number): Promise<Report> {
  const sites = (await readBenchSites(folder)).map((site) => ({ ...site, pages: site.pages.slice(0, pages) }));
  const validation = await validateIndexes(sites.map((site) => addressed(site.pages)));
  const times = await timeIndexing(sites, pages, { warmups: 1, rounds });
  const all = sites.flatMap((site) => site.pages);
  const files: SameFile[] = [];
  for (const template of TEMPLATES) files.push(await compareFiles(all, template));
  const sum = (figure: (site: SiteTimes) => number): number => times.reduce((total, site) => total + figure(site), 0);
  return {
    machine: { node: process.version, processor: cpus()[0]?.model ?? 'unknown', cores: availableParallelism() },
    pages: sum((site) => site.pages),
    megabytes: sum(({ megabytes }) => megabytes),
    ...{ rounds, validation },
    ...timesOf(meanSite(times)),
    megabytesPerSecond: speedsOf(times),
    sites: times.map((site) => {
      const { site: name, pages: own, megabytes } = site;
      return { site: name, pages: own, megabytes, ...timesOf(site) };
    }),
    ...{ files, filesAreSame: areSame(files), goals: TIME_GOALS },
  };
}

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

function format(report: Report): string {
  const { machine, validation, sites, milliseconds, megabytesPerSecond, share, faster, ratios, files, goals } = report;
  const names = Object.keys(milliseconds);
  const cells = (of: Readonly<Record<string, number>>): string[] => names.map((name) => (of[name] ?? 0).toFixed(0));
  const rows = [
    ...sites.map((site) => [site.site, String(site.pages), ...cells(site.milliseconds)]),
    ['mean', '', ...cells(milliseconds)],
    ['MB/s', '', ...names.map((name) => (megabytesPerSecond[name] ?? 0).toFixed(1))],
    ['the paper, mean', '', ...names.map((name) => PAPER_TIMES[name]?.toFixed(2) ?? '')],
  ];
  const goalOf = (name: string): string => (name === 'shingle' || name === 'sst' ? `≥ ${percent(goals[name])}` : '');
  const answers = [
    ['time that two-stage adds to none', percent(share), `≤ ${percent(goals.share)}`],
    ...Object.entries(faster).map(([name, saved]) => [
      `time that two-stage saves beside ${name}`,
      percent(saved),
      goalOf(name),
    ]),
  ];
  const comparisons = files.map(({ template, same: is, pages, runs, bytes }) => [
    ...[
      template,
      is === null ? 'too few pages' : is ? 'identical' : 'DIFFERENT',
      String(pages),
      String(runs[0]),
      String(runs[1]),
      String(bytes),
    ],
  ]);
  return `${report.pages} pages, ${report.megabytes.toFixed(1)} MB; ${report.rounds} rounds; median milliseconds to index a site
Node ${machine.node}, ${machine.cores} × ${machine.processor}

Compared before timing, on ${validation.pages} pages: blocks and ${validation.searches} searches equal those of plain TypeScript.

${formatTable(['site', 'pages', ...names], rows)}

${formatTable(['', '', 'goal'], answers)}

${formatTable(
  ['time ratio', ''],
  Object.entries(ratios).map(([name, ratio]) => [name, ratio.toFixed(3)]),
)}

${formatTable(['files written with 16 MiB and 1 GiB', '', 'pages', 'runs, 16 MiB', 'runs, 1 GiB', 'bytes'], comparisons)}
`;
}

await runCommand('index', async (words) => {
  const line = readCommandLine(words, {
    ...{ sites: { type: 'string' }, pages: { type: 'string' }, rounds: { type: 'string' } },
    ...{ json: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  if (line.operands.length > 0)
    throw new Problem(`unexpected argument ${line.operands[0]}: use --sites for a folder of sites; see --help`);
  const pages = readCount(line, 'pages', TABLE3_PAGES);
  const report = await measure(line.text('sites'), pages, readCount(line, 'rounds', 5));
  if (line.has('json')) printJson(report);
  else process.stdout.write(format(report));
  if (report.filesAreSame === false) process.exitCode = 1;
});
