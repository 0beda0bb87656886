/** On a full disk of a few megabytes, no page is lost, and the store remains intact. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sites } from '@refrain/crawl';
import { MemoryLevel } from 'memory-level';
import { RefrainError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { samplePage, siteName } from '../../../../test/support/crawl.ts';
import { rejectedCode } from '../../../../test/support/errors.ts';
import { mount, onSmallDisk } from '../../../../test/support/small-disk.ts';
import { outcome, start } from '../../../cli/test/command.ts';

const withDisk = (run: (folder: string) => Promise<void>) => async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-disk-'));
  assert.ok(mount(folder, '3m'));
  try {
    await run(folder);
  } finally {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  }
};

const SITES = 40;
const crawl = Array.from({ length: SITES * 400 }, (_, at) => samplePage(at % SITES, Math.floor(at / SITES)));

async function expectSame(one: Sites, other: Sites): Promise<void> {
  for (const site of Array.from({ length: SITES }, (_, at) => siteName(at)))
    assert.ok(Buffer.from(await one.snapshot(site)).equals(await other.snapshot(site)), site);
}

onSmallDisk(
  'fails when the disk is full; a repeated crawl ends with the state of an undisturbed one',
  withDisk(async (folder) => {
    const location = join(folder, 'state');
    const sites = await Sites.open({ location, flushEvery: { pages: 200 }, seed: 7 });
    let failure: unknown;
    let fed = 0;
    for (const { url, html } of crawl) {
      try {
        await sites.learn(url, html);
      } catch (error) {
        failure = error;
        break;
      }
      fed += 1;
    }
    assert.instance(failure, RefrainError);
    assert.is((failure as RefrainError).code, 'STORE_FAILED');
    assert.match((failure as RefrainError).message, /no space left on device/);
    assert.ok(fed > 400 && fed < crawl.length, `${fed} pages`);
    // Memory still contains the learned pages.
    const { url, html } = crawl[fed - 1] ?? samplePage(0, 0);
    assert.not.ok((await sites.label(url, html)).counted);
    assert.is(await rejectedCode(() => sites.close()), 'STORE_FAILED');

    execFileSync('mount', ['-o', 'remount,size=200m', folder]);
    const again = await Sites.open({ location, seed: 7 });
    const undisturbed = await Sites.open({ store: new MemoryLevel(), seed: 7 });
    let counted = 0;
    // Repeats the crawl from its beginning and continues beyond the failure.
    for (const page of crawl.slice(0, fed + 500)) {
      if ((await again.learn(page.url, page.html)).counted) counted += 1;
      await undisturbed.learn(page.url, page.html);
    }
    assert.ok(counted >= 500 && counted < fed, `${counted} counted of ${fed + 500}`);
    await expectSame(again, undisturbed);
    await again.close();
  }),
);

onSmallDisk(
  'writes after space was freed are kept, although the failed write left an incomplete part',
  withDisk(async (folder) => {
    const location = join(folder, 'state');
    const sites = await Sites.open({ location, flushEvery: { pages: 200 }, seed: 7 });
    const undisturbed = await Sites.open({ store: new MemoryLevel(), seed: 7 });
    let failures = 0;
    for (const { url, html } of crawl.slice(0, 12_000)) {
      await undisturbed.learn(url, html);
      await sites.learn(url, html).catch(async () => {
        failures += 1;
        execFileSync('mount', ['-o', `remount,size=${3 + failures}m`, folder]);
        // The disk may still be too small.
        for (let isDone = false; !isDone; failures += isDone ? 0 : 1) {
          isDone = await sites.learn(url, html).then(
            () => true,
            () => false,
          );
          assert.ok(failures < 100, 'the store never writes again');
          if (!isDone) execFileSync('mount', ['-o', `remount,size=${4 + failures}m`, folder]);
        }
      });
    }
    assert.ok(failures > 1, `${failures} failures`);
    execFileSync('mount', ['-o', 'remount,size=200m', folder]);
    await sites.close();
    const again = await Sites.open({ location });
    await expectSame(again, undisturbed);
    await again.close();
  }),
);

onSmallDisk(
  'the command reports a full disk and exits with 1',
  withDisk(async (folder) => {
    writeFileSync(join(folder, 'filler'), Buffer.alloc(1_500_000));
    const child = start(folder, ['-', '--state', 'state', '--flush-every', '200', '-q']);
    const ended = outcome(child);
    child.stdin?.on('error', () => undefined);
    for (const { url, html } of crawl) child.stdin?.write(`${JSON.stringify({ url, html })}\n`);
    child.stdin?.end();
    const { code, stderr } = await ended;
    assert.is(code, 1);
    assert.match(stderr, /no space left on device.*\(STORE_FAILED\)/);
  }),
);

test.run();
