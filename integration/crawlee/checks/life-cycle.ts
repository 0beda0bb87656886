import { Sites, StoreError } from '@refrain/crawl';
import { withTemplates } from '@refrain/crawl/crawlee';
import { MemoryLevel } from 'memory-level';
import * as assert from 'uvu/assert';
import type { Checks } from '../../checks.ts';
import { cheerio, configuration, serve, story } from '../support.ts';

const urls = (origin: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${origin}/${at}`);

/** A database that can simulate a full disk. */
class Disk extends MemoryLevel<Uint8Array, Uint8Array> {
  isFull = false;
  writes = 0;

  constructor() {
    super();
    const write: (...given: never[]) => unknown = this.batch.bind(this);
    // One signature replaces all overloads of abstract-level.
    this.batch = ((...given: never[]) => {
      if (this.isFull) return Promise.reject(new Error('no space left on device'));
      this.writes += 1;
      return write(...given);
    }) as typeof this.batch;
  }
}

const answer = (path: string) => ({ body: story(path) });

export const lifeCycleChecks: Checks = {
  'a page is in the store before its handler is called, also with concurrent requests': async () => {
    const server = await serve(answer);
    const disk = new Disk();
    const sites = await Sites.open({ store: disk });
    const opened = disk.writes;
    const written: number[] = [];
    const crawler = cheerio({
      minConcurrency: 8,
      maxConcurrency: 8,
      requestHandler: withTemplates(sites, () => written.push(disk.writes - opened)),
    });
    await crawler.run(urls(server.origin, 40));
    server.close();
    assert.is(sites.stats().pages, 40);
    assert.ok(written.every((writes) => writes > 0));
    assert.is(sites.stats().queuedBytes, 0);
    assert.ok(disk.writes - opened <= 40, `${disk.writes - opened} writes for 40 pages`);
    await sites.close();
  },

  "with flush: 'events' it writes at Crawlee's events, the last time before run() ends": async () => {
    const server = await serve(answer);
    const disk = new Disk();
    const sites = await Sites.open({ store: disk });
    const opened = disk.writes;
    const configured = configuration();
    const written: number[] = [];
    const crawler = cheerio(
      {
        requestHandler: withTemplates(sites, { flush: 'events' }, async ({ request }) => {
          const events = configured.getEventManager();
          if (request.url.endsWith('/2')) events.emit('persistState', { isMigrating: false });
          await events.waitForAllListenersToComplete();
          written.push(disk.writes - opened);
        }),
      },
      configured,
    );
    await crawler.run(urls(server.origin, 5));
    server.close();
    assert.equal(written, [0, 0, 1, 1, 1]);
    assert.is(disk.writes - opened, 2, 'writes before run() ended');
    await sites.close();
    configured.getEventManager().emit('persistState', { isMigrating: false });
    await configured.getEventManager().waitForAllListenersToComplete();
    assert.is(configured.getEventManager().listenerCount('persistState'), 0, 'listeners after the sites were closed');
  },

  'a full disk stops the crawl; a later run loses no page and counts none twice': async () => {
    const server = await serve(answer);
    const disk = new Disk();
    const sites = await Sites.open({ store: disk });
    const order: string[] = [];
    const crawler = cheerio({
      experiments: { requestLocking: false },
      requestHandler: withTemplates(sites, ({ request }) => {
        order.push(request.url);
        if (order.length === 5) disk.isFull = true;
      }),
    });
    await crawler.run(urls(server.origin, 12));
    assert.is(order.length, 5);
    await sites.flush().then(
      () => assert.unreachable(),
      (error: unknown) => assert.ok(error instanceof StoreError && error.code === 'STORE_FAILED'),
    );
    disk.isFull = false;
    await crawler.run([], { purgeRequestQueue: false });
    server.close();
    assert.equal([...order].sort(), urls(server.origin, 12).sort());
    assert.is(sites.stats().pages, 12);
    await sites.close();
  },
};
