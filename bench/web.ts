/** Speed of the package in Chromium beside Node, and the time to the first verdict. */
import { Detector, type DetectorOptions } from 'refrain';
import { type CommandLine, Problem, type Program } from './command.ts';
import { median } from './figures.ts';
import { formatTable } from './format-table.ts';
import { type Machine, machine, machineLine } from './machine.ts';
import { type BenchPage, megabytesOf, mixPages, readBenchSites } from './pages/read.ts';
import { type Chromium, openChromium } from './web/chromium.ts';
import { type FirstVerdict, WAYS, type Way } from './web/first-verdict.ts';
import { timeRound, verdictsOf } from './web/round.ts';

const HELP = `usage: npm run bench web -- [options]

Learns the same pages in Node and, by refrain/browser, in a module worker of Chromium, in turn. Before timing, the verdicts
of both are compared. Then opens a page that learns a page of 25 kB, several times, each in a new context with empty caches.
The variable CHROMIUM is the path of the browser (default /usr/bin/chromium).

Options
  --sites DIR   a folder of sites (folders or .tar.gz archives), whose pages are mixed evenly. Default: REFRAIN_SITES,
                else the sites of the repository
  --quick       fewer pages and rounds
  --json        one JSON object (with npm run --silent bench: nothing else)
`;

const FULL = { pages: 480, warmups: 3, rounds: 15, contexts: 15 };
const QUICK: typeof FULL = { pages: 120, warmups: 2, rounds: 5, contexts: 9 };

/** Wanted bytes of the page for the first verdict; the page of the nearest size is used. */
const FIRST_BYTES = 25_000;

const SETTINGS: Readonly<Record<string, DetectorOptions>> = { default: {}, paper: { preset: 'paper' } };

interface Speed {
  readonly pagesPerSecond: number;
  readonly megabytesPerSecond: number;
}

interface Comparison {
  readonly name: string;
  readonly node: Speed;
  readonly chromium: Speed;
  /** Time in Chromium over time in Node: median over rounds of the quotient of one round. */
  readonly ratio: number;
}

/** Medians in milliseconds. */
interface Start {
  readonly way: Way;
  /** From navigation start, and from the request of the package, to the verdict. */
  readonly fromNavigation: number;
  readonly fromRequest: number;
  /** From the `load` event to the verdict. That event waits for the module script, not for its asynchronous work. */
  readonly fromLoad: number;
  /** The parts of `fromRequest`: until the package runs, then until the detector exists, then until the verdict. */
  readonly importing: number;
  readonly creating: number;
  readonly learning: number;
}

interface Report {
  readonly quick: boolean;
  readonly machine: Machine & { readonly chromium: string };
  readonly sites: readonly string[];
  readonly pages: number;
  /** Megabytes (10⁶ bytes) of UTF-8. */
  readonly megabytes: number;
  readonly rounds: number;
  readonly comparisons: readonly Comparison[];
  readonly first: { readonly pageBytes: number; readonly contexts: number; readonly starts: readonly Start[] };
}

/** @throws {Problem} where Chromium and Node have different verdicts on a page */
async function validate(pages: readonly BenchPage[], chromium: Chromium): Promise<void> {
  for (const [name, options] of Object.entries(SETTINGS)) {
    const expected = await verdictsOf(pages, Detector.create, options);
    const found = await chromium.verdicts(options);
    const at = expected.findIndex((verdicts, index) => verdicts !== found[index]);
    if (at < 0 && found.length === expected.length) continue;
    throw new Problem(
      `${pages[at]?.name ?? 'a page'}, ${name}: Chromium and Node have different verdicts; nothing was timed`,
    );
  }
}

async function compare(pages: readonly BenchPage[], chromium: Chromium, effort: typeof FULL): Promise<Comparison[]> {
  const contenders = Object.entries(SETTINGS).flatMap(([name, options]) => [
    { name, timings: [] as number[], time: () => timeRound(pages, Detector.create, options) },
    { name, timings: [] as number[], time: () => chromium.milliseconds(options) },
  ]);
  for (let round = -effort.warmups; round < effort.rounds; round += 1) {
    // Each round begins with the next contender, since the first one may run on a cooler processor.
    const first = (round + effort.warmups) % contenders.length;
    for (const { time, timings } of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      const milliseconds = await time();
      if (round >= 0) timings.push(milliseconds);
    }
  }
  const speedOf = (timings: readonly number[]): Speed => {
    const seconds = median(timings) / 1000;
    return { pagesPerSecond: pages.length / seconds, megabytesPerSecond: megabytesOf(pages) / seconds };
  };
  return Object.keys(SETTINGS).map((name) => {
    const [node = [], inChromium = []] = contenders.filter((one) => one.name === name).map(({ timings }) => timings);
    const quotients = inChromium.map((milliseconds, round) => milliseconds / (node[round] ?? Number.NaN));
    return { name, node: speedOf(node), chromium: speedOf(inChromium), ratio: median(quotients) };
  });
}

async function measureStarts(page: BenchPage, chromium: Chromium, contexts: number): Promise<Start[]> {
  const expected = (await Detector.create()).learn(page.html).blocks.length;
  const found = (Object.keys(WAYS) as Way[]).map((way) => ({ way, starts: [] as FirstVerdict[] }));
  for (let at = 0; at < contexts; at += 1) {
    for (const { way, starts } of found) {
      const start = await chromium.firstVerdict(way);
      if (start.blocks !== expected)
        throw new Problem(`${page.name}: ${start.blocks} blocks in Chromium, ${expected} in Node`);
      starts.push(start);
    }
  }
  return found.map(({ way, starts }) => {
    const medianOf = (figure: (start: FirstVerdict) => number): number => median(starts.map(figure));
    return {
      way,
      fromNavigation: medianOf(({ verdict }) => verdict),
      fromRequest: medianOf(({ verdict, begun }) => verdict - begun),
      fromLoad: medianOf(({ verdict, load }) => verdict - load),
      importing: medianOf(({ imported, begun }) => imported - begun),
      creating: medianOf(({ created, imported }) => created - imported),
      learning: medianOf(({ verdict, created }) => verdict - created),
    };
  });
}

async function measure(line: CommandLine): Promise<Report> {
  const quick = line.has('quick');
  const effort = quick ? QUICK : FULL;
  const sites = await readBenchSites(line.sites);
  const pages = mixPages(sites, effort.pages);
  const distance = ({ bytes }: BenchPage): number => Math.abs(bytes.length - FIRST_BYTES);
  const [first] = sites.flatMap((site) => site.pages).sort((one, other) => distance(one) - distance(other));
  if (first === undefined) throw new Problem('the sites have no pages');
  const chromium = await openChromium(pages, first.html);
  try {
    await validate(pages, chromium);
    return {
      quick,
      machine: { ...machine, chromium: chromium.version },
      sites: sites.map(({ name }) => name),
      pages: pages.length,
      megabytes: megabytesOf(pages),
      rounds: effort.rounds,
      comparisons: await compare(pages, chromium, effort),
      first: {
        ...{ pageBytes: first.bytes.length, contexts: effort.contexts },
        starts: await measureStarts(first, chromium, effort.contexts),
      },
    };
  } finally {
    await chromium.close();
  }
}

function format({ comparisons, first, ...report }: Report): string {
  const rows = comparisons.map(({ name, node, chromium, ratio }) => [
    name,
    ...[node, chromium].flatMap(({ pagesPerSecond, megabytesPerSecond }) => [
      pagesPerSecond.toFixed(0),
      megabytesPerSecond.toFixed(1),
    ]),
    ratio.toFixed(2),
  ]);
  const starts = first.starts.map(({ way, ...start }) => [
    way,
    ...[start.fromNavigation, start.fromLoad, start.fromRequest].map((milliseconds) => milliseconds.toFixed(1)),
    ...[start.importing, start.creating, start.learning].map((milliseconds) => milliseconds.toFixed(1)),
    WAYS[way],
  ]);
  return `${report.pages} pages, ${report.megabytes.toFixed(1)} MB, of ${report.sites.join(', ')}; ${report.rounds} rounds
${machineLine}, Chromium ${report.machine.chromium}

Compared before timing: the verdicts of both are equal for every block.

${formatTable(['', 'Node pages/s', 'MB/s', 'Chromium pages/s', 'MB/s', 'Node / Chromium'], rows)}

First verdict on a page of ${first.pageBytes} bytes with empty caches, median of ${first.contexts}, in milliseconds. The time from the request
of the package is divided into import, creation of the detector, and learning:

${formatTable(['', 'from navigation', 'from load', 'from request', 'importing', 'creating', 'learning', ''], starts)}`;
}

export const program: Program = {
  help: HELP,
  ...{ values: ['sites'], switches: ['quick'] },
  run: async (line) => line.print(await measure(line), format),
};
