/** `npm run bench:index`: how long an index takes with template found on the way, and beside methods that find it before. */
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

const HELP = `usage: npm run bench:index -- [options]

Table 3 of Chen et al.: times an index of each site's pages without detection of template, with two stages in it, and with
refrain's verdicts page by page; and the batch methods of the paper, which get trees of parse5, judge every page, and then
have all pages indexed without detection (what it takes to leave words out is not counted against them). They are timed
once more with their trees given, for parse5 is slower than the indexer's parser and that is not their fault.
All in one run, round by round in turn, after checking some pages of each site against plain TypeScript.

Options
  --sites DIR   these sites (folders or .tar.gz archives). Default: those in test/fixtures/sites
  --pages N     the first N pages of each site, in a seeded order (default ${TABLE3_PAGES})
  --rounds N    default 5, after one that is not counted
  --json        one JSON object (npm run --silent keeps npm's own lines out)
`;

interface Report extends Times {
  readonly machine: { readonly node: string; readonly processor: string; readonly cores: number };
  readonly pages: number;
  /** Of UTF-8, 10⁶ bytes each. */
  readonly megabytes: number;
  readonly rounds: number;
  readonly validation: IndexValidation;
  readonly megabytesPerSecond: Readonly<Record<string, number>>;
  readonly sites: readonly (Pick<SiteTimes, 'site' | 'pages' | 'megabytes'> & Times)[];
  readonly files: readonly SameFile[];
  /** Null where that could not be told. */
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
    ['two-stage takes more than none', percent(share), `≤ ${percent(goals.share)}`],
    ...Object.entries(faster).map(([name, saved]) => [`two-stage saves of ${name}`, percent(saved), goalOf(name)]),
  ];
  const same = files.map(({ template, same: is, pages, runs, bytes }) => [
    ...[
      template,
      is === null ? 'too small to tell' : is ? 'the same' : 'DIFFERENT',
      String(pages),
      String(runs[0]),
      String(runs[1]),
      String(bytes),
    ],
  ]);
  return `${report.pages} pages, ${report.megabytes.toFixed(1)} MB; ${report.rounds} rounds; milliseconds to index a site, medians
Node ${machine.node}, ${machine.cores} × ${machine.processor}

Checked before timing, on ${validation.pages} pages: blocks and ${validation.searches} searches are those of plain TypeScript.

${formatTable(['site', 'pages', ...names], rows)}

${formatTable(['', '', 'goal'], answers)}

${formatTable(
  ['time over time', ''],
  Object.entries(ratios).map(([name, ratio]) => [name, ratio.toFixed(3)]),
)}

${formatTable(['files of 16 MiB and 1 GiB', '', 'pages', 'runs', 'runs', 'bytes'], same)}
`;
}

await runCommand('bench:index', async (words) => {
  const line = readCommandLine(words, {
    ...{ sites: { type: 'string' }, pages: { type: 'string' }, rounds: { type: 'string' } },
    ...{ json: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  if (line.operands.length > 0) throw new Problem(`${line.operands[0]}: sites are named by --sites; --help tells more`);
  const pages = readCount(line, 'pages', TABLE3_PAGES);
  const report = await measure(line.text('sites'), pages, readCount(line, 'rounds', 5));
  if (line.has('json')) printJson(report);
  else process.stdout.write(format(report));
  if (report.filesAreSame === false) process.exitCode = 1;
});
