/** `npm run bench`: how fast the module is, beside other ways to the same verdicts, and what its table costs. */
import { availableParallelism, cpus } from 'node:os';
import { resolveOptions } from 'refrain';
import { runSiteBench } from './command.ts';
import { mean } from './evaluation/evaluate.ts';
import { REPETITION } from './methods/repetition.ts';
import { formatTable } from './table.ts';
import type { Contender } from './throughput/contender.ts';
import { type Growth, measureGrowth } from './throughput/growth.ts';
import { measurePageMemory, type PageMemory } from './throughput/page-memory.ts';
import { mixPages, readBenchSites } from './throughput/pages.ts';
import { parsing } from './throughput/parse.ts';
import { median, speedRatio, type Timings, timeRounds } from './throughput/rounds.ts';
import { measureStorage, type SiteStorage } from './throughput/storage.ts';
import { tableWork } from './throughput/table-work.ts';
import { type Validation, validate } from './throughput/validate.ts';
import { wholeWay } from './throughput/whole.ts';

const HELP = `usage: npm run bench -- [options]

Times every contender on the same real pages in one run, round by round in turn, after checking that their verdicts are
the twin's. A round begins with detectors that have seen nothing, one for each site.

Options
  --sites DIR   pages of these sites (folders or .tar.gz archives), evenly mixed; also by REFRAIN_SITES.
                Default: the sites in test/fixtures/sites
  --quick       fewer pages and rounds: half a minute at most
  --json        one JSON object (npm run --silent keeps npm's own lines out)
`;

interface Effort {
  readonly pages: number;
  readonly warmups: number;
  readonly rounds: number;
  readonly storagePages: number;
  readonly growth: { readonly youngPage: number; readonly oldPage: number; readonly repetitions: number };
}

const FULL: Effort = {
  ...{ pages: 480, warmups: 2, rounds: 15, storagePages: 2000 },
  growth: { youngPage: 1000, oldPage: 100_000, repetitions: 40 },
};

const QUICK: Effort = {
  ...{ pages: 120, warmups: 1, rounds: 5, storagePages: 200 },
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
  /** Of UTF-8, 10⁶ bytes each. */
  readonly megabytes: number;
  readonly rounds: number;
  readonly validation: Validation;
  readonly ratios: Readonly<Record<string, number>>;
  /** Null where no site is long enough to tell. */
  readonly bytesPerEntry: number | null;
  readonly pageCostGrowth: number;
  readonly contenders: readonly Speed[];
  readonly storage: readonly SiteStorage[];
  readonly growth: Growth;
  readonly pageMemory: PageMemory;
}

async function measure(folder: string | undefined, quick: boolean): Promise<Report> {
  const effort = quick ? QUICK : FULL;
  const options = resolveOptions();
  // What the twin and the other contenders can do as well.
  const repetition = resolveOptions(REPETITION);
  const sites = await readBenchSites(folder);
  const pages = mixPages(sites, effort.pages);
  const validation = await validate(pages, repetition);
  const whole = wholeWay(pages, repetition);
  const parse = parsing(pages);
  const table = await tableWork(pages, repetition);
  const contenders = [
    ...[whole.usual, whole.paper, whole.module, whole.twin, whole.htmlparser2],
    ...[parse.module, parse.parse5, parse.htmlparser2],
    ...[table.module, table.twin],
  ];
  const timings = await timeRounds(contenders, effort);
  const storage = await measureStorage(sites, options, effort.storagePages);
  const pageMemory = await measurePageMemory(pages, options);
  const growth = await measureGrowth(options, effort.growth);
  const megabytes = pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  const ratio = (contender: Contender, other: Contender): number => speedRatio(timings, contender.name, other.name);
  return {
    quick,
    machine: { node: process.version, processor: cpus()[0]?.model ?? 'unknown', cores: availableParallelism() },
    sites: sites.map(({ name }) => name),
    pages: pages.length,
    megabytes,
    rounds: effort.rounds,
    validation,
    ratios: {
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
    contenders: contenders.map((contender) => speedOf(contender, timings, { pages: pages.length, megabytes })),
    storage,
    growth,
    pageMemory,
  };
}

function speedOf(
  { name, meaning }: Contender,
  timings: Timings,
  size: { readonly pages: number; readonly megabytes: number },
): Speed {
  const seconds = median(timings.get(name) ?? []) / 1000;
  return { name, meaning, pagesPerSecond: size.pages / seconds, megabytesPerSecond: size.megabytes / seconds };
}

function format(report: Report): string {
  const { machine, validation, growth, contenders, storage, bytesPerEntry } = report;
  const speeds = contenders.map(({ name, meaning, pagesPerSecond, megabytesPerSecond }) => [
    ...[name, pagesPerSecond.toFixed(0), megabytesPerSecond.toFixed(1)],
    meaning,
  ]);
  const ratios = Object.entries(report.ratios).map(([name, ratio]) => [name, ratio.toFixed(2)]);
  const tables = storage.map(({ name, pages, entries, tableBytes, bytesPerEntry: bytes, bytesPerKeptEntry }) => [
    ...[name, String(pages), entries.toFixed(0), tableBytes.toFixed(0), bytes.toFixed(1), bytesPerKeptEntry.toFixed(1)],
  ]);
  return `${report.pages} pages, ${report.megabytes.toFixed(1)} MB, of ${report.sites.join(', ')}; ${report.rounds} rounds
Node ${machine.node}, ${machine.cores} × ${machine.processor}

Checked before timing: the module's verdicts are the twin's on all ${validation.pages} pages (${validation.templateBlocks} template and
${validation.contentBlocks} content blocks); those of the htmlparser2 detector on the ${validation.htmlparser2Pages} pages of which it sees the same blocks.

${formatTable(['contender', 'pages/s', 'MB/s', ''], speeds)}

${formatTable(['how many times as fast', ''], ratios)}

${formatTable(['table of', 'pages', 'entries', 'bytes', 'bytes per entry', 'per kept entry'], tables)}
bytes per entry, mean: ${bytesPerEntry === null ? 'no site is long enough' : bytesPerEntry.toFixed(1)}

table work at page ${growth.oldPage} against page ${growth.youngPage}: ${growth.ratio.toFixed(3)} (${growth.oldMicroseconds.toFixed(1)} and ${growth.youngMicroseconds.toFixed(1)} µs a page)
linear memory for a page of 1 MB, over the page: ${(report.pageMemory.overPageBytes / 1e6).toFixed(1)} MB
`;
}

await runSiteBench('bench', { help: HELP, measure, format });
