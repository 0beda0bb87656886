/** `npm run bench`: speed of `default` beside other implementations of the same method and other parsers, and the size of its table. */
import { availableParallelism, cpus } from 'node:os';
import { type ResolvedOptions, resolveOptions } from 'refrain';
import { runSiteBench } from './command.ts';
import { mean } from './evaluation/evaluate.ts';
import { REPETITION } from './methods/repetition.ts';
import { measureShares, type SiteSpeed } from './repeated/shares.ts';
import { formatTable } from './table.ts';
import type { Contender } from './throughput/contender.ts';
import { defaultPair } from './throughput/default-twin.ts';
import { type Growth, measureGrowth } from './throughput/growth.ts';
import { coldVisits, visiting, visitsOf } from './throughput/hot-sites.ts';
import { otherParsers } from './throughput/others.ts';
import { measurePageMemory, type PageMemory } from './throughput/page-memory.ts';
import { type BenchPage, type BenchSite, mixPages, readBenchSites } from './throughput/pages.ts';
import { parsing } from './throughput/parse.ts';
import { fastest, speedRatio, type Timings, timeRounds } from './throughput/rounds.ts';
import { measureStorage, type SiteStorage } from './throughput/storage.ts';
import { tableWork } from './throughput/table-work.ts';
import { type Validation, validate } from './throughput/validate.ts';
import { wholeContenders } from './throughput/whole.ts';

const HELP = `usage: npm run bench throughput -- [options]

Times all contenders on the same real pages in one run. Every round runs each contender once. Each round starts with new
detectors, one for each site; the pages of all sites are in a random order, so a few workspaces share the processor's
cache. The rows with hot sites have one instance with a table for each site, as a crawler has. Before timing, verdicts are
compared with those of the twins. The fastest round of each contender counts.

Options
  --sites DIR   a folder of sites (folders or .tar.gz archives), whose pages are mixed evenly. Default: REFRAIN_SITES,
                else the sites in the development packages
  --quick       fewer pages and rounds: about half a minute
  --json        one JSON object (with npm run --silent bench: nothing else)
`;

interface Effort {
  readonly pages: number;
  /** Pages of the comparison with the twin that has the model. */
  readonly twinPages: number;
  /** Numbers of sites that are visited in turn, and of the tables that are made then. */
  readonly hotSites: readonly { readonly hot: number; readonly tables: number }[];
  /** For speed by share of template. */
  readonly shares: { readonly pagesPerSite: number; readonly warmups: number; readonly rounds: number };
  readonly warmups: number;
  readonly rounds: number;
  readonly storagePages: number;
  readonly growth: { readonly youngPage: number; readonly oldPage: number; readonly repetitions: number };
}

const FULL: Effort = {
  ...{ pages: 480, twinPages: 60, warmups: 2, rounds: 15, storagePages: 2000 },
  hotSites: [
    { hot: 1, tables: 60 },
    { hot: 10, tables: 60 },
    { hot: 1000, tables: 1000 },
  ],
  shares: { pagesPerSite: 60, warmups: 2, rounds: 9 },
  growth: { youngPage: 1000, oldPage: 100_000, repetitions: 40 },
};

const QUICK: Effort = {
  ...{ pages: 120, twinPages: 6, warmups: 1, rounds: 3, storagePages: 200 },
  hotSites: [
    { hot: 1, tables: 10 },
    { hot: 10, tables: 20 },
    { hot: 100, tables: 100 },
  ],
  shares: { pagesPerSite: 20, warmups: 1, rounds: 2 },
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
  readonly machine: { readonly node: string; readonly processor: string; readonly cores: number };
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
  readonly defaultByTemplateShare: readonly SiteSpeed[];
  /** Elements that each of the other parsers finds over those of the standard. */
  readonly elementsOfParsers: Readonly<Record<string, number>>;
  readonly storage: readonly SiteStorage[];
  readonly growth: Growth;
  readonly pageMemory: PageMemory;
}

async function measure(folder: string | undefined, quick: boolean): Promise<Report> {
  const effort = quick ? QUICK : FULL;
  const options = resolveOptions();
  // The twin and the other contenders have no model.
  const repetition = resolveOptions(REPETITION);
  const sites = await readBenchSites(folder);
  const pages = mixPages(sites, effort.pages);
  const validation = await validate(pages, repetition);
  const whole = wholeContenders(pages, repetition);
  const pair = await defaultPair(pages.slice(0, effort.twinPages));
  const parse = parsing(pages);
  const others = await otherParsers(pages);
  const table = await tableWork(pages, repetition);
  const visits = coldVisits(pages);
  const cold = await visiting('default, cold', 'each page the first one of a site', visits, options);
  const hot = await hotSites(sites, effort, options);
  const contenders = [
    ...[whole.usual, cold, ...hot, whole.module, whole.paper],
    ...[pair.module, pair.twin, whole.twin, whole.htmlparser2],
    ...[parse.module, parse.parse5, parse.htmlparser2, ...others.map(({ contender }) => contender)],
    ...[table.module, table.twin],
  ];
  const timings = await timeRounds(contenders, effort);
  const storage = await measureStorage(sites, options, effort.storagePages);
  const pageMemory = await measurePageMemory(pages, options);
  const growth = await measureGrowth(options, effort.growth);
  const defaultByTemplateShare = await measureShares(sites, effort.shares);
  const ratio = (contender: Contender, other: Contender): number => speedRatio(timings, contender.name, other.name);
  return {
    quick,
    machine: { node: process.version, processor: cpus()[0]?.model ?? 'unknown', cores: availableParallelism() },
    sites: sites.map(({ name }) => name),
    pages: pages.length,
    megabytes: megabytesOf(pages),
    rounds: effort.rounds,
    validation,
    ratios: {
      defaultVsHtmlparser2Parse: ratio(whole.usual, parse.htmlparser2),
      defaultVsTwin: ratio(pair.module, pair.twin),
      defaultVsPaper: ratio(whole.usual, whole.paper),
      wholeVsTwin: ratio(whole.module, whole.twin),
      wholeVsHtmlparser2Parse: ratio(whole.module, parse.htmlparser2),
      wholeVsHtmlparser2Detector: ratio(whole.module, whole.htmlparser2),
      parseVsParse5: ratio(parse.module, parse.parse5),
      parseVsHtmlparser2: ratio(parse.module, parse.htmlparser2),
      tableVsTwin: ratio(table.module, table.twin),
    },
    bytesPerEntry: storage.length === 0 ? null : mean(storage.map(({ bytesPerEntry }) => bytesPerEntry)),
    pageCostGrowth: growth.ratio,
    contenders: contenders.map((contender) => speedOf(contender, timings, pages)),
    defaultByTemplateShare,
    elementsOfParsers: Object.fromEntries(others.map(({ contender, elements }) => [contender.name, elements])),
    storage,
    growth,
    pageMemory,
  };
}

/** `default` on one instance whose sites are visited in turn. */
async function hotSites(sites: readonly BenchSite[], effort: Effort, options: ResolvedOptions): Promise<Contender[]> {
  const contenders: Contender[] = [];
  for (const { hot, tables } of effort.hotSites) {
    const visits = visitsOf(sites, tables, hot);
    const name = `default, ${hot} hot ${hot === 1 ? 'site' : 'sites'}`;
    const meaning = `${visits.length} visits of ${tables} tables, ${hot} in turn`;
    contenders.push(await visiting(name, meaning, visits, options));
  }
  return contenders;
}

const megabytesOf = (pages: readonly BenchPage[]): number =>
  pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;

function speedOf({ name, meaning, pages }: Contender, timings: Timings, all: readonly BenchPage[]): Speed {
  const seconds = fastest(timings, name) / 1000;
  const read = pages ?? all;
  return { name, meaning, pagesPerSecond: read.length / seconds, megabytesPerSecond: megabytesOf(read) / seconds };
}

function format(report: Report): string {
  const { machine, validation, growth, contenders, storage, bytesPerEntry } = report;
  const speeds = contenders.map(({ name, meaning, pagesPerSecond, megabytesPerSecond }) => [
    ...[name, pagesPerSecond.toFixed(0), megabytesPerSecond.toFixed(1)],
    meaning,
  ]);
  const percent = (share: number): string => (share * 100).toFixed(0);
  const shares = report.defaultByTemplateShare.map(({ name, repeated, template, speed }) => [
    ...[name, percent(repeated), percent(template), speed.toFixed(0)],
  ]);
  const ratios = Object.entries(report.ratios).map(([name, ratio]) => [name, ratio.toFixed(2)]);
  const tables = storage.map(({ name, pages, entries, tableBytes, bytesPerEntry: bytes, bytesPerKeptEntry }) => [
    ...[name, String(pages), entries.toFixed(0), tableBytes.toFixed(0), bytes.toFixed(1), bytesPerKeptEntry.toFixed(1)],
  ]);
  return `${report.pages} pages, ${report.megabytes.toFixed(1)} MB, of ${report.sites.join(', ')}; ${report.rounds} rounds
Node ${machine.node}, ${machine.cores} × ${machine.processor}

Compared before timing: the verdicts of the module equal those of the twin on all ${validation.pages} pages (${validation.templateBlocks} template and
${validation.contentBlocks} content blocks). Those of the htmlparser2 detector are equal on the ${validation.htmlparser2Pages} pages where it finds the same blocks.

${formatTable(['contender', 'pages/s', 'MB/s', ''], speeds)}

${formatTable(['speed ratio', ''], ratios)}

speed of default by site, MB/s
${formatTable(['site', '% repeated', '% template', 'MB/s'], shares)}

${formatTable(['table of', 'pages', 'entries', 'bytes', 'bytes per entry', 'bytes per kept entry'], tables)}
bytes per entry, mean: ${bytesPerEntry === null ? 'every site has too few pages' : bytesPerEntry.toFixed(1)}

table work at page ${growth.oldPage} against page ${growth.youngPage}: ${growth.ratio.toFixed(3)} (${growth.oldMicroseconds.toFixed(1)} and ${growth.youngMicroseconds.toFixed(1)} µs per page)
linear memory for a page of 1 MB, without the page: ${(report.pageMemory.overPageBytes / 1e6).toFixed(1)} MB
`;
}

await runSiteBench('bench', { help: HELP, measure, format });
