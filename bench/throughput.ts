/** Speed of `default` compared with other implementations and parsers, and the size of its table. */
import { resolveOptions } from 'refrain';
import type { CommandLine, Program } from './command-line.ts';
import { type BenchPage, megabytesOf, mixPages, readBenchSites } from './pages/read.ts';
import { defaultPair } from './reference/default-pair.ts';
import { formatTable, type Machine, machine, machineLine, mean } from './report.ts';
import { visitContender, visitsOf } from './throughput/hot-sites.ts';
import { parseContenders } from './throughput/parse.ts';
import { type Contender, fastest, speedRatio, type Timings, timeRounds } from './throughput/rounds.ts';
import { type Growth, measureGrowth, measureStorage, type SiteStorage } from './throughput/tables.ts';
import { validate, wholeContenders } from './throughput/whole.ts';

const HELP = `usage: npm run bench throughput -- [options]

Times all contenders on the same real pages in one run: about two minutes. Every round runs each contender once. The slow
reference implementations run fewer rounds, next to refrain on the same pages. Each round starts with new detectors, one for each
site; the pages of all sites are in a random order, so a few workspaces share the processor's cache. The row with hot sites has one
instance with a table for each site, as a crawler has. Before timing, verdicts are compared with those of the reference
implementations. The fastest round of each contender counts.

Options
  --sites DIR   a folder of sites (folders or .tar.gz archives), whose pages are mixed evenly. Default: REFRAIN_SITES,
                else the sites of the repository
  --quick       fewer pages and rounds: about ten seconds
  --json        one JSON object (with npm run --silent bench: nothing else)
`;

const FULL = {
  ...{ pages: 480, warmups: 1, rounds: 9, referenceRounds: 3, storagePages: 2000 },
  /** Pages for the reference implementation with the model. */
  referencePages: 30,
  hotSites: 1000,
  growth: { youngPage: 1000, oldPage: 100_000, repetitions: 24 },
};

const QUICK: typeof FULL = {
  ...{ pages: 120, warmups: 1, rounds: 3, referenceRounds: 1, storagePages: 200, referencePages: 6 },
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
  readonly seconds: number;
  readonly sites: readonly string[];
  readonly pages: number;
  readonly megabytes: number;
  readonly rounds: number;
  readonly ratios: Readonly<Record<string, number>>;
  /** Null if all sites have too few pages. */
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
  const begun = performance.now();
  const effort = quick ? QUICK : FULL;
  const options = resolveOptions();
  // By repetition, because other contenders have no model.
  const repetition = resolveOptions({ evidence: 'repetition', separators: 'html5' });
  const sites = await readBenchSites(folder);
  const pages = mixPages(sites, effort.pages);
  await validate(pages, repetition);
  const whole = wholeContenders(pages, repetition);
  const pair = await defaultPair(pages.slice(0, effort.referencePages));
  const parse = parseContenders(pages);
  const hotName = `default, ${effort.hotSites} hot sites`;
  const hot = visitContender(
    hotName,
    'one instance, a page of each site in turn',
    visitsOf(sites, effort.hotSites),
    options,
  );
  const references = [pair.module, pair.reference, whole.module, whole.reference];
  const others = [...[whole.usual, hot, whole.module], ...[parse.module, parse.parse5, parse.htmlparser2]];
  const otherTimings = await timeRounds(others, effort);
  // Timed last, because the engine optimises the module only after many pages.
  const referenceTimings = await timeRounds(references, { warmups: 1, rounds: effort.referenceRounds });
  const timings = new Map([...referenceTimings, ...otherTimings]);
  const ratio = (one: Contender, other: Contender, of: Timings = timings): number =>
    speedRatio(of, one.name, other.name);
  const storage = await measureStorage(sites, effort.storagePages);
  const growth = await measureGrowth(effort.growth);
  return {
    ...{ quick, machine, seconds: (performance.now() - begun) / 1000, sites: sites.map(({ name }) => name) },
    ...{ pages: pages.length, megabytes: megabytesOf(pages), rounds: effort.rounds },
    ratios: {
      defaultVsHtmlparser2Parse: ratio(whole.usual, parse.htmlparser2),
      defaultVsTwin: ratio(pair.module, pair.reference, referenceTimings),
      wholeVsTwin: ratio(whole.module, whole.reference, referenceTimings),
      wholeVsHtmlparser2Parse: ratio(whole.module, parse.htmlparser2),
      parseVsParse5: ratio(parse.module, parse.parse5),
      parseVsHtmlparser2: ratio(parse.module, parse.htmlparser2),
    },
    bytesPerEntry: storage.length === 0 ? null : mean(storage.map(({ bytesPerEntry }) => bytesPerEntry)),
    pageCostGrowth: growth.ratio,
    contenders: [...new Set([...others, ...references])].map((contender) => speedOf(contender, timings, pages)),
    ...{ storage, growth },
  };
}

function format(report: Report): string {
  const { growth, contenders, storage, bytesPerEntry } = report;
  const speeds = contenders.map(({ name, meaning, pagesPerSecond, megabytesPerSecond }) => [
    ...[name, pagesPerSecond.toFixed(0), megabytesPerSecond.toFixed(1), meaning],
  ]);
  const ratios = Object.entries(report.ratios).map(([name, ratio]) => [name, ratio.toFixed(2)]);
  const tables = storage.map(({ name, pages, bytesPerEntry: bytes }) => [name, String(pages), bytes.toFixed(1)]);
  return `${report.pages} pages, ${report.megabytes.toFixed(1)} MB, of ${report.sites.join(', ')}; ${report.rounds} rounds, ${report.seconds.toFixed(0)} seconds
${machineLine}

Compared before timing: the verdicts of the module equal those of the reference implementations on their pages.

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
