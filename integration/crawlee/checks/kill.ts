import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Sites } from '@refrain/crawl';
import { withTemplates } from '@refrain/crawl/crawlee';
import { MemoryLevel } from 'memory-level';
import * as assert from 'uvu/assert';
import { seeded } from '../../../test/support/random.ts';
import type { Checks } from '../../checks.ts';
import { adminPages, type Server, serveAdmin } from '../server.ts';
import { cheerio } from './support.ts';

const SCRIPT = fileURLToPath(new URL('../crawl.ts', import.meta.url));

/** Runs the crawl until so many pages were counted and so many milliseconds have gone by since, and tells which were. */
function crawl(folder: string, { origin }: Server, concurrency: number, pages: number, after = 0): Promise<string[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, folder, origin, `${concurrency}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  child.stdout.setEncoding('utf8').on('data', async (text: string) => {
    told += text;
    if (told.split('\n').length <= pages) return;
    await pause(after);
    child.kill('SIGKILL');
  });
  return new Promise((resolve) => {
    child.on('close', () => resolve(told.split('\n').slice(0, -1)));
  });
}

/** The snapshot of a crawl that nothing came in the way of, in the order given. */
async function undisturbed({ origin }: Server, order: readonly string[]): Promise<Uint8Array> {
  const sites = await Sites.open({ store: new MemoryLevel() });
  await cheerio({ requestHandler: withTemplates(sites, () => {}) }).run([...order]);
  const snapshot = await sites.snapshot(new URL(origin).host);
  await sites.close();
  return snapshot;
}

async function killed(concurrency: number, seed: number): Promise<void> {
  const random = seeded(seed);
  const server = await serveAdmin();
  const folder = mkdtempSync(join(tmpdir(), 'refrain-crawlee-'));
  try {
    const counted: string[] = [];
    for (const pages of [7, 12, 20]) {
      const told = await crawl(folder, server, concurrency, pages, random.below(20));
      assert.is.not(told.at(-1), 'done', 'it was killed before its end');
      counted.push(...told);
    }
    counted.push(...(await crawl(folder, server, concurrency, Number.POSITIVE_INFINITY)));
    assert.is(counted.pop(), 'done');

    // What was counted and not yet written when the crawl was killed was counted anew: the last time is the one that holds.
    const order = counted.filter((url, at) => counted.lastIndexOf(url) === at);
    assert.ok(counted.length - order.length <= 3 * concurrency, 'one page a request in hand, at most');
    const all = [...adminPages.keys()].map((path) => server.origin + path);
    assert.equal([...order].sort(), all.sort(), 'no page is lost');
    const expected = await undisturbed(server, order);

    const sites = await Sites.open({ location: join(folder, 'sites') });
    const site = new URL(server.origin).host;
    for await (const { pages } of sites.list())
      assert.is(pages, all.length, 'in the store too: none is lost, none was counted twice');
    assert.equal(await sites.snapshot(site), expected);
    await sites.close();

    // The second crawl of the same store: all is known.
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
  'killed three times, one request after another: the snapshot of an undisturbed crawl': () => killed(1, 1),
  'killed three times, four requests at once: the snapshot of an undisturbed crawl': () => killed(4, 2),
};
