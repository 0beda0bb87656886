/**
 * The command as users run it, from start to exit, with reading: on folders of real sites, and on a gzipped WARC of the same pages,
 * beside zlib, which only inflates it.
 */
import { once } from 'node:events';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inFolder } from '../test/support/folder.ts';
import { members, warcRecord } from '../test/support/warc.ts';
import type { CommandLine, Program } from './command-line.ts';
import { type BenchPage, type BenchSite, megabytesOf, readBenchSites } from './pages/read.ts';
import { finish, MAIN, timeInTurn } from './processes.ts';
import { shuffle } from './random.ts';
import { formatTable, type Machine, machine, machineLine } from './report.ts';

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

const INFLATER = fileURLToPath(new URL('inflate-alone.mjs', import.meta.url));

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

/** Writes a folder for each copy of a site. */
export function writeFolders(sites: readonly BenchSite[], copies: number, folder: string): string[] {
  const folders: string[] = [];
  for (let copy = 0; copy < copies; copy += 1) {
    for (const { name, pages } of sites) {
      const home = join(folder, `${name}-${copy}`);
      folders.push(home);
      for (const page of pages) {
        const path = join(home, page.name.slice(name.length + 1));
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, page.bytes);
      }
    }
  }
  return folders;
}

/** As a server sends it, and a crawler keeps it. */
const HTTP = [
  ...['HTTP/1.1 200 OK', 'Date: Mon, 06 May 2024 07:08:09 GMT', 'Server: nginx/1.18.0 (Ubuntu)'],
  ...['Content-Type: text/html; charset=utf-8', 'Connection: keep-alive', 'Vary: Accept-Encoding'],
];

/** Writes the pages of all copies of the sites, each copy in another random order. Gives the bytes of the file. */
export async function writeWarc(sites: readonly BenchSite[], copies: number, path: string): Promise<number> {
  const file = createWriteStream(path);
  const all: readonly BenchPage[] = sites.flatMap(({ pages }) => pages);
  let bytes = 0;
  for (let copy = 0; copy < copies; copy += 1) {
    for (const { site, name, bytes: body } of shuffle(all, copy + 1)) {
      const url = `https://${site}-${copy}.example/${encodeURI(name)}`;
      const member = members([warcRecord({ url, body, http: HTTP })]);
      bytes += member.length;
      if (!file.write(member)) await once(file, 'drain');
    }
  }
  await new Promise<void>((resolve) => file.end(() => resolve()));
  return bytes;
}
