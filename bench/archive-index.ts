/** An index of archives that mix sites, beside a WARC with the same pages sorted by site. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { inFolder } from '../test/support/folder.ts';
import { members, warcRecord } from '../test/support/warc.ts';
import type { CommandLine, Program } from './command-line.ts';
import { type BenchSite, readBenchSites } from './pages/read.ts';
import { inTurn, MAIN, runProcess, type Usage } from './processes.ts';
import { shuffle } from './random.ts';
import { formatTable, type Machine, machine, machineLine } from './report.ts';

const HELP = `usage: npm run bench archive-index -- [options]

Writes copies of the sites into archives, each page into one that chance names, and an index of them: of all copies, as of a small crawl
(dense), and of one copy of four, as a part of a large index is (sparse). Reads the pages of the index with the command, from a server on
the loopback and from the folder, and the same pages from a gzipped WARC that is sorted by site. The least time of the rounds counts.

Options
  --sites DIR   a folder of sites (folders or .tar.gz archives). Default: REFRAIN_SITES, else the sites of the repository
  --pages N     pages of an index; default: 6000
  --rounds N    default: 3
  --json        one JSON object (with npm run --silent bench: nothing else)
`;

const GOALS = { speed: 0.7, bytes: 1.05 };
const ARCHIVES = 16;
/** Copies in the archives for each one in the sparse index. */
const SPARSE = 4;
const SERVER = fileURLToPath(new URL('archive-server.mjs', import.meta.url));

interface Case {
  readonly name: string;
  readonly pages: number;
  /** Bytes of the records that the index names. */
  readonly bytes: number;
  /** What a server was asked for. */
  readonly requests: number;
  readonly sent: number;
  readonly used: Readonly<Record<'sorted WARC' | 'server' | 'folder', Usage>>;
}

interface Report {
  readonly machine: Machine;
  readonly sites: number;
  readonly goals: typeof GOALS;
  readonly cases: readonly Case[];
}

interface Made {
  readonly index: string;
  readonly sorted: string;
  readonly pages: number;
  readonly bytes: number;
}

/** Writes the archives; an index, and a sorted WARC, of the first copies alone. */
function write(sites: readonly BenchSite[], copies: number, indexed: number, folder: string, name: string): Made {
  const files = Array.from({ length: ARCHIVES }, (_, at) => `${name}-${at}.warc.gz`);
  const open = files.map((file) => ({ file, to: openSync(join(folder, file), 'w'), length: 0 }));
  const lines: { readonly key: string; readonly line: string; readonly member: Buffer }[] = [];
  const all = Array.from({ length: copies }, (_, copy) =>
    sites.flatMap(({ pages }) => pages.map((page) => ({ copy, page }))),
  );
  for (const [at, { copy, page }] of shuffle(all.flat(), 1).entries()) {
    const host = `${page.site}-${copy}`;
    const path = encodeURI(page.name);
    const member = members([warcRecord({ url: `https://${host}.example/${path}`, body: page.bytes })]);
    const archive = open[at % ARCHIVES] as (typeof open)[number];
    writeSync(archive.to, member);
    if (copy < indexed) {
      const key = `example,${host})/${path}`;
      const place = { offset: String(archive.length), length: String(member.length), filename: archive.file };
      const row = { url: `https://${host}.example/${path}`, mime: 'text/html', status: '200', ...place };
      lines.push({ key, line: `${key} 20240506070809 ${JSON.stringify(row)}\n`, member });
    }
    archive.length += member.length;
  }
  for (const { to } of open) closeSync(to);
  lines.sort((one, other) => (one.key < other.key ? -1 : 1));
  const [index, sorted] = [join(folder, `${name}.cdxj.gz`), join(folder, `${name}-sorted.warc.gz`)];
  writeFileSync(index, gzipSync(lines.map(({ line }) => line).join('')));
  const found = lines.map(({ member }) => member);
  writeFileSync(sorted, Buffer.concat(found));
  return { index, sorted, pages: lines.length, bytes: found.reduce((sum, { length }) => sum + length, 0) };
}

async function time(
  name: string,
  { index, sorted, pages, bytes }: Made,
  folder: string,
  rounds: number,
): Promise<Case> {
  const server = fork(SERVER, [folder], { execArgv: [] });
  const [port] = (await once(server, 'message')) as [number];
  const url = `http://127.0.0.1:${port}/`;
  let counts = { requests: 0, bytes: 0 };
  const refrain = (...words: readonly string[]): Promise<Usage> => runProcess([MAIN, '--quiet', ...words]);
  const used = await inTurn(
    {
      'sorted WARC': () => refrain(sorted),
      server: async () => {
        const usage = await refrain(index, '--archives', url, '--allow-private');
        counts = (await (await fetch(`${url}counts`)).json()) as typeof counts;
        return usage;
      },
      folder: () => refrain(index, '--archives', folder),
    },
    rounds,
  );
  server.disconnect();
  return { name, pages, bytes, used, requests: counts.requests, sent: counts.bytes };
}

const measure = (line: CommandLine): Promise<Report> =>
  inFolder({}, async (folder) => {
    const sites = await readBenchSites(line.sites);
    const pages = sites.reduce((sum, site) => sum + site.pages.length, 0);
    const copies = Math.max(1, Math.round(line.count('pages', 6000) / pages));
    const rounds = line.count('rounds', 3);
    const dense = write(sites, copies, copies, folder, 'dense');
    const sparse = write(sites, SPARSE * copies, copies, folder, 'sparse');
    const cases = [await time('dense', dense, folder, rounds), await time('sparse', sparse, folder, rounds)];
    return { machine, sites: sites.length, goals: GOALS, cases };
  });

const format = ({ sites, goals, cases }: Report): string => `copies of ${sites} sites
${machineLine}

${formatTable(
  ['', 'pages', 'requests', 'bytes over records', `goal ${goals.bytes}`],
  cases.map(({ name, pages, requests, sent, bytes }) => [
    name,
    String(pages),
    String(requests),
    (sent / bytes).toFixed(3),
    '',
  ]),
)}

${formatTable(
  ['', 'seconds', 'CPU s', 'pages/s', `over the WARC (goal ${goals.speed})`, 'peak MB'],
  cases.flatMap(({ name, pages, used }) =>
    Object.entries(used).map(([place, { seconds, cpuSeconds, peakMegabytes }]) => [
      ...[`${name}, ${place}`, seconds.toFixed(2), cpuSeconds.toFixed(2), (pages / seconds).toFixed(0)],
      ...[(used['sorted WARC'].seconds / seconds).toFixed(2), peakMegabytes.toFixed(0)],
    ]),
  ),
)}`;

export const program: Program = {
  help: HELP,
  values: ['sites', 'pages', 'rounds'],
  run: async (line) => line.print(await measure(line), format),
};
