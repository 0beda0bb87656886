/**
 * The command as users run it, from start to exit, with reading: one and two threads on folders of real sites, beside two
 * independent processes; and a gzipped WARC of the same pages, beside warcio that only reads it.
 *
 * `--warc-bytes` measures one row instead: a WARC with so many bytes of HTML, of the sites in random order, to NDJSON and to text
 * with one thread, beside zlib that only inflates its members.
 *
 * Run: npm run bench crawl -- [--sites SITES_DIR] [--copies N] [--rounds N] [--format FORMAT] [--warc-bytes N] [--json]
 */
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { realSites } from '../test/support/real-sites.ts';
import { members, warcRecord } from '../test/support/warc.ts';
import { type CommandLine, printJson, readCommandLine, readCount, runCommand } from './command.ts';
import { findSites } from './corpus/sites.ts';
import { type Contenders, MAIN, seconds, timeInTurn } from './crawl/processes.ts';
import { type BenchSite, measureWarc, writeWarc as writeRandomWarc } from './crawl/warc.ts';
import { formatTable } from './table.ts';

const WARCIO = fileURLToPath(new URL('./crawl/warcio-alone.mjs', import.meta.url));

async function readSites(folder: string | undefined): Promise<BenchSite[]> {
  if (folder === undefined) {
    const encoder = new TextEncoder();
    return realSites().map(({ name, pages }) => ({
      name,
      pages: pages.map((page, at) => ({ name: `${at}.html`, bytes: encoder.encode(page.html) })),
    }));
  }
  return Promise.all(findSites(folder).map(async (site) => ({ name: site.name, pages: await site.read() })));
}

/** Writes copies of the sites under different names, so that the start of the process has little weight in its time. */
function writeFolders(sites: readonly BenchSite[], copies: number, folder: string): string[] {
  const folders: string[] = [];
  for (let copy = 0; copy < copies; copy += 1) {
    for (const { name, pages } of sites) {
      const home = join(folder, `${name}-${copy}`);
      folders.push(home);
      for (const page of pages) {
        const path = join(home, page.name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, page.bytes);
      }
    }
  }
  return folders;
}

async function writeWarc(sites: readonly BenchSite[], copies: number, path: string): Promise<void> {
  const file = createWriteStream(path);
  for (let copy = 0; copy < copies; copy += 1) {
    for (const { name, pages } of sites) {
      for (const page of pages) {
        const record = warcRecord({ url: `https://${name}-${copy}.example/${encodeURI(page.name)}`, body: page.bytes });
        if (!file.write(members([record]))) await new Promise<void>((resolve) => file.once('drain', () => resolve()));
      }
    }
  }
  await new Promise<void>((resolve) => file.end(() => resolve()));
}

async function benchWarc(sites: readonly BenchSite[], line: CommandLine): Promise<void> {
  const rounds = readCount(line, 'rounds', 5);
  const folder = mkdtempSync(join(tmpdir(), 'refrain-bench-'));
  try {
    const path = join(folder, 'sites.warc.gz');
    const written = await writeRandomWarc(sites, readCount(line, 'warc-bytes', 1), path);
    const rows = await measureWarc(path, written.bytes, rounds);
    if (line.has('json')) return printJson({ ...written, rows });
    const { pages, bytes, compressed } = written;
    const size = `${(bytes / 1e6).toFixed(0)} MB of HTML in ${(compressed / 1e6).toFixed(0)} MB`;
    process.stdout.write(`gzipped WARC of ${pages} pages, ${size}, median of ${rounds} rounds\n\n`);
    const cells = rows.map(({ name, seconds, megabytesPerSecond, ratio }) => [
      ...[name, seconds.toFixed(2), megabytesPerSecond.toFixed(0), ratio.toFixed(2)],
    ]);
    process.stdout.write(`${formatTable(['', 'seconds', 'MB/s', 'ratio'], cells)}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function bench(words: readonly string[]): Promise<void> {
  const line = readCommandLine(words, {
    ...{ sites: { type: 'string' }, copies: { type: 'string' }, rounds: { type: 'string' } },
    ...{ format: { type: 'string' }, 'warc-bytes': { type: 'string' }, json: { type: 'boolean' } },
  });
  const copies = Number(line.text('copies') ?? 4);
  const rounds = Number(line.text('rounds') ?? 5);
  const format = line.text('format') ?? 'ndjson';
  const sites = await readSites(line.text('sites'));
  if (line.text('warc-bytes') !== undefined) return benchWarc(sites, line);
  const pages = copies * sites.reduce((sum, site) => sum + site.pages.length, 0);
  const bytes = copies * sites.reduce((sum, site) => site.pages.reduce((all, page) => all + page.bytes.length, sum), 0);
  const folder = mkdtempSync(join(tmpdir(), 'refrain-bench-'));
  try {
    const folders = writeFolders(sites, copies, join(folder, 'sites'));
    const warc = join(folder, 'sites.warc.gz');
    await writeWarc(sites, copies, warc);
    const refrain = (...rest: string[]): Promise<number> => seconds([MAIN, '--quiet', '--format', format, ...rest]);
    const half = folders.length >> 1;
    const contenders: Contenders = {
      'folders, 1 thread': () => refrain(...folders),
      'folders, 2 threads': () => refrain(...folders, '--jobs', '2'),
      'folders, 2 processes': () => Promise.all([refrain(...folders.slice(0, half)), refrain(...folders.slice(half))]),
      'WARC, warcio alone': () => seconds([WARCIO, warc]),
      'WARC, 1 thread': () => refrain(warc),
      'WARC, 2 threads': () => refrain(warc, '--jobs', '2'),
    };
    const time = await timeInTurn(contenders, rounds);
    const ratios = {
      twoThreadsVsOne: time('folders, 1 thread') / time('folders, 2 threads'),
      twoProcessesVsOne: time('folders, 1 thread') / time('folders, 2 processes'),
      warcOneThreadVsWarcio: time('WARC, warcio alone') / time('WARC, 1 thread'),
      warcTwoThreadsVsWarcio: time('WARC, warcio alone') / time('WARC, 2 threads'),
    };
    const speeds = Object.keys(contenders).map((name) => ({
      name,
      seconds: time(name),
      pagesPerSecond: pages / time(name),
      megabytesPerSecond: bytes / 1e6 / time(name),
    }));
    if (line.has('json')) return printJson({ pages, bytes, format, ratios, speeds });
    const rows = speeds.map((row) => [
      row.name,
      row.seconds.toFixed(2),
      Math.round(row.pagesPerSecond).toLocaleString('en-US'),
      row.megabytesPerSecond.toFixed(0),
    ]);
    process.stdout.write(`${pages} pages, ${(bytes / 1e6).toFixed(0)} MB, ${format}, median of ${rounds} rounds\n\n`);
    process.stdout.write(`${formatTable(['', 'seconds', 'pages/s', 'MB/s'], rows)}\n\n`);
    for (const [name, ratio] of Object.entries(ratios)) process.stdout.write(`${name} ${ratio.toFixed(2)}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await runCommand('crawl', bench);
