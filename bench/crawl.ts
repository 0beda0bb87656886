/**
 * The command as users run it, from start to exit, with reading: on folders of real sites, and on a gzipped WARC of the same pages,
 * beside zlib, which only inflates it.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inFolder } from '../test/support/folder.ts';
import type { CommandLine, Program } from './command.ts';
import { writeFolders, writeWarc } from './crawl/inputs.ts';
import { finish, MAIN, timeInTurn } from './crawl/processes.ts';
import { formatTable } from './format-table.ts';
import { type Machine, machine, machineLine } from './machine.ts';
import { megabytesOf, readBenchSites } from './pages/read.ts';

const HELP = `usage: npm run bench crawl -- [options]

Times the command on copies of the sites, in folders with one and two threads, and in a gzipped WARC in random order, beside zlib
that only inflates the members of the WARC; and Markdown with title, authors and date beside Markdown alone.

Options
  --sites DIR      a folder of sites. Default: REFRAIN_SITES, else the sites of the repository
  --copies N       copies of each site under other names. Default: 4
  --rounds N       default: 5
  --format FORMAT  of the output. Default: ndjson
  --json           one JSON object
`;

const INFLATER = fileURLToPath(new URL('crawl/inflate-alone.mjs', import.meta.url));

interface Report {
  readonly machine: Machine;
  readonly pages: number;
  /** Megabytes (10⁶ bytes) of HTML, and of the WARC. */
  readonly megabytes: number;
  readonly warcMegabytes: number;
  readonly format: string;
  readonly rounds: number;
  readonly ratios: Readonly<Record<string, number>>;
  readonly speeds: readonly { readonly name: string; readonly seconds: number; readonly megabytesPerSecond: number }[];
}

const measure = (line: CommandLine): Promise<Report> =>
  inFolder({}, async (scratch) => {
    const [copies, rounds] = [line.count('copies', 4), line.count('rounds', 5)];
    const format = line.text('format') ?? 'ndjson';
    const sites = await readBenchSites(line.sites);
    const folders = writeFolders(sites, copies, join(scratch, 'sites'));
    const warc = join(scratch, 'sites.warc.gz');
    const warcBytes = await writeWarc(sites, copies, warc);
    const refrain = (...words: readonly string[]): Promise<void> =>
      finish([MAIN, '--quiet', '--format', format, ...words]);
    const markdown = (...fields: readonly string[]): Promise<void> =>
      finish([MAIN, '--quiet', '--keep', 'main', '--fields', ['id', ...fields, 'markdown'].join(), ...folders]);
    const seconds = await timeInTurn(
      {
        'folders, 1 thread': () => refrain(...folders),
        'folders, 2 threads': () => refrain(...folders, '--jobs', '2'),
        'WARC, inflated alone': () => finish([INFLATER, warc]),
        WARC: () => refrain(warc),
        Markdown: () => markdown(),
        'Markdown, title, authors, date': () => markdown('title', 'authors', 'published'),
      },
      rounds,
    );
    const pages = sites.flatMap((site) => site.pages);
    const megabytes = copies * megabytesOf(pages);
    return {
      ...{ machine, pages: copies * pages.length, megabytes, warcMegabytes: warcBytes / 1e6, format, rounds },
      ratios: {
        twoThreadsVsOne: seconds['folders, 1 thread'] / seconds['folders, 2 threads'],
        warcVsInflating: seconds['WARC, inflated alone'] / seconds.WARC,
        metadataVsMarkdown: seconds.Markdown / seconds['Markdown, title, authors, date'],
      },
      speeds: Object.entries(seconds).map(([name, took]) => ({
        ...{ name, seconds: took, megabytesPerSecond: megabytes / took },
      })),
    };
  });

function format({ pages, megabytes, warcMegabytes, format: as, rounds, ratios, speeds }: Report): string {
  const rows = speeds.map(({ name, seconds, megabytesPerSecond }) => [
    ...[name, seconds.toFixed(2), (pages / seconds).toFixed(0), megabytesPerSecond.toFixed(0)],
  ]);
  const sizes = `${pages} pages, ${megabytes.toFixed(0)} MB of HTML, ${warcMegabytes.toFixed(0)} MB of WARC`;
  return `${sizes}; to ${as}; median of ${rounds} rounds
${machineLine}

${formatTable(['', 'seconds', 'pages/s', 'MB/s'], rows)}

${formatTable(
  ['speed ratio', ''],
  Object.entries(ratios).map(([name, ratio]) => [name, ratio.toFixed(2)]),
)}`;
}

export const program: Program = {
  help: HELP,
  values: ['sites', 'copies', 'rounds', 'format'],
  run: async (line) => line.print(await measure(line), format),
};
