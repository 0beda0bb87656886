/** CPU time and memory of the command from start to exit, compared with the library, and by output. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '../test/support/folder.ts';
import type { CommandLine, Program } from './command-line.ts';
import { megabytesOf, readBenchSites, writeFolders } from './pages/read.ts';
import { inTurn, LIBRARY, MAIN, runProcess, type Usage } from './processes.ts';
import { formatTable, type Machine, machine, machineLine } from './report.ts';

const HELP = `usage: npm run bench command -- [options]

Times the command on copies of the sites, each in a folder, 20,000 pages together: the text of the content beside the library that reads
the same files, in CPU time of the whole processes, for the pages of the first copies and for the later ones; Markdown into a pipe beside
a folder; and the usual lines with one and two threads. The least of the rounds counts.

Options
  --sites DIR   a folder of sites (folders or .tar.gz archives). Default: REFRAIN_SITES, else the sites of the repository
  --quick       two copies, one round
  --json        one JSON object (with npm run --silent bench: nothing else)
`;

const FULL = { pages: 20_000, rounds: 3 };
const QUICK: typeof FULL = { pages: 0, rounds: 1 };

interface Job extends Usage {
  readonly name: string;
  readonly pages: number;
}

interface Costs {
  /** Costs of a process that reads only the first copies. */
  readonly firstPages: number;
  /** Costs of the later pages. */
  readonly laterPages: number;
}

interface Report {
  readonly quick: boolean;
  readonly machine: Machine;
  readonly sites: number;
  readonly pages: number;
  /** 10⁶ bytes of HTML. */
  readonly megabytes: number;
  readonly costs: { readonly command: Costs; readonly library: Costs };
  readonly ratios: Readonly<Record<string, number>>;
  readonly jobs: readonly Job[];
}

interface Inputs {
  readonly first: readonly string[];
  readonly all: readonly string[];
}

function runJobs({ first, all }: Inputs, scratch: string, rounds: number) {
  const refrain = (...words: readonly string[]) => runProcess([MAIN, '--quiet', ...words]);
  const text = ['--jobs', '1', '--keep', 'content', '--fields', 'id,text'];
  const markdown = ['--keep', 'main', '--format', 'markdown'];
  return inTurn(
    {
      'text, first pages': () => refrain(...text, ...first),
      'library, first pages': () => runProcess([LIBRARY, 'text', ...first]),
      text: () => refrain(...text, ...all),
      library: () => runProcess([LIBRARY, 'text', ...all]),
      'Markdown to a pipe': () => runProcess([MAIN, '--quiet', ...markdown, ...all], () => undefined),
      'Markdown to a folder': async () => {
        const out = join(scratch, 'pages/');
        // Without front matter, as in a pipe.
        const usage = await refrain(...markdown, '--frontmatter', 'none', '--out', out, ...all);
        rmSync(out, { recursive: true });
        return usage;
      },
      'usual lines, 1 thread': () => refrain(...all),
      'usual lines, 2 threads': () => refrain('--jobs', '2', ...all),
    },
    rounds,
  );
}

const measure = (line: CommandLine): Promise<Report> =>
  inFolder({}, async (scratch) => {
    const quick = line.has('quick');
    const effort = quick ? QUICK : FULL;
    const sites = await readBenchSites(line.sites);
    const pages = sites.flatMap((site) => site.pages);
    const copies = Math.max(2, Math.ceil(effort.pages / pages.length));
    const folders = Array.from({ length: copies }, (_, copy) => writeFolders(sites, copy, join(scratch, 'sites')));
    const inputs = { first: folders[0] ?? [], all: folders.flat() };
    const used = await runJobs(inputs, scratch, effort.rounds);
    const costsOf = (firstPages: Usage, whole: Usage): Costs => ({
      firstPages: (1e6 * firstPages.cpuSeconds) / pages.length,
      laterPages: (1e6 * (whole.cpuSeconds - firstPages.cpuSeconds)) / (pages.length * (copies - 1)),
    });
    const command = costsOf(used['text, first pages'], used.text);
    const library = costsOf(used['library, first pages'], used.library);
    const [pipe, folder] = [used['Markdown to a pipe'], used['Markdown to a folder']];
    const read = (name: string): number => (name.includes('first') ? 1 : copies);
    return {
      ...{ quick, machine, sites: inputs.all.length, pages: copies * pages.length },
      ...{ megabytes: copies * megabytesOf(pages), costs: { command, library } },
      ratios: {
        // CPU time of the command over that of the library.
        firstPagesOverLibrary: command.firstPages / library.firstPages,
        laterPagesOverLibrary: command.laterPages / library.laterPages,
        firstPagesOverLater: command.firstPages / command.laterPages,
        pipeOverFolder: pipe.seconds / folder.seconds,
        pipeOverFolderCpu: pipe.cpuSeconds / folder.cpuSeconds,
        twoThreadsVsOne: used['usual lines, 1 thread'].seconds / used['usual lines, 2 threads'].seconds,
      },
      jobs: Object.entries(used).map(([name, usage]) => ({ name, pages: read(name) * pages.length, ...usage })),
    };
  });

function format({ sites, pages, megabytes, costs, ratios, jobs }: Report): string {
  const costRows = Object.entries(costs).map(([name, { firstPages, laterPages }]) => [
    ...[name, firstPages.toFixed(0), laterPages.toFixed(0)],
  ]);
  const jobRows = jobs.map(({ name, pages: read, seconds, cpuSeconds, peakMegabytes }) => [
    ...[name, String(read), seconds.toFixed(2), cpuSeconds.toFixed(2)],
    ...[(read / seconds).toFixed(0), peakMegabytes.toFixed(0)],
  ]);
  return `${sites} sites, ${pages} pages, ${megabytes.toFixed(0)} MB of HTML
${machineLine}

${formatTable(['text of content, CPU µs a page', 'first pages', 'later pages'], costRows)}

${formatTable(
  ['ratio', ''],
  Object.entries(ratios).map(([name, ratio]) => [name, ratio.toPrecision(3)]),
)}

${formatTable(['process', 'pages', 'seconds', 'CPU s', 'pages/s', 'peak MB'], jobRows)}`;
}

export const program: Program = {
  help: HELP,
  ...{ values: ['sites'], switches: ['quick'] },
  run: async (line) => line.print(await measure(line), format),
};
