/** Time of the outputs of a page, compared with parsing, Markdown writers and single-page extractors. */
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { extract } from 'refrain';
import type { CommandLine, Program } from './command-line.ts';
import { type CrawlCosts, measureCrawl, measureOutputs, type OutputSpeed } from './documents/outputs.ts';
import { type Content, createWriters, OURS, readContents } from './documents/writers.ts';
import { type BenchPage, mixPages, readBenchSites } from './pages/read.ts';
import { formatTable, type Machine, machine, machineLine } from './report.ts';
import { fastest, speedRatio, timeRounds } from './throughput/rounds.ts';

const HELP = `usage: npm run bench documents -- [options]

Times the outputs of pages of a site, beside htmlparser2 that only parses, in turn and warm; learn and document() on all pages of each
site in path order, in processes that do nothing else; writers of Markdown on the HTML of the content, parsing included; and extract
beside Defuddle and Readability, both with linkedom.

The engine of mdream in Rust is timed if it is installed: npm install --no-save mdream@1.7.2 @mdream/rust-linux-x64-gnu@1.7.2, or the
engine of another platform.

Options
  --sites DIR   a folder of sites (folders or .tar.gz archives). Default: REFRAIN_SITES, else those of the repository
  --quick       fewer pages, rounds and processes
  --json        one JSON object (with npm run --silent bench: nothing else)
`;

const FULL = {
  pages: 240,
  rounds: 12,
  crawlPages: Number.POSITIVE_INFINITY,
  crawlRounds: 5,
  contentPages: 40,
  writerRounds: 5,
};
const QUICK: typeof FULL = { pages: 60, rounds: 3, crawlPages: 30, crawlRounds: 1, contentPages: 3, writerRounds: 1 };
const FULL_EXTRACT = { pages: 40, rounds: 5 };
const QUICK_EXTRACT: typeof FULL_EXTRACT = { pages: 5, rounds: 1 };

interface WriterSpeed {
  readonly name: string;
  /** 10⁶ bytes of UTF-8 of content HTML per second. */
  readonly megabytesPerSecond: number;
  /** Speed of refrain over that of this writer. */
  readonly slower: number;
}

interface Report {
  readonly quick: boolean;
  readonly machine: Machine;
  readonly pages: number;
  readonly outputs: readonly OutputSpeed[];
  readonly crawl: CrawlCosts;
  readonly writers: readonly WriterSpeed[];
  readonly extract: ExtractSpeed;
}

interface ExtractSpeed {
  readonly pages: number;
  readonly warmMilliseconds: number;
  /** Time with Cyrillic letters in the texts, over that with Latin ones. */
  readonly cyrillic: number;
  /** Speed of `extract` over that of others, which parse with linkedom. */
  readonly warmVs: Readonly<Record<string, number>>;
}

const url = 'https://site.example/page';
const extractText = async (html: string): Promise<number> => (await extract(html, { url })).text.length;
const parse = (html: string): Document => parseHTML(html).document as unknown as Document;
/** Runs an extractor; returns the length of its result. */
const EXTRACTORS: Readonly<Record<string, (html: string) => Promise<number>>> = {
  extract: extractText,
  Defuddle: async (html) => (await Defuddle(parse(html), url, { useAsync: false })).content.length,
  Readability: async (html) => new Readability(parse(html)).parse()?.content?.length ?? 0,
};

const CYRILLIC = 'Cyrillic';

/** A page with the letters of its texts replaced by Cyrillic ones, which have two bytes in UTF-8. */
const inCyrillic = (html: string): string =>
  html.replace(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>|[^<]+/gi, (part) =>
    part.startsWith('<') ? part : part.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x3cf)),
  );

async function measureExtract(pages: readonly BenchPage[], rounds: number): Promise<ExtractSpeed> {
  const sources = pages.map(({ html }) => html);
  const contender = (name: string, find: (html: string) => Promise<number>, given = sources) => ({
    ...{ name, meaning: name, isAsync: true as const, isWarmed: true as const },
    prepare: async () => async () => {
      let found = 0;
      for (const html of given) found += await find(html);
      return found;
    },
  });
  const contenders = [
    ...Object.entries(EXTRACTORS).map(([name, find]) => contender(name, find)),
    contender(CYRILLIC, extractText, sources.map(inCyrillic)),
  ];
  const timings = await timeRounds(contenders, { warmups: 2, rounds });
  const others = Object.keys(EXTRACTORS).slice(1);
  return {
    pages: pages.length,
    warmMilliseconds: fastest(timings, 'extract') / pages.length,
    cyrillic: speedRatio(timings, 'extract', CYRILLIC),
    warmVs: Object.fromEntries(others.map((name) => [name, speedRatio(timings, 'extract', name)])),
  };
}

async function measureWriters(contents: readonly Content[], rounds: number): Promise<WriterSpeed[]> {
  const megabytes = contents.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0) / 1e6;
  const writers = await createWriters();
  const contenders = writers.map(({ name, write }) => ({
    ...{ name, meaning: name },
    prepare: async () => () => contents.reduce((sum, { html, url }) => sum + write(html, url).length, 0),
  }));
  const timings = await timeRounds(contenders, { warmups: 1, rounds });
  return writers.map(({ name }) => ({
    ...{ name, megabytesPerSecond: (1000 * megabytes) / fastest(timings, name) },
    slower: speedRatio(timings, OURS, name),
  }));
}

async function measure(line: CommandLine): Promise<Report> {
  const quick = line.has('quick');
  const effort = quick ? QUICK : FULL;
  const extractEffort = quick ? QUICK_EXTRACT : FULL_EXTRACT;
  const sites = await readBenchSites(line.sites);
  const pages = mixPages(sites, effort.pages);
  const crawled = sites.map(({ name, pages: all }) => ({ name, pages: all.slice(0, effort.crawlPages) }));
  return {
    ...{ quick, machine, pages: pages.length },
    outputs: await measureOutputs(pages, effort.rounds),
    crawl: await measureCrawl(crawled, effort.crawlRounds),
    writers: await measureWriters(await readContents(sites, effort.contentPages), effort.writerRounds),
    extract: await measureExtract(mixPages(sites, extractEffort.pages), extractEffort.rounds),
  };
}

function format({ pages, outputs, crawl, writers, extract }: Report): string {
  const outputRows = outputs.map(({ name, pagesPerSecond, megabytesPerSecond, overLearn, vsHtmlparser2Parse }) => [
    ...[name, pagesPerSecond.toFixed(0), megabytesPerSecond.toFixed(1)],
    ...[overLearn.toFixed(2), vsHtmlparser2Parse.toFixed(2)],
  ]);
  const writerRows = writers.map(({ name, megabytesPerSecond, slower }) => [
    ...[name, megabytesPerSecond.toFixed(1), slower.toFixed(1)],
  ]);
  const { warmMilliseconds, cyrillic, warmVs } = extract;
  const extractRows = [
    ['extract, ms a page', warmMilliseconds.toFixed(2)],
    ['time with Cyrillic letters, over Latin ones', cyrillic.toFixed(2)],
    ...Object.entries(warmVs).map(([name, times]) => [`times as fast as ${name} with linkedom`, times.toFixed(0)]),
  ];
  return `${machineLine}

${formatTable([`${pages} pages, learned and`, 'pages/s', 'MB/s', 'over learn', 'speed over htmlparser2'], outputRows)}

${formatTable(
  [`in a crawl: ${crawl.pages} pages`, 'learn', 'document()', 'over learn'],
  [['µs a page', crawl.learn.toFixed(0), crawl.document.toFixed(0), crawl.overLearn.toFixed(2)]],
)}

${formatTable(['Markdown of content HTML', 'MB/s', 'refrain is faster by'], writerRows)}

${formatTable([`extract, ${extract.pages} pages`, ''], extractRows)}`;
}

export const program: Program = {
  help: HELP,
  ...{ values: ['sites'], switches: ['quick'] },
  run: async (line) => line.print(await measure(line), format),
};
