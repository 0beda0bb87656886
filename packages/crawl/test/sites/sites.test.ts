/** Each site of a store has the state of a separate detector. */
import { join } from 'node:path';
import { type SiteSummary, Sites, type SitesOptions } from '@refrain/crawl';
import { MemoryLevel } from 'memory-level';
import { parse } from 'parse5';
import { Detector, type Page } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type SamplePage, samplePage, siteName } from '../../../../test/support/crawl.ts';
import { rejectedCode } from '../../../../test/support/errors.ts';
import { withFolder } from '../../../../test/support/folder.ts';
import { seededRandom } from '../../../../test/support/random.ts';
import { waitFor } from '../../../../test/support/wait.ts';

const MIB = 1024 * 1024;

/** Random order of sites; the pages of one site are in order. */
function crawl(sites: number, pages: number, seed = 1): SamplePage[] {
  const random = seededRandom(seed);
  const next = Array.from({ length: sites }, () => 0);
  const open = Array.from({ length: sites }, (_, site) => site);
  const order: SamplePage[] = [];
  while (open.length > 0) {
    const at = random.below(open.length);
    const site = open[at] as number;
    const page = next[site] as number;
    order.push(samplePage(site, page));
    next[site] = page + 1;
    if (page + 1 === pages) open.splice(at, 1);
  }
  return order;
}

const collect = async (list: AsyncIterable<SiteSummary>): Promise<SiteSummary[]> => {
  const found: SiteSummary[] = [];
  for await (const site of list) found.push(site);
  return found;
};

/** A snapshot without its options, which contain limits of the machine, and without its checksum. */
function knowledge(snapshot: Uint8Array): string {
  const bytes = Buffer.from(snapshot);
  const options = bytes.readUInt32LE(12);
  return Buffer.concat([bytes.subarray(16, 28), bytes.subarray(28 + options, -8)]).toString('base64');
}

async function known(sites: Sites, count: number): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let site = 0; site < count; site += 1) {
    found.set(siteName(site), knowledge(await sites.snapshot(siteName(site))));
  }
  return found;
}

/** With the same seed, equal data of sites are equal bytes. */
const seed = 7;

const inMemory = (options: SitesOptions = {}): Promise<Sites> =>
  Sites.open({ store: new MemoryLevel(), seed, ...options });

test('interleaved sites have the verdicts and snapshots of separate detectors', async () => {
  const sites = await inMemory();
  const detectors = new Map<string, Detector>();
  for (const { url, site, html } of crawl(7, 30)) {
    const detector = detectors.get(site) ?? (await Detector.create({ maxMemory: 256 * MIB, seed }));
    detectors.set(site, detector);
    const page = await sites.learn(url, html);
    assert.equal(page.toJSON(), detector.learn(html, { id: url }).toJSON());
  }
  for (const [site, detector] of detectors) assert.equal(await sites.snapshot(site), detector.snapshot());
  assert.is(sites.stats().sites, 7);
  assert.is(sites.stats().pages, 210);
  await sites.close();
});

test(
  'evicted tables are loaded unchanged and end as without a memory limit',
  withFolder({}, async (folder) => {
    const pages = crawl(1000, 12, 5);
    const law = { baseLifetime: 5, lifetimeGrowth: 8 };
    const free = await inMemory(law);
    const tight = await Sites.open({ ...law, location: join(folder, 'state'), maxMemory: MIB, seed });
    for (const { url, html } of pages) {
      const wanted = (await free.learn(url, html)).text();
      assert.is((await tight.learn(url, html)).text(), wanted);
    }
    const { hot, evicted, loaded, memoryBytes } = tight.stats();
    assert.ok(hot < 800 && evicted > 500 && loaded > 500, JSON.stringify(tight.stats()));
    assert.ok(memoryBytes <= MIB);
    assert.is(free.stats().evicted, 0);
    assert.equal(await known(tight, 600), await known(free, 600));
    await tight.close();
    await free.close();
  }),
);

test(
  'a store that is closed and opened again has the state of one that remained open',
  withFolder({}, async (folder) => {
    const pages = crawl(20, 40, 9);
    const location = join(folder, 'state');
    const undisturbed = await inMemory();
    for (const { url, html } of pages) await undisturbed.learn(url, html);
    for (let at = 0; at < pages.length; at += 150) {
      const part = await Sites.open({ location, seed });
      for (const { url, html } of pages.slice(at, at + 150)) await part.learn(url, html);
      await part.close();
    }
    const whole = await Sites.open({ location, seed });
    assert.equal(await known(whole, 20), await known(undisturbed, 20));
    const listed = await collect(whole.list());
    assert.equal(
      listed.map(({ site, pages: count }) => [site, count]),
      Array.from({ length: 20 }, (_, site) => [siteName(site), 40]).sort(),
    );
    assert.equal(listed, await collect(undisturbed.list()));
    await whole.close();
  }),
);

test('counts no page twice, whatever page a repeated crawl begins with', async () => {
  const database = new MemoryLevel();
  const sites = await inMemory({ store: database, flushEvery: { pages: 97 } });
  const pages = Array.from({ length: 1500 }, (_, page) => samplePage(page % 5 === 0 ? 1 : 0, page));
  for (const { url, html } of pages) assert.ok((await sites.learn(url, html)).counted, url);
  const wanted = await known(sites, 2);
  for (const from of [0, 700, 1400]) {
    for (const { url, html } of pages.slice(from)) assert.not.ok((await sites.learn(url, html)).counted, url);
  }
  assert.equal(await known(sites, 2), wanted);
  await sites.close();
  // The store has the ids that the tables no longer keep.
  const again = await inMemory({ store: database });
  for (const { url, html } of pages) assert.not.ok((await again.learn(url, html)).counted, url);
  assert.equal(await known(again, 2), wanted);
  const { url, html } = samplePage(0, 5000);
  assert.ok((await again.learn(url, html)).counted);
  assert.ok((await again.learn(pages[3]?.url ?? '', html, { id: 'another' })).counted);
  await again.close();
});

test('saves everything with very little memory; a page that is too large affects no other page', async () => {
  const options = { maxMemory: 2 * MIB, baseLifetime: Number.POSITIVE_INFINITY, flushEvery: { pages: 50 } } as const;
  const tight = await inMemory(options);
  const free = await inMemory({ ...options, maxMemory: 64 * MIB });
  const long = (page: number): string =>
    Array.from({ length: 400 }, (_, at) => `<p>text ${at % 7} of page ${page} ${at}</p>`).join('');
  const codes = new Set<string>();
  for (let page = 0; page < 240; page += 1) {
    const { url, html } = samplePage(page % 6, page);
    const body = html + (page % 6 === 5 ? long(page) : '');
    const code = await rejectedCode(() => tight.learn(url, body));
    if (code === 'no error') await free.learn(url, body);
    else codes.add(code);
    if (page % 40 === 7) assert.is(await rejectedCode(() => tight.learn(url, long(page).repeat(40))), 'OUT_OF_MEMORY');
  }
  // Only pages of the site with long pages are refused, because its table grows without limit.
  assert.ok(
    [...codes].every((code) => code === 'TABLE_FULL' || code === 'OUT_OF_MEMORY'),
    [...codes].join(),
  );
  assert.equal(await known(tight, 6), await known(free, 6));
  assert.ok(tight.stats().memoryBytes <= options.maxMemory);
  await tight.close();
});

test('answers concurrent calls in order, each with a readable page', async () => {
  const expected = await inMemory();
  const wanted: string[] = [];
  const pages = crawl(5, 12, 3);
  for (const { url, html } of pages) wanted.push((await expected.learn(url, html)).text('content'));
  const sites = await inMemory();
  const texts = await Promise.all(
    pages.map(async ({ url, html }) => {
      const page = await sites.learn(url, html);
      return page.text('content');
    }),
  );
  assert.equal(texts, wanted);
  assert.equal(await known(sites, 5), await known(expected, 5));
});

test('a page stays readable until the next call, also while the store is written', async () => {
  const sites = await inMemory({ flushEvery: { seconds: 0.01 } });
  const { url, html } = samplePage(0, 0);
  const page = await sites.learn(url, html);
  const text = page.text('content');
  await waitFor('the write to the store', () => sites.stats().queuedBytes === 0);
  assert.is(sites.stats().queuedBytes, 0);
  assert.is((await collect(sites.list())).length, 1);
  assert.is(page.text('content'), text);
  assert.ok(page.html('content', { mode: 'cut' }).includes('Page 0'));
  await sites.label(url, html);
  assert.is(await rejectedCode(() => page.text()), 'PAGE_STALE');
});

test('label counts no page; relabel rejects an unknown site', async () => {
  const sites = await inMemory();
  const { url, html } = samplePage(0, 0);
  assert.is((await sites.label(url, html)).number, 0);
  assert.is(await rejectedCode(() => sites.relabel(url, html)), 'SITE_UNKNOWN');
  assert.is(sites.stats().sites, 0);
  for (let page = 0; page < 8; page += 1) {
    const made = samplePage(0, page);
    await sites.learn(made.url, made.html);
  }
  const before = await sites.snapshot(siteName(0));
  const first = await sites.relabel(url, html);
  assert.not.ok(first.counted);
  assert.is(first.number, 8);
  assert.ok(first.text('template').includes('All rights with s0.example'));
  assert.equal(await sites.snapshot(siteName(0)), before);
});

test('a page is never evidence of itself, however long ago it was counted', async () => {
  const sites = await inMemory();
  const { url, html } = samplePage(0, 0);
  const unknown = (await sites.label(url, html)).toJSON().blocks;
  await sites.learn(url, html);
  assert.equal((await sites.label(url, html)).toJSON().blocks, unknown);
  assert.equal((await sites.relabel(url, html)).toJSON().blocks, unknown);
  assert.equal((await sites.learn(url, html)).toJSON().blocks, unknown);

  // The table of the site remembers 256 ids; the store has the first one.
  const dfOf = (page: Page): number => Math.max(...page.blocks.flatMap(({ segments }) => segments.map(({ df }) => df)));
  const alone = '<p>Menu</p>';
  const counted = samplePage(0, 1).url;
  const lasting = await inMemory({ baseLifetime: 5 });
  for (let page = 1; page <= 258; page += 1)
    await lasting.learn(samplePage(0, page).url, page % 2 === 1 ? alone : `<p>${page}</p>`);
  await lasting.flush();
  assert.is(dfOf(await lasting.label('https://s0.example/stranger', alone)), 129);
  assert.is(dfOf(await lasting.label(counted, alone)), 128);
  assert.is(dfOf(await lasting.relabel(samplePage(0, 257).url, alone)), 128);
  assert.is(dfOf(await lasting.learn(counted, alone)), 128);
});

test('limits are those of the options, not of the store', async () => {
  const store = new MemoryLevel<string, Uint8Array>();
  const first = await inMemory({ store });
  await first.learn(samplePage(0, 0).url, samplePage(0, 0).html);
  await first.close();
  const limits = {
    recall: 2,
    maxPageBytes: 1 << 20,
    maxNodes: 10_000,
    maxWork: 5000,
    maxTableBytes: 1 << 16,
    maxMemory: 8 << 20,
  };
  const again = await inMemory({ store, ...limits });
  assert.equal([again.options.maxWork, again.options.recall], [5000, 2]);
  const { url } = samplePage(0, 1);
  assert.is(await rejectedCode(() => again.learn(url, '<b>x</b>'.repeat(2000))), 'PAGE_TOO_COMPLEX');
  assert.ok((await again.learn(url, '<p>x')).counted);
  await again.close();
  assert.is(await rejectedCode(() => inMemory({ store, maxDepth: 20 })), 'STORE_OPTIONS');
});

test('forgets a site, exports its snapshot and restores it under another name', async () => {
  const store = new MemoryLevel<string, Uint8Array>();
  const sites = await inMemory({ store });
  for (const { url, html } of crawl(3, 300, 2)) await sites.learn(url, html);
  const snapshot = await sites.snapshot(siteName(1));
  assert.ok(await sites.forget(siteName(1)));
  assert.not.ok(await sites.forget(siteName(1)));
  assert.is(await rejectedCode(() => sites.snapshot(siteName(1))), 'SITE_UNKNOWN');
  assert.equal(
    (await collect(sites.list())).map(({ site }) => site),
    [siteName(0), siteName(2)],
  );
  assert.is((await store.keys({ gte: 'ps1', lt: 'ps2' }).all()).length, 0);
  assert.is(sites.stats().sites, 2);
  await sites.restore('elsewhere.example', snapshot);
  assert.is(sites.stats().sites, 3);
  assert.equal(await sites.snapshot('elsewhere.example'), snapshot);
  const other = await Detector.create({ templateDf: 3 });
  assert.is(await rejectedCode(() => sites.restore('x', other.snapshot())), 'STORE_OPTIONS');
  assert.is(await rejectedCode(() => sites.restore('x', snapshot.subarray(0, 90))), 'SNAPSHOT_DAMAGED');
  await sites.close();
});

test('siteOf and site decide which site a page belongs to', async () => {
  const names = async (siteOf: SitesOptions['siteOf'], urls: readonly string[]): Promise<string[]> => {
    const sites = await inMemory(siteOf === undefined ? {} : { siteOf });
    for (const url of urls) await sites.learn(url, '<p>text</p>');
    return (await collect(sites.list())).map(({ site }) => site);
  };
  const urls = [
    'https://www.Example.co.uk/a/b/c.html?x=1',
    'http://example.co.uk:8080/a/',
    'http://192.168.0.1/',
    'file:///my%20site/a/b.html',
  ];
  assert.equal(await names(undefined, urls), ['192.168.0.1', 'example.co.uk:8080', 'my site', 'www.example.co.uk']);
  assert.equal(await names('domain', urls), ['192.168.0.1', 'example.co.uk', 'my site']);
  assert.equal(await names({ folders: 1 }, urls.slice(0, 3)), [
    '192.168.0.1',
    'example.co.uk:8080/a',
    'www.example.co.uk/a',
  ]);
  assert.equal(await names((url) => url.slice(0, 5), urls), ['file:', 'http:', 'https']);
  const sites = await inMemory();
  await sites.learn('https://a.example/', '<p>x</p>', { site: 'Ünïcode / any name' });
  assert.equal(
    (await collect(sites.list())).map(({ site }) => site),
    ['Ünïcode / any name'],
  );
  for (const site of ['', 'a\0b', '\ud800']) {
    assert.is(await rejectedCode(() => sites.learn('https://a.example/', '<p>x</p>', { site })), 'INPUT_INVALID');
  }
  for (const url of ['nonsense', '', 'http://', 'data:text/html,x']) {
    assert.is(await rejectedCode(() => sites.learn(url, '<p>x</p>')), 'URL_INVALID', url);
  }
});

test('reads the ids of old pages from the store only if it may contain them', async () => {
  const requests: number[] = [];
  const store = new MemoryLevel();
  const getSync = store.getSync.bind(store);
  store.getSync = ((key: string, options: object) => {
    if (key.startsWith('p')) requests.push(key.length);
    return getSync(key, options);
  }) as typeof store.getSync;
  const sites = await Sites.open({ store });
  const pages = Array.from({ length: 700 }, (_, at) => samplePage(0, at));
  for (const { url, html } of pages) assert.ok((await sites.learn(url, html)).counted);
  assert.equal(requests, []);
  for (const { url, html } of [...pages.slice(0, 20), ...pages.slice(400, 420)]) {
    assert.not((await sites.learn(url, html)).counted);
  }
  // Unwritten ids are known without a query of the store.
  await sites.flush();
  for (const { url, html } of pages.slice(20, 40)) assert.not((await sites.learn(url, html)).counted);
  assert.ok(requests.length >= 20);
  await sites.close();
  requests.length = 0;
  const again = await Sites.open({ store });
  for (const { url, html } of pages.slice(0, 5)) assert.not((await again.learn(url, html)).counted);
  assert.ok((await again.learn('http://s0.example/new', '<p>new')).counted);
  assert.is(requests.length, 6);
  await again.close();
});

test('learnTree and labelTree agree with learn and label, and return elements of the tree', async () => {
  const pages = crawl(3, 8);
  const [bySource, byTree] = await Promise.all([0, 1].map(() => inMemory()));
  if (bySource === undefined || byTree === undefined) throw new Error('no sites');
  for (const { url, html } of pages) {
    const source = await bySource.learn(url, html);
    const tree = await byTree.learnTree(url, parse(html));
    const verdicts = [source, tree].map(({ counted, blocks }) => ({
      counted,
      blocks: blocks.map(({ verdict, score, text, path }) => ({ verdict, score, text, path })),
    }));
    assert.equal(verdicts[0], verdicts[1]);
    assert.ok(tree.blocks.every(({ element, path }) => path.endsWith(element?.nodeName ?? '?')));
  }
  const { url, html } = pages[0] as SamplePage;
  assert.is((await byTree.learnTree(url, parse(html))).counted, false);
  const [labelled] = (await byTree.labelTree(url, parse(html))).blocks;
  assert.is(labelled?.score, (await bySource.label(url, html)).blocks[0]?.score);
  assert.equal(await byTree.snapshot(siteName(0)), await bySource.snapshot(siteName(0)));
  await Promise.all([bySource.close(), byTree.close()]);
});

test.run();
