/**
 * Compares pages per second of `refrain crawl` to Markdown with those of Crawlee's own crawler, which writes unchanged
 * pages. Both are whole processes, in turns, on a generated site of 1,000 pages; the result is the median of the
 * ratios. At the end, `refrain crawl` repeats the crawl of an unchanged site.
 *
 * Run: npm run check integration -- crawl && node --import tsx integration/crawl/bench.ts [PAGES [ROUNDS]]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveSite } from './site.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const [pages = 1000, rounds = 3] = process.argv.slice(2).map(Number);
const CONCURRENCY = '16';
const site = await serveSite(pages);
const folder = mkdtempSync(join(tmpdir(), 'refrain-bench-'));

function time(words: readonly string[]): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve((performance.now() - started) / 1000);
      else reject(new Error(`exit code ${code}`));
    });
  });
}

const crawl = (out: string): Promise<number> => {
  const scope = [
    '--allow-private',
    '--exclude',
    '**/topic/**',
    '--exclude',
    '**/imprint',
    '--max-pages',
    `${pages + 1}`,
  ];
  const pace = ['--rate', '10000', '--concurrency', CONCURRENCY, '-q'];
  const main = at('../../packages/cli/dist/bin/main.js');
  const words = ['crawl', `${site.origin}/page/0`, '--out', out, ...scope, ...pace];
  return time(['--import', at('../resolve-packages.mjs'), main, ...words]);
};
const raw = (out: string): Promise<number> => time([at('raw.mjs'), site.origin, out, CONCURRENCY]);

try {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const own = await crawl(join(folder, `own-${round}`));
    const other = await raw(join(folder, `raw-${round}`));
    ratios.push(other / own);
    const rate = (seconds: number): string => (pages / seconds).toFixed(0).padStart(6);
    process.stdout.write(
      `refrain crawl ${rate(own)} pages/s   HttpCrawler ${rate(other)} pages/s   ratio ${(other / own).toFixed(2)}\n`,
    );
  }
  ratios.sort((one, other) => one - other);
  process.stdout.write(`median of the ratios: ${ratios[rounds >> 1]?.toFixed(2)}\n`);
  // The bytes of a connection are known when it has ended.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const [before] = [site.sent];
  await crawl(join(folder, 'last'));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const first = site.sent - before;
  const seconds = await crawl(join(folder, 'last'));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const share = (100 * (site.sent - before - first)) / first;
  process.stdout.write(
    `again without changes: ${share.toFixed(1)} % of the bytes, ${(pages / seconds).toFixed(0)} pages/s\n`,
  );
} finally {
  site.close();
  rmSync(folder, { recursive: true, force: true });
}
