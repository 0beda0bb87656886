import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Sites } from '@refrain/crawl';
import { withTemplates } from '@refrain/crawl/crawlee';
import { MemoryLevel } from 'memory-level';
import * as assert from 'uvu/assert';
import { seededRandom } from '../../../test/support/random.ts';
import type { Checks } from '../../checks.ts';
import { adminPages, cheerio, type Server, serveAdmin } from '../support.ts';

const SCRIPT = fileURLToPath(new URL('../crawl.ts', import.meta.url));

/** Kills the crawl `after` milliseconds after `pages` pages were counted. Returns the counted URLs. */
function crawl(folder: string, { origin }: Server, concurrency: number, pages: number, after = 0): Promise<string[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, folder, origin, `${concurrency}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', async (text: string) => {
    printed += text;
    if (printed.split('\n').length <= pages) return;
    await pause(after);
    child.kill('SIGKILL');
  });
  return new Promise((resolve) => {
    child.on('close', () => resolve(printed.split('\n').slice(0, -1)));
  });
}

/** The snapshot of an undisturbed crawl in the given order. */
async function undisturbed({ origin }: Server, order: readonly string[]): Promise<Uint8Array> {
  const sites = await Sites.open({ store: new MemoryLevel(), seed: 1 });
  await cheerio({ requestHandler: withTemplates(sites, () => {}) }).run([...order]);
  const snapshot = await sites.snapshot(new URL(origin).host);
  await sites.close();
  return snapshot;
}

/** `pages`: after how many pages each run is killed. */
async function killed(concurrency: number, seed: number, pages: readonly number[]): Promise<void> {
  const random = seededRandom(seed);
  process.stdout.write(`seed ${seed}\n`);
  const server = await serveAdmin();
  const folder = mkdtempSync(join(tmpdir(), 'refrain-crawlee-'));
  try {
    const counted: string[] = [];
    for (const count of pages) {
      const printed = await crawl(folder, server, concurrency, count, random.below(20));
      assert.is.not(printed.at(-1), 'done', 'the crawl was killed before its end');
      counted.push(...printed);
    }
    counted.push(...(await crawl(folder, server, concurrency, Number.POSITIVE_INFINITY)));
    assert.is(counted.pop(), 'done');

    // Pages that were counted and not written before a kill are counted again. Their last occurrence is valid.
    const order = counted.filter((url, at) => counted.lastIndexOf(url) === at);
    assert.ok(counted.length - order.length <= pages.length * concurrency, 'at most one page per concurrent request');
    const all = [...adminPages.keys()].map((path) => server.origin + path);
    assert.equal([...order].sort(), all.sort(), 'no page is lost');
    const expected = await undisturbed(server, order);

    const sites = await Sites.open({ location: join(folder, 'sites') });
    const site = new URL(server.origin).host;
    for await (const { pages } of sites.list()) assert.is(pages, all.length, 'number of pages in the store');
    assert.equal(await sites.snapshot(site), expected);
    await sites.close();

    rmSync(join(folder, 'crawl'), { recursive: true });
    assert.equal(await crawl(folder, server, concurrency, Number.POSITIVE_INFINITY), ['done']);
    const again = await Sites.open({ location: join(folder, 'sites') });
    assert.equal(await again.snapshot(site), expected);
    await again.close();
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const killChecks: Checks = {
  'a crawl with one request at a time has the snapshot of an undisturbed crawl after a kill': () => killed(1, 1, [12]),
  'a crawl with four concurrent requests has the snapshot of an undisturbed crawl after two kills': () =>
    killed(4, 2, [7, 20]),
};

const EXAMPLE = fileURLToPath(new URL('../example.ts', import.meta.url));
const DOCUMENT = new URL('../../../docs/crawlers.md', import.meta.url);

export const exampleChecks: Checks = {
  'the example crawls a site and continues after its end': async () => {
    const server = await serveAdmin();
    const folder = mkdtempSync(join(tmpdir(), 'refrain-crawlee-'));
    const run = async (): Promise<string[]> => {
      const given = ['--import', 'tsx', EXAMPLE, `${server.origin}/index.html`, folder];
      const { stdout } = await promisify(execFile)(process.execPath, given);
      return stdout.split('\n').filter((line) => / % template$/.test(line));
    };
    try {
      const told = await run();
      assert.ok(told.length > 60 && told.length <= adminPages.size, `${told.length} pages`);
      const shares = told.map((line) => Number(/(\d+) % template$/.exec(line)?.[1]));
      assert.ok(shares.filter((share) => share > 30).length > told.length / 2);
      assert.equal(await run(), [], 'pages of the second run');
      assert.is(
        readdirSync(join(folder, 'datasets', 'default')).filter((name) => /^\d+\.json$/.test(name)).length,
        told.length,
      );
    } finally {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },

  'docs/crawlers.md contains the example': () => {
    const code = readFileSync(EXAMPLE, 'utf8').replace(/^\/\*\*.*?\*\/\n/s, '');
    assert.ok(readFileSync(DOCUMENT, 'utf8').includes(code));
  },
};
