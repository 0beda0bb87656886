/** Speed of `default` beside other implementations of the same method and other parsers, and the size of its table. */
import { resolveOptions } from 'refrain';
import type { CommandLine, Program } from './command.ts';
import { type BenchPage, megabytesOf, mixPages, readBenchSites } from './pages/read.ts';
import { formatTable, type Machine, machine, machineLine, mean } from './report.ts';
import { visiting, visitsOf } from './throughput/hot-sites.ts';
import { parsing } from './throughput/parse.ts';
import { type Contender, fastest, speedRatio, type Timings, timeRounds } from './throughput/rounds.ts';
import { type Growth, measureGrowth, measureStorage, type SiteStorage } from './throughput/tables.ts';
import { type Validation, validate, wholeContenders } from './throughput/whole.ts';
import { defaultPair } from './twin/default-twin.ts';

const HELP = `usage: npm run bench throughput -- [options]

Times all contenders on the same real pages in one run. Every round runs each contender once. Each round starts with new
detectors, one for each site; the pages of all sites are in a random order, so a few workspaces share the processor's
cache. The row with hot sites has one instance with a table for each site, as a crawler has. Before timing, verdicts are
compared with those of the twins. The fastest round of each contender counts.

Options
  --sites DIR   a folder of sites (folders or .tar.gz archives), whose pages are mixed evenly. Default: REFRAIN_SITES,
                else the sites of the repository
  --quick       fewer pages and rounds: about half a minute
  --json        one JSON object (with npm run --silent bench: nothing else)
`;

const FULL = {
  ...{ pages: 480, warmups: 2, rounds: 15, storagePages: 2000 },
  /** Pages of the comparison with the twin that has the model. */
  twinPages: 60,
  /** Sites that are visited in turn. */
  hotSites: 1000,
  growth: { youngPage: 1000, oldPage: 100_000, repetitions: 40 },
};

const QUICK: typeof FULL = {
  ...{ pages: 120, warmups: 1, rounds: 3, storagePages: 200, twinPages: 6 },
  hotSites: 100,
  growth: { youngPage: 1000, oldPage: 100_000, repetitions: 8 },
};

interface Speed {
  readonly name: string;
  readonly meaning: string;
  readonly pagesPerSecond: number;
  readonly megabytesPerSecond: number;
}

interface Report {
  readonly quick: boolean;
  readonly machine: Machine;
  readonly sites: readonly string[];
  readonly pages: number;
  /** Megabytes (10⁶ bytes) of UTF-8. */
  readonly megabytes: number;
  readonly rounds: number;
  readonly validation: Validation;
  readonly ratios: Readonly<Record<string, number>>;
  /** Null where every site has too few pages. */
  readonly bytesPerEntry: number | null;
  readonly pageCostGrowth: number;
  readonly contenders: readonly Speed[];
  readonly storage: readonly SiteStorage[];
  readonly growth: Growth;
}

function speedOf({ name, meaning, pages }: Contender, timings: Timings, all: readonly BenchPage[]): Speed {
  const seconds = fastest(timings, name) / 1000;
  const read = pages ?? all;
  return { name, meaning, pagesPerSecond: read.length / seconds, megabytesPerSecond: megabytesOf(read) / seconds };
}

async function measure(folder: string | undefined, quick: boolean): Promise<Report> {
  const effort = quick ? QUICK : FULL;
  const options = resolveOptions();
  // The twin and the other contenders have no model.
  const repetition = resolveOptions({ evidence: 'repetition', separators: 'html5' });
  const sites = await readBenchSites(folder);
  const pages = mixPages(sites, effort.pages);
  const validation = await validate(pages, repetition);
  const whole = wholeContenders(pages, repetition);
  const pair = await defaultPair(pages.slice(0, effort.twinPages));
  const parse = parsing(pages);
  const hotName = `default, ${effort.hotSites} hot sites`;
  const hot = visiting(hotName, 'one instance, a page of each site in turn', visitsOf(sites, effort.hotSites), options);
  const contenders = [
    ...[whole.usual, hot, whole.module, pair.module, pair.twin, whole.twin, whole.htmlparser2],
    ...[parse.module, parse.parse5, parse.htmlparser2, parse.rewriter],
  ];
  const timings = await timeRounds(contenders, effort);
  const ratio = (contender: Contender, other: Contender): number => speedRatio(timings, contender.name, other.name);
  const storage = await measureStorage(sites, effort.storagePages);
  const growth = await measureGrowth(effort.growth);
  return {
    ...{ quick, machine, sites: sites.map(({ name }) => name), pages: pages.length, megabytes: megabytesOf(pages) },
    ...{ rounds: effort.rounds, validation },
    ratios: {
      defaultVsHtmlparser2Parse: ratio(whole.usual, parse.htmlparser2),
      defaultVsTwin: ratio(pair.module, pair.twin),
      wholeVsTwin: ratio(whole.module, whole.twin),
      wholeVsHtmlparser2Parse: ratio(whole.module, parse.htmlparser2),
      wholeVsHtmlparser2Detector: ratio(whole.module, whole.htmlparser2),
      parseVsParse5: ratio(parse.module, parse.parse5),
      parseVsHtmlparser2: ratio(parse.module, parse.htmlparser2),
    },
    bytesPerEntry: storage.length === 0 ? null : mean(storage.map(({ bytesPerEntry }) => bytesPerEntry)),
    pageCostGrowth: growth.ratio,
    contenders: contenders.map((contender) => speedOf(contender, timings, pages)),
    ...{ storage, growth },
  };
}

function format(report: Report): string {
  const { validation, growth, contenders, storage, bytesPerEntry } = report;
  const speeds = contenders.map(({ name, meaning, pagesPerSecond, megabytesPerSecond }) => [
    ...[name, pagesPerSecond.toFixed(0), megabytesPerSecond.toFixed(1), meaning],
  ]);
  const ratios = Object.entries(report.ratios).map(([name, ratio]) => [name, ratio.toFixed(2)]);
  const tables = storage.map(({ name, pages, bytesPerEntry: bytes }) => [name, String(pages), bytes.toFixed(1)]);
  return `${report.pages} pages, ${report.megabytes.toFixed(1)} MB, of ${report.sites.join(', ')}; ${report.rounds} rounds
${machineLine}

Compared before timing: the verdicts of the module equal those of the twin on all ${validation.pages} pages. Those of the htmlparser2
detector are equal on the ${validation.htmlparser2Pages} pages where it finds the same blocks.

${formatTable(['contender', 'pages/s', 'MB/s', ''], speeds)}

${formatTable(['speed ratio', ''], ratios)}

${formatTable(['table of', 'pages', 'bytes per entry'], tables)}
bytes per entry, mean: ${bytesPerEntry === null ? 'every site has too few pages' : bytesPerEntry.toFixed(1)}

page ${growth.oldPage} against page ${growth.youngPage}: ${growth.ratio.toFixed(3)} of its time (${growth.oldMicroseconds.toFixed(1)} and ${growth.youngMicroseconds.toFixed(1)} µs)`;
}

export const program: Program = {
  help: HELP,
  ...{ values: ['sites'], switches: ['quick'] },
  run: async (line: CommandLine) => line.print(await measure(line.sites, line.has('quick')), format),
};
