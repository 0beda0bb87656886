/** `npm run bench:web`: the package in Chromium beside Node, and how soon a page has its first verdict. */
import { availableParallelism, cpus } from 'node:os';
import { Detector, type DetectorOptions } from 'refrain';
import { runSiteBench } from './command.ts';
import { Problem } from './problem.ts';
import { formatTable } from './table.ts';
import { type BenchPage, mixPages, readBenchSites } from './throughput/pages.ts';
import { median } from './throughput/rounds.ts';
import { type Chromium, openChromium } from './web/chromium.ts';
import { type FirstVerdict, WAYS, type Way } from './web/first-verdict.ts';
import { timeRound, verdictsOf } from './web/round.ts';

const HELP = `usage: npm run bench:web -- [options]

Learns the same pages in Node and in a module worker of Chromium, from refrain/browser, in turn, after checking that both say
the same of every block. Then opens a page that learns one of 25 kB, again and again in contexts with empty caches.
CHROMIUM names the browser, /usr/bin/chromium if unset.

Options
  --sites DIR   pages of these sites (folders or .tar.gz archives), evenly mixed; also by REFRAIN_SITES.
                Default: the sites in test/fixtures/sites
  --quick       fewer pages and rounds
  --json        one JSON object (npm run --silent keeps npm's own lines out)
`;

interface Effort {
  readonly pages: number;
  readonly warmups: number;
  readonly rounds: number;
  readonly contexts: number;
}

const FULL: Effort = { pages: 480, warmups: 3, rounds: 15, contexts: 15 };
const QUICK: Effort = { pages: 120, warmups: 2, rounds: 5, contexts: 9 };

/** Bytes of the page that has the first verdict, as near as the sites have one. */
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
  /** How many times as fast Node is: median over rounds of the quotient of one round. */
  readonly ratio: number;
}

/** Medians in milliseconds. */
interface Start {
  readonly way: Way;
  /** To the verdict from navigation start, and from where the package was asked for. */
  readonly fromNavigation: number;
  readonly fromRequest: number;
  /** To the verdict from the `load` event, which waits for a module script to be there, and not for what that waits for. */
  readonly fromLoad: number;
  /** Of what it took since it was asked for: until the package ran, until there was a detector, until there were verdicts. */
  readonly importing: number;
  readonly creating: number;
  readonly learning: number;
}

interface Report {
  readonly quick: boolean;
  readonly machine: {
    readonly node: string;
    readonly chromium: string;
    readonly processor: string;
    readonly cores: number;
  };
  readonly sites: readonly string[];
  readonly pages: number;
  /** Of UTF-8, 10⁶ bytes. */
  readonly megabytes: number;
  readonly rounds: number;
  readonly comparisons: readonly Comparison[];
  readonly first: { readonly pageBytes: number; readonly contexts: number; readonly starts: readonly Start[] };
}

/** Both have to say the same of every page, or nothing is timed. */
async function validate(pages: readonly BenchPage[], chromium: Chromium): Promise<void> {
  for (const [name, options] of Object.entries(SETTINGS)) {
    const expected = await verdictsOf(pages, Detector.create, options);
    const found = await chromium.verdicts(options);
    const at = expected.findIndex((verdicts, index) => verdicts !== found[index]);
    if (at < 0 && found.length === expected.length) continue;
    throw new Problem(`${pages[at]?.name ?? 'a page'}, ${name}: Chromium and Node do not agree; nothing was timed`);
  }
}

async function compare(pages: readonly BenchPage[], chromium: Chromium, effort: Effort): Promise<Comparison[]> {
  const contenders = Object.entries(SETTINGS).flatMap(([name, options]) => [
    { name, timings: [] as number[], time: () => timeRound(pages, Detector.create, options) },
    { name, timings: [] as number[], time: () => chromium.milliseconds(options) },
  ]);
  for (let round = -effort.warmups; round < effort.rounds; round += 1) {
    // Each round begins with another one, for what comes first may find a cooler machine.
    const first = (round + effort.warmups) % contenders.length;
    for (const { time, timings } of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      const milliseconds = await time();
      if (round >= 0) timings.push(milliseconds);
    }
  }
  const bytes = pages.reduce((sum, page) => sum + page.bytes.length, 0);
  const speedOf = (timings: readonly number[]): Speed => {
    const seconds = median(timings) / 1000;
    return { pagesPerSecond: pages.length / seconds, megabytesPerSecond: bytes / 1e6 / seconds };
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
      if (start.blocks !== expected) throw new Problem(`${page.name}: ${start.blocks} blocks, and ${expected} in Node`);
      starts.push(start);
    }
  }
  return found.map(({ way, starts }) => {
    const middle = (of: (start: FirstVerdict) => number): number => median(starts.map(of));
    return {
      way,
      fromNavigation: middle(({ verdict }) => verdict),
      fromRequest: middle(({ verdict, begun }) => verdict - begun),
      fromLoad: middle(({ verdict, load }) => verdict - load),
      importing: middle(({ imported, begun }) => imported - begun),
      creating: middle(({ created, imported }) => created - imported),
      learning: middle(({ verdict, created }) => verdict - created),
    };
  });
}

async function measure(folder: string | undefined, quick: boolean): Promise<Report> {
  const effort = quick ? QUICK : FULL;
  const sites = await readBenchSites(folder);
  const pages = mixPages(sites, effort.pages);
  const distance = ({ bytes }: BenchPage): number => Math.abs(bytes.length - FIRST_BYTES);
  const [first] = sites.flatMap((site) => site.pages).sort((one, other) => distance(one) - distance(other));
  if (first === undefined) throw new Problem('there is no page');
  const chromium = await openChromium(pages, first.html);
  try {
    await validate(pages, chromium);
    const { version } = chromium;
    return {
      quick,
      machine: {
        ...{ node: process.version, chromium: version },
        ...{ processor: cpus()[0]?.model ?? 'unknown', cores: availableParallelism() },
      },
      sites: sites.map(({ name }) => name),
      pages: pages.length,
      megabytes: pages.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6,
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

function format({ machine, comparisons, first, ...report }: Report): string {
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
Node ${machine.node}, Chromium ${machine.chromium}, ${machine.cores} × ${machine.processor}

Checked before timing: both say the same of every block.

${formatTable(['', 'Node pages/s', 'MB/s', 'Chromium pages/s', 'MB/s', 'Node / Chromium'], rows)}

First verdict on a page of ${first.pageBytes} bytes, nothing in any cache, median of ${first.contexts}, in milliseconds; from where the
package is asked for it is imported, makes a detector, and learns:

${formatTable(['', 'from navigation', 'from load', 'from request', 'importing', 'creating', 'learning', ''], starts)}
`;
}

await runSiteBench('bench:web', { help: HELP, measure, format });
