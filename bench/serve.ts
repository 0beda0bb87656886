/** `refrain serve` compared with the library: documents from many clients, at a steady rate, and in a stream. */
import { join } from 'node:path';
import { inFolder } from '../test/support/folder.ts';
import type { CommandLine, Program } from './command-line.ts';
import { type BenchSite, megabytesOf, readBenchSites, writeFolders } from './pages/read.ts';
import { runLibrary, withServer } from './processes.ts';
import { formatTable, type Machine, machine, machineLine } from './report.ts';
import { Clients, type Load } from './serve/client.ts';

const HELP = `usage: npm run bench serve -- [options]

Starts refrain serve, and sends it the pages of the sites, after the last one again as pages of other sites: 64 clients at the same time,
requests at half of the rate that these have reached, and a stream of lines. Beside it, the library makes the same Markdown in a loop.
Each server is warmed up by some seconds of load, which are not timed. The clients are in the process of the bench, so that the server has a core of its own where there are two.

Options
  --sites DIR   a folder of sites (folders or .tar.gz archives). Default: REFRAIN_SITES, else the sites of the repository
  --seconds N   of each load; default: 60
  --quick       1 second, one round of the library
  --json        one JSON object (with npm run --silent bench: nothing else)
`;

const CLIENTS = 64;
const ROUNDS = 3;
/** Pages of a round of the library, with its warm-up. */
const LIBRARY_PAGES = 5000;
/** `share`: documents per second over those of the library; `p99`: milliseconds; `megabytes`: 10⁶ bytes. */
const GOALS = { share: 0.6, p99: 20, megabytes: 200 };

interface Row {
  readonly name: string;
  readonly documents: number;
  readonly lost: number;
  readonly perSecond: number;
  /** CPU microseconds of the server per document, including its start. */
  readonly cpuMicroseconds: number;
  /** Milliseconds of the 50th and 99th percentiles; 0 if not timed. */
  readonly p50: number;
  readonly p99: number;
  /** Resident set at the end. */
  readonly megabytes: number;
}

interface Report {
  readonly machine: Machine;
  readonly sites: number;
  readonly pages: number;
  readonly megabytes: number;
  readonly library: { readonly perSecond: number; readonly cpuMicroseconds: number };
  /** Documents per second with 64 clients over those of the library. */
  readonly share: number;
  readonly goals: typeof GOALS;
  readonly rows: readonly Row[];
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(part * values.length))] ?? 0;

/** Seconds of warm-up before each measurement. */
const WARM = 5;

interface Measurement {
  readonly words?: readonly string[];
  readonly seconds: number;
  load(clients: Clients): Promise<Load>;
}

async function measureServer(
  name: string,
  sites: readonly BenchSite[],
  { words = [], seconds, load }: Measurement,
): Promise<Row> {
  const pages = sites.flatMap((site) => site.pages);
  const { found, megabytes, usage } = await withServer(words, async (address) => {
    const clients = new Clients(address, pages, CLIENTS);
    try {
      const warm = await clients.together(CLIENTS, Math.min(WARM, seconds));
      return { warm, timed: await load(clients) };
    } finally {
      clients.close();
    }
  });
  const { warm, timed } = found;
  const { documents, milliseconds } = timed;
  return {
    ...{ name, documents, lost: warm.lost + timed.lost, megabytes, perSecond: documents / timed.seconds },
    cpuMicroseconds: (1e6 * usage.cpuSeconds) / (warm.documents + documents),
    ...{ p50: quantile(milliseconds, 0.5), p99: quantile(milliseconds, 0.99) },
  };
}

async function measureLibrary(sites: readonly BenchSite[], rounds: number): Promise<Report['library']> {
  return inFolder({}, async (scratch) => {
    const pages = sites.reduce((sum, site) => sum + site.pages.length, 0);
    const copies = rounds === 1 ? 1 : Math.ceil(LIBRARY_PAGES / pages);
    const folders = Array.from({ length: copies }, (_, copy) =>
      writeFolders(sites, copy, join(scratch, 'sites')),
    ).flat();
    let [least, leastCpu] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < rounds; round += 1) {
      const read = await runLibrary('markdown', folders);
      least = Math.min(least, read.milliseconds / read.pages);
      leastCpu = Math.min(leastCpu, read.cpuMilliseconds / read.pages);
    }
    return { perSecond: 1000 / least, cpuMicroseconds: 1000 * leastCpu };
  });
}

const measure = (line: CommandLine): Promise<Report> =>
  inFolder({}, async (scratch) => {
    const quick = line.has('quick');
    const seconds = line.count('seconds', quick ? 1 : 60);
    const sites = await readBenchSites(line.sites);
    const pages = sites.flatMap((site) => site.pages);
    const library = await measureLibrary(sites, quick ? 1 : ROUNDS);
    const many = (clients: Clients): Promise<Load> => clients.together(CLIENTS, seconds);
    const together = await measureServer(`${CLIENTS} clients`, sites, { seconds, load: many });
    const half = Math.max(1, Math.floor(together.perSecond / 2));
    const steadily = (clients: Clients): Promise<Load> => clients.steadily(half, seconds);
    const rows = [
      together,
      await measureServer(`${half} a second`, sites, { seconds, load: steadily }),
      await measureServer('with a state', sites, { words: ['--state', join(scratch, 'state')], seconds, load: many }),
      await measureServer('a stream', sites, { seconds, load: (clients) => clients.stream(seconds) }),
    ];
    return {
      ...{ machine, sites: sites.length, pages: pages.length, megabytes: megabytesOf(pages) },
      ...{ library, share: together.perSecond / library.perSecond, goals: GOALS, rows },
    };
  });

function format({ sites, pages, megabytes, library, share, goals, rows }: Report): string {
  const table = rows.map((row) => [
    ...[row.name, String(row.documents), String(row.lost), row.perSecond.toFixed(0), row.cpuMicroseconds.toFixed(0)],
    ...[row.p50.toFixed(1), row.p99.toFixed(1), row.megabytes.toFixed(0)],
  ]);
  const ofLibrary = ['library', '', '', library.perSecond.toFixed(0), library.cpuMicroseconds.toFixed(0), '', '', ''];
  const [together, half] = rows;
  return `${sites} sites, ${pages} pages, ${megabytes.toFixed(0)} MB of HTML
${machineLine}

${formatTable(['load', 'documents', 'lost', 'a second', 'CPU µs', 'p50 ms', 'p99 ms', 'MB'], [ofLibrary, ...table])}

${formatTable(
  ['', '', 'goal'],
  [
    [`documents of ${CLIENTS} clients over those of the library`, share.toFixed(2), String(goals.share)],
    ['p99 at half of that, ms', (half?.p99 ?? 0).toFixed(1), String(goals.p99)],
    ['memory after it, MB', (together?.megabytes ?? 0).toFixed(0), String(goals.megabytes)],
  ],
)}`;
}

export const program: Program = {
  help: HELP,
  ...{ values: ['sites', 'seconds'], switches: ['quick'] },
  run: async (line) => {
    const report = await measure(line);
    line.print(report, format);
    if (report.rows.some(({ lost }) => lost > 0)) process.exitCode = 1;
  },
};
