/** Speed of Markdown beside other writers, and what it and texts cost on top of learning. */
import { Detector, type Page } from 'refrain';
import { contextOf } from 'refrain/engine';
import type { CommandLine, Program } from './command-line.ts';
import { type Content, readContents } from './markdown/contents.ts';
import { createWriters, OURS, type Writer } from './markdown/writers.ts';
import { type BenchPage, mixPages, readBenchSites } from './pages/read.ts';
import { formatTable, type Machine, machine, machineLine, percent } from './report.ts';
import { type Contender, fastest, speedRatio, timeRounds } from './throughput/rounds.ts';

const HELP = `usage: npm run bench markdown -- [options]

Times writers of Markdown on the HTML of the content of real pages, parsing included, and what outputs take on top of learn.
npm run research -- markdown measures whether Markdown can be rendered and written again.

Options
  --sites DIR   a folder of sites (folders or .tar.gz archives). Default: REFRAIN_SITES, else those of the repository
  --pages N     pages of each site. Default: 40
  --quick       fewer pages and rounds
  --json        one JSON object (with npm run --silent bench: nothing else)
`;

interface WriterSpeed {
  readonly name: string;
  /** 10⁶ bytes of UTF-8 of content HTML a second. */
  readonly megabytesPerSecond: number;
  /** Speed of refrain over that of this writer. */
  readonly slower: number;
}

interface Report {
  readonly machine: Machine;
  readonly pages: number;
  /** Megabytes (10⁶ bytes) of content HTML. */
  readonly megabytes: number;
  readonly speed: readonly WriterSpeed[];
  /** By output: its time over that of `learn`. */
  readonly costOnTopOfLearn: Readonly<Record<string, number>>;
}

const url = 'https://site.example/page';
const OUTPUTS: Readonly<Record<string, (page: Page<never>) => string>> = {
  "text('content')": (page) => page.text('content'),
  "text('main')": (page) => page.text('main'),
  "markdown('content')": (page) => page.markdown('content', { url }),
  "markdown('main')": (page) => page.markdown('main', { url }),
  "markdown('main'), title, authors, published": (page) => {
    const { title, authors, published } = contextOf(page).metadata(url);
    return [page.markdown('main', { url }), title, ...authors, published].join();
  },
};

const writing = ({ name, write }: Writer, contents: readonly Content[]): Contender => ({
  ...{ name, meaning: name },
  prepare: async () => () => {
    let found = 0;
    for (const { html, url } of contents) found += write(html, url).length;
    return found;
  },
});

const learning = (name: string, pages: readonly BenchPage[], write?: (page: Page<never>) => string): Contender => ({
  ...{ name, meaning: name },
  prepare: async () => {
    const detectors = new Map<string, Detector>();
    for (const { site } of pages) if (!detectors.has(site)) detectors.set(site, await Detector.create());
    return () => {
      let found = 0;
      for (const { site, bytes } of pages) {
        const page = (detectors.get(site) as Detector).learn(bytes);
        found += write === undefined ? page.number : write(page).length + 1;
      }
      return found;
    };
  },
});

async function measure(line: CommandLine): Promise<Report> {
  const isQuick = line.has('quick');
  const sites = await readBenchSites(line.sites);
  const contents = await readContents(sites, line.count('pages', isQuick ? 10 : 40));
  const megabytes = contents.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0) / 1e6;
  const writers = await createWriters();
  const timings = await timeRounds(
    writers.map((writer) => writing(writer, contents)),
    { warmups: 1, rounds: isQuick ? 3 : 7 },
  );
  const pages = mixPages(sites, isQuick ? 60 : 240);
  const outputs = Object.entries(OUTPUTS);
  const costs = await timeRounds(
    [learning('learn', pages), ...outputs.map(([name, write]) => learning(name, pages, write))],
    { warmups: 1, rounds: isQuick ? 6 : 14 },
  );
  return {
    ...{ machine, pages: contents.length, megabytes },
    speed: writers.map(({ name }) => ({
      ...{ name, megabytesPerSecond: (1000 * megabytes) / fastest(timings, name) },
      slower: speedRatio(timings, OURS, name),
    })),
    costOnTopOfLearn: Object.fromEntries(outputs.map(([name]) => [name, speedRatio(costs, 'learn', name) - 1])),
  };
}

function format({ pages, megabytes, speed, costOnTopOfLearn }: Report): string {
  const rows = speed.map(({ name, megabytesPerSecond, slower }) => [
    ...[name, megabytesPerSecond.toFixed(1), slower.toFixed(1)],
  ]);
  return `${pages} pages, ${megabytes.toFixed(1)} MB of content HTML
${machineLine}

${formatTable(['', 'MB/s', 'refrain is faster by'], rows)}

${formatTable(
  ['on top of learn', 'of its time'],
  Object.entries(costOnTopOfLearn).map(([name, cost]) => [name, percent(cost, 0)]),
)}`;
}

export const program: Program = {
  help: HELP,
  ...{ values: ['sites', 'pages'], switches: ['quick'] },
  run: async (line) => line.print(await measure(line), format),
};
