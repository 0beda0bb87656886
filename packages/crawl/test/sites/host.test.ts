/** The host of sites over a store that answers late. */
import { Sites } from '@refrain/crawl';
import type { SiteStore } from '@refrain/crawl/engine';
import { resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { samplePage } from '../../../../test/support/crawl.ts';
import { seededRandom } from '../../../../test/support/random.ts';

/** A store that answers a query after the pending write, as one on another thread may. */
function lateStore(): SiteStore {
  const records = new Map<string, Uint8Array>();
  let writing = Promise.resolve();
  return {
    async records(sites) {
      const found = sites.map((site) => records.get(site));
      await writing;
      await new Promise(setImmediate);
      return found;
    },
    templates: (sites) => sites.map(() => undefined),
    counted: (pages) => pages.map(() => false),
    write(changes) {
      writing = new Promise<void>(setImmediate).then(() => {
        for (const { site, record } of changes) records.set(site, record);
      });
      return writing;
    },
  };
}

test('a table evicted while the store loads others is loaded again', async () => {
  const sites = await Sites.over(lateStore(), {
    detector: resolveOptions({ evidence: 'repetition', baseLifetime: Number.POSITIVE_INFINITY, maxMemory: 2 ** 20 }),
    flushEvery: { pages: Number.POSITIVE_INFINITY, seconds: Number.POSITIVE_INFINITY },
    flushesWhenIdle: false,
  });
  const random = seededRandom(1);
  const counted = new Map<string, number>();
  for (let batch = 0; batch < 500; batch += 1) {
    const pages = Array.from({ length: 8 }, (_, at) => samplePage(random.below(1000), 8 * batch + at, 40));
    await sites.run(async (host) => {
      const tasks = pages.map((page) => sites.check(page));
      await host.prepare(tasks);
      for (const task of tasks)
        for await (const outcome of host.judge([task], { write: ({ learned }) => learned.page })) {
          const { site } = task;
          counted.set(site, (counted.get(site) ?? 0) + 1);
          assert.is(outcome && 'record' in outcome && outcome.record, counted.get(site), site);
        }
    });
  }
  assert.ok(sites.stats().loaded > 500);
});

test.run();
