/**
 * One large site on several threads: the command with one and two threads on a gzipped WARC of one site, beside two processes that share
 * nothing and have half of its pages each.
 *
 * Run: npm run bench one-site -- [--sites SITES_DIR] [--copies N] [--rounds N] [--format FORMAT] [--json]
 * It takes the largest site of the folder, and the copies of its pages have other ids.
 */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realSites } from '../../test/support/real-sites.ts';
import { members, warcRecord } from '../../test/support/warc.ts';
import { printJson, readCommandLine, runCommand } from '../command.ts';
import { findSites } from '../corpus/sites.ts';
import { formatTable } from '../table.ts';
import { MAIN, seconds, timeInTurn } from './processes.ts';

const encoder = new TextEncoder();

type Pages = readonly Uint8Array[];

const sizeOf = (pages: Pages): number => pages.reduce((sum, { length }) => sum + length, 0);

async function largestSite(folder: string | undefined): Promise<Pages> {
  const sites: Pages[] =
    folder === undefined
      ? realSites().map(({ pages }) => pages.map(({ html }) => encoder.encode(html)))
      : await Promise.all(
          findSites(folder).map(async (site) => (await site.read()).map(({ bytes }) => new Uint8Array(bytes))),
        );
  return sites.sort((one, other) => sizeOf(other) - sizeOf(one))[0] ?? [];
}

async function writeWarc(pages: Pages, copies: readonly number[], path: string): Promise<string> {
  const file = createWriteStream(path);
  for (const copy of copies) {
    for (const [at, body] of pages.entries()) {
      const record = warcRecord({ url: `https://site.example/${copy}/${at}`, body });
      if (!file.write(members([record]))) await new Promise<void>((resolve) => file.once('drain', () => resolve()));
    }
  }
  await new Promise<void>((resolve) => file.end(() => resolve()));
  return path;
}

const refrain = (...words: readonly string[]): Promise<number> => seconds([MAIN, '--quiet', ...words]);

async function bench(words: readonly string[]): Promise<void> {
  const line = readCommandLine(words, {
    ...{ sites: { type: 'string' }, copies: { type: 'string' }, rounds: { type: 'string' } },
    ...{ format: { type: 'string' }, json: { type: 'boolean' } },
  });
  const copies = Array.from({ length: Number(line.text('copies') ?? 16) }, (_, at) => at);
  const rounds = Number(line.text('rounds') ?? 5);
  const format = line.text('format') ?? 'ndjson';
  const pages = await largestSite(line.text('sites'));
  const folder = mkdtempSync(join(tmpdir(), 'refrain-bench-'));
  try {
    const half = copies.length >> 1;
    const whole = await writeWarc(pages, copies, join(folder, 'whole.warc.gz'));
    const first = await writeWarc(pages, copies.slice(0, half), join(folder, 'first.warc.gz'));
    const second = await writeWarc(pages, copies.slice(half), join(folder, 'second.warc.gz'));
    const contenders = {
      '1 thread': () => refrain(whole, '--format', format),
      '2 threads': () => refrain(whole, '--format', format, '--jobs', '2'),
      '2 processes, half of the site each': () =>
        Promise.all([refrain(first, '--format', format), refrain(second, '--format', format)]),
    };
    const names = Object.keys(contenders);
    const timeOf = await timeInTurn(contenders, rounds);
    const [one = 0, two = 0, apart = 0] = names.map((name) => timeOf(name));
    const ratios = { twoThreadsVsOne: one / two, twoThreadsVsTwoProcesses: apart / two };
    const count = copies.length * pages.length;
    const speeds = names.map((name) => ({ name, seconds: timeOf(name), pagesPerSecond: count / timeOf(name) }));
    if (line.has('json'))
      return printJson({ pages: count, bytes: copies.length * sizeOf(pages), format, ratios, speeds });
    const rows = speeds.map((row) => [
      row.name,
      row.seconds.toFixed(2),
      Math.round(row.pagesPerSecond).toLocaleString('en-US'),
    ]);
    const megabytes = ((copies.length * sizeOf(pages)) / 1e6).toFixed(0);
    process.stdout.write(`${count} pages of one site, ${megabytes} MB, ${format}, median of ${rounds} rounds\n\n`);
    process.stdout.write(`${formatTable(['', 'seconds', 'pages/s'], rows)}\n\n`);
    for (const [name, ratio] of Object.entries(ratios)) process.stdout.write(`${name} ${ratio.toFixed(2)}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await runCommand('one-site', bench);
