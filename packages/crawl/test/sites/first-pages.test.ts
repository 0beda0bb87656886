import { type CrawlPage, type SiteDocument, Sites } from '@refrain/crawl';
import { MemoryLevel } from 'memory-level';
import { FirstPages } from 'refrain/engine';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { samplePage } from '../../../../test/support/crawl.ts';
import { rejectedCode } from '../../../../test/support/errors.ts';

test('the first pages of a site are released together, and later ones at once', () => {
  const firstPages = new FirstPages<string>(3);
  assert.equal(firstPages.add('a', 'a1', 10), []);
  assert.equal(firstPages.add('b', 'b1', 10), []);
  assert.equal(firstPages.add('a', 'a2', 10), []);
  assert.is(firstPages.bytes, 30);
  assert.equal(firstPages.add('a', 'a3', 10), [['a1', 'a2', 'a3']]);
  assert.equal(firstPages.add('a', 'a4', 10), [['a4']]);
  assert.is(firstPages.bytes, 10);
  assert.equal(firstPages.add('c', 'c1', 10), []);
  assert.equal(firstPages.end(), [['b1'], ['c1']]);
  assert.is(firstPages.bytes, 0);
});

test('no page waits if at most one is to wait', () => {
  for (const settle of [0, 1]) {
    const firstPages = new FirstPages<string>(settle);
    assert.equal(firstPages.add('a', 'a1', 10), [['a1']]);
    assert.equal(firstPages.addAfter('record', 10), [['record']]);
    assert.equal(firstPages.end(), []);
  }
});

test('an item that is not a page follows the page before it, while that page waits', () => {
  const firstPages = new FirstPages<string>(2);
  assert.equal(firstPages.addAfter('head', 1), [['head']]);
  firstPages.add('a', 'a1', 1);
  assert.equal(firstPages.addAfter('behind a1', 1), []);
  firstPages.add('b', 'b1', 1);
  assert.equal(firstPages.addAfter('behind b1', 1), []);
  assert.equal(firstPages.add('a', 'a2', 1), [['a1', 'behind a1', 'a2']]);
  assert.equal(firstPages.addAfter('behind a2', 1), [['behind a2']]);
  assert.equal(firstPages.end(), [['b1', 'behind b1']]);
});

test('if the buffer is full, the site that has waited longest is released, and waits no more', () => {
  const firstPages = new FirstPages<string>(8, 100);
  firstPages.add('a', 'a1', 40);
  firstPages.add('b', 'b1', 40);
  firstPages.add('a', 'a2', 10);
  assert.equal(firstPages.add('c', 'c1', 40), [['a1', 'a2']]);
  assert.equal(firstPages.add('a', 'a3', 40), [['a3']]);
  assert.equal(firstPages.addAfter('behind a3', 90), [['behind a3']]);
  assert.equal(firstPages.add('d', 'd1', 200), [['b1'], ['c1'], ['d1']]);
  assert.equal(firstPages.addAfter('behind d1', 1), [['behind d1']]);
  assert.is(firstPages.bytes, 0);
});

test('the buffer never exceeds its limit, loses nothing, and keeps the order of each site', () => {
  const firstPages = new FirstPages<readonly [site: string, number: number]>(8, 500);
  const given: (readonly [string, number])[] = [];
  for (let at = 0; at < 3000; at += 1) {
    const site = `s${(at * at) % 97}`;
    for (const group of firstPages.add(site, [site, at], 1 + (at % 60))) given.push(...group);
    assert.ok(firstPages.bytes <= 500);
  }
  given.push(...firstPages.end().flat());
  assert.is(given.length, 3000);
  const last = new Map<string, number>();
  for (const [site, at] of given) {
    assert.ok(at > (last.get(site) ?? -1));
    last.set(site, at);
  }
});

const open = (): Promise<Sites> =>
  Sites.open({ store: new MemoryLevel<string, Uint8Array>({ valueEncoding: 'view' }), seed: 7 });

/** Three sites with thirteen, nine and two pages. */
const crawl: readonly CrawlPage[] = Array.from({ length: 24 }, (_, at) =>
  samplePage(at % 12 === 5 ? 2 : Number(at % 5 > 2), at),
);

async function all(documents: AsyncIterable<SiteDocument>): Promise<SiteDocument[]> {
  const found: SiteDocument[] = [];
  for await (const one of documents) found.push(one);
  return found;
}

test('a refused page is an error in its position, and the others are judged', async () => {
  const sites = await open();
  const pages = crawl.slice(0, 3).map((page, at) => (at === 1 ? { ...page, html: 7 as never } : page));
  const found = await all(sites.documents([...pages, { url: 'nowhere', html: '<p>a' }, undefined as never]));
  assert.equal(
    found.map(({ url, error }) => [url, error?.code]),
    [
      ['nowhere', 'URL_INVALID'],
      ['undefined', 'INPUT_INVALID'],
      [crawl[0]?.url, undefined],
      [crawl[1]?.url, 'INPUT_INVALID'],
      [crawl[2]?.url, undefined],
    ],
  );
  assert.is(sites.stats().pages, 2);
  for (const settle of [-1, 1.5, 257, '8' as never]) {
    try {
      await all(sites.documents([], { settle }));
      assert.unreachable();
    } catch (error) {
      assert.match(String(error), 'settle must be a whole number from 0 to 256');
    }
  }
});

test('a failure of the store, and sites that are closed, end the stream', async () => {
  const store = new MemoryLevel<string, Uint8Array>({ valueEncoding: 'view' });
  const sites = await Sites.open({ store, flushEvery: { pages: 4 } });
  store.batch = () => {
    throw new Error('no space left on device');
  };
  assert.is(await rejectedCode(() => all(sites.documents(crawl, { settle: 0 }))), 'STORE_FAILED');
  const closed = await open();
  await closed.close();
  assert.is(await rejectedCode(() => all(closed.documents(crawl))), 'DISPOSED');
});

test('waiting pages are not counted if the reader stops', async () => {
  const sites = await open();
  for await (const { document } of sites.documents([...crawl, samplePage(0, 99)])) {
    assert.ok(document);
    break;
  }
  assert.is(sites.stats().pages, 8);
});

test.run();
