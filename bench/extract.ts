/** `extract` beside Defuddle: a process from its start to its result, and one page after another. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { extract } from 'refrain';
import type { CommandLine, Program } from './command-line.ts';
import { mixPages, readBenchSites } from './pages/read.ts';
import { formatTable, type Machine, machine, machineLine, median, sumOf } from './report.ts';

const HELP = `usage: npm run bench extract -- [options]

Times extract: what a process takes for one page beyond one that does nothing, until it writes the result and until it ends (Node waits
for the compiler of WebAssembly), and how much faster it is than Defuddle with linkedom on pages one after another (its content as HTML;
extract writes Markdown, text and HTML).

Options
  --sites DIR   a folder of sites (folders or .tar.gz archives). Default: REFRAIN_SITES, else those of the repository
  --quick       fewer pages and processes
  --json        one JSON object (with npm run --silent bench: nothing else)
`;

/** Until a process has written its result, and until it has ended. */
interface Cold {
  readonly result: number;
  readonly end: number;
}

interface Report {
  readonly machine: Machine;
  readonly pages: number;
  /** Milliseconds of a process that imports the package and extracts one page, less those of one that does nothing: medians. */
  readonly coldMilliseconds: Cold;
  /** Milliseconds for a page, medians over pages. */
  readonly warmMilliseconds: number;
  readonly defuddleMilliseconds: number;
  /** Time of Defuddle over the time of extract, all pages together. */
  readonly warmVsDefuddle: number;
}

/** Milliseconds of a process that writes the value of an expression. */
async function processMilliseconds(program: string): Promise<Cold> {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const start = performance.now();
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    ...{ cwd, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  const ended = once(child, 'close');
  const [written] = await Promise.race([once(child.stdout, 'data'), ended.then(() => [])]);
  const result = performance.now() - start;
  const [code] = await ended;
  if (code !== 0 || !written) throw new Error('a process has no result');
  return { result, end: performance.now() - start };
}

/** What processes of one program take beyond those of another, one after the other: medians. */
async function difference(program: string, empty: string, count: number): Promise<Cold> {
  const times: Cold[] = [];
  const base: Cold[] = [];
  for (let index = 0; index < count; index += 1) {
    times.push(await processMilliseconds(program));
    base.push(await processMilliseconds(empty));
  }
  const between = (of: keyof Cold): number =>
    median(times.map((each) => each[of])) - median(base.map((each) => each[of]));
  return { result: between('result'), end: between('end') };
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

async function measure(line: CommandLine): Promise<Report> {
  const isQuick = line.has('quick');
  const pages = mixPages(await readBenchSites(line.sites), isQuick ? 20 : 100);
  const url = 'https://site.example/page';
  const html = pages.map(({ bytes }) => new TextDecoder().decode(bytes));
  const times = async (act: (page: string) => Promise<unknown>): Promise<number[]> => {
    const found: number[] = [];
    for (const page of html) found.push(await timed(() => act(page)));
    return found;
  };
  let ours: readonly number[] = [];
  let theirs: readonly number[] = [];
  // The first rounds are for the engine to compile both.
  for (let round = 0; round < (isQuick ? 2 : 4); round += 1) {
    ours = await times((page) => extract(page, { url }));
    theirs = await times((page) => Defuddle(parseHTML(page).document as unknown as Document, url, { useAsync: false }));
  }
  const program = `import { extract } from 'refrain'; process.stdout.write((await extract(${JSON.stringify(html[0])})).text);`;
  return {
    machine,
    pages: pages.length,
    coldMilliseconds: await difference(program, "process.stdout.write('-')", isQuick ? 5 : 21),
    warmMilliseconds: median(ours),
    defuddleMilliseconds: median(theirs),
    warmVsDefuddle: sumOf(theirs) / sumOf(ours),
  };
}

export const program: Program = {
  help: HELP,
  ...{ values: ['sites'], switches: ['quick'] },
  async run(line) {
    line.print(await measure(line), (report) => {
      const { pages, coldMilliseconds, warmMilliseconds, defuddleMilliseconds, warmVsDefuddle } = report;
      const rows = [
        ['process to its result, beyond Node, ms', coldMilliseconds.result.toFixed(0)],
        ['process to its end, beyond Node, ms', coldMilliseconds.end.toFixed(0)],
        ['extract, ms a page', warmMilliseconds.toFixed(2)],
        ['Defuddle with linkedom, ms a page', defuddleMilliseconds.toFixed(1)],
        ['times as fast', warmVsDefuddle.toFixed(0)],
      ];
      return `${pages} pages\n${machineLine}\n\n${formatTable(['measure', 'value'], rows)}\n`;
    });
  },
};
