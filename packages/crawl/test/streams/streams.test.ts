/** Streams give the pages that `Sites` gives one by one. */
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CrawlPage, type SitePageOptions, Sites, type SitesOptions } from '@refrain/crawl';
import { type LabelledPage, templateStream } from '@refrain/crawl/streams';
import { templateTransform } from '@refrain/crawl/streams/node';
import { MemoryLevel } from 'memory-level';
import { RefrainError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { madePage } from '../../../../test/support/crawl.ts';
import { rejectedCode } from '../../../../test/support/errors.ts';
import { settle } from '../../../../test/support/wait.ts';

/** Pages of three sites, interleaved. */
const crawl: readonly CrawlPage[] = Array.from({ length: 60 }, (_, at) => madePage(at % 3, Math.floor(at / 3))).map(
  ({ url, html }) => ({ url, html }),
);

const open = (options: SitesOptions = {}): Promise<Sites> =>
  Sites.open({ store: new MemoryLevel(), seed: 7, ...options });

const optionsOf = ({ url: _, html: __, ...options }: CrawlPage): SitePageOptions => options;

/** The labelled pages and the final snapshots of `Sites` without a stream. */
async function oneByOne(pages: readonly CrawlPage[]): Promise<{ labelled: LabelledPage[]; snapshots: Uint8Array[] }> {
  const sites = await open();
  const labelled: LabelledPage[] = [];
  for (const page of pages) {
    const learned = await sites.learn(page.url, page.html, optionsOf(page));
    labelled.push({ url: page.url, ...learned.toJSON() });
  }
  return { labelled, snapshots: await snapshotsOf(sites) };
}

async function snapshotsOf(sites: Sites): Promise<Uint8Array[]> {
  const names: string[] = [];
  for await (const { site } of sites.list()) names.push(site);
  return Promise.all(names.map((site) => sites.snapshot(site)));
}

/** All chunks of a stream. */
async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const chunks: T[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

/** Pages as a web stream. Each is created when it is requested. */
function web(pages: Iterable<unknown>): ReadableStream<CrawlPage> {
  const iterator = pages[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) controller.close();
      else controller.enqueue(value as CrawlPage);
    },
  });
}

/** How pages pass through each kind of stream. */
const KINDS = {
  web: <T>(pages: Iterable<unknown>, sites: Sites, options: object = {}): AsyncIterable<T> =>
    web(pages).pipeThrough(templateStream(sites, options)) as never,
  node: <T>(pages: Iterable<unknown>, sites: Sites, options: object = {}): AsyncIterable<T> =>
    Readable.from(pages).compose(templateTransform(sites, options)) as never,
};

for (const [kind, through] of Object.entries(KINDS)) {
  test(`${kind}: gives the verdicts, the order and the tables of Sites`, async () => {
    const sites = await open();
    const { labelled, snapshots } = await oneByOne(crawl);
    assert.equal(await all(through(crawl, sites)), labelled);
    assert.equal(await snapshotsOf(sites), snapshots);
    await sites.close();
  });

  test(`${kind}: accepts bytes with a content type, and a site and an id per page`, async () => {
    const sites = await open();
    const html = Buffer.from('<title>x</title><p>\xcf\xf0\xe8\xe2\xe5\xf2', 'latin1');
    const contentType = 'text/html; charset=windows-1251';
    const pages = ['1', '2', '2'].map((id) => ({ url: 'about:blank', html, contentType, site: 'mine', id }));
    const labelled = await all(through<LabelledPage>(pages, sites));
    assert.equal(
      labelled.map(({ blocks, counted }) => [blocks[0]?.text, counted]),
      [
        ['Привет', true],
        ['Привет', true],
        ['Привет', false],
      ],
    );
    assert.equal(
      (await all(sites.list())).map(({ site, pages }) => [site, pages]),
      [['mine', 2]],
    );
    await sites.close();
  });

  test(`${kind}: passes on results of map and skips pages for which it returns undefined`, async () => {
    const sites = await open();
    const map = (page: { number: number }, { url }: CrawlPage) =>
      url.endsWith('3') ? undefined : `${page.number} ${url}`;
    const { labelled } = await oneByOne(crawl);
    const expected = labelled.filter(({ url }) => !url.endsWith('3')).map(({ page, url }) => `${page} ${url}`);
    assert.ok(expected.length < crawl.length);
    assert.equal(await all(through(crawl, sites, { map })), expected);
    await sites.close();
  });

  test(`${kind}: part chooses the text, and is refused before a page is read where no model decides`, async () => {
    const sites = await open();
    const parts = await Promise.all(
      [undefined, 'template', 'main', 'main+comments'].map(async (part) =>
        (await all(through<LabelledPage>(crawl.slice(0, 3), sites, { mode: 'label', part }))).map(({ text }) => text),
      ),
    );
    for (const [at, { url, html }] of crawl.slice(0, 3).entries()) {
      const page = await sites.label(url, html);
      const expected = [page.text(), page.text('template'), page.text('main'), page.text('main+comments')];
      assert.equal(
        parts.map((texts) => texts[at]),
        expected,
      );
    }
    assert.is(await rejectedCode(async () => through([], sites, { part: 'rest' })), 'OPTION_INVALID');
    await sites.close();
    const paper = await open({ preset: 'paper' });
    assert.is(await rejectedCode(async () => through([], paper, { part: 'main' })), 'NO_MAIN');
    await paper.close();
  });

  test(`${kind}: fields choose the members of an output, and are refused before a page is read`, async () => {
    const sites = await open();
    const [first] = crawl;
    const fields = ['markdown', 'url', 'site', 'metadata'] as const;
    const [output] = await all(through(crawl.slice(0, 1), sites, { mode: 'label', fields }));
    const { url = '', html = '' } = first ?? {};
    const page = await sites.label(url, html);
    assert.equal(Object.entries(output as object), [
      ['markdown', page.markdown('main', { url })],
      ['url', url],
      ['site', sites.siteOf(url)],
      ['metadata', page.metadata({ url })],
    ]);
    assert.is(await rejectedCode(async () => through([], sites, { fields: ['titel'] })), 'OPTION_INVALID');
    await sites.close();
  });

  test(`${kind}: mode label counts no page`, async () => {
    const sites = await open();
    const labelled = await all(through<LabelledPage>(crawl.slice(0, 5), sites, { mode: 'label' }));
    assert.equal(
      labelled.map(({ counted }) => counted),
      Array(5).fill(false),
    );
    assert.is(sites.stats().pages, 0);
    await sites.close();
  });

  test(`${kind}: an invalid page ends the stream with its error code`, async () => {
    const bad: readonly (readonly [unknown, string])[] = [
      [{ url: 'nonsense', html: '<p>' }, 'URL_INVALID'],
      [{ url: 'https://a.example/', html: 5 }, 'INPUT_INVALID'],
      [{ url: 'https://a.example/', html: ' '.repeat(2000) }, 'PAGE_TOO_LARGE'],
      [{ url: 'https://a.example/', html: '<p>', id: '' }, 'INPUT_INVALID'],
      ['<p>', 'INPUT_INVALID'],
    ];
    for (const [page, expected] of bad) {
      const sites = await open({ maxPageBytes: 1000 });
      const good = { url: 'https://b.example/', html: '<p>' };
      assert.is(await rejectedCode(() => all(through([good, page, { ...good, id: '2' }], sites))), expected);
      assert.is(sites.stats().pages, 1, 'pages before the invalid one are counted, later ones are not');
      await sites.close();
    }
  });

  test(`${kind}: continues after an invalid page when onError is set`, async () => {
    const sites = await open({ maxPageBytes: 1000 });
    const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ url: `https://${name}.example/`, html: `<p>${name}` }));
    const large = { url: 'https://d.example/', html: ' '.repeat(2000) };
    const map = (_: unknown, { url }: CrawlPage) => url;
    const onError = (error: RefrainError, input: CrawlPage) =>
      error.code === 'PAGE_TOO_LARGE' ? `${error.code} ${input.url}` : undefined;
    const pages = [a, large, b, { url: 'nonsense', html: '' }, c];
    assert.equal(await all(through(pages, sites, { map, onError })), [
      ...['https://a.example/', 'PAGE_TOO_LARGE https://d.example/'],
      ...['https://b.example/', 'https://c.example/'],
    ]);
    await sites.close();
  });

  test(`${kind}: a failure of the store ends the stream even with onError`, async () => {
    class Full extends MemoryLevel<Uint8Array, Uint8Array> {
      isFull = false;

      override batch(...requested: never[]): never {
        if (this.isFull) throw new Error('no space left on device');
        return Reflect.apply(super.batch, this, requested) as never;
      }
    }
    const store = new Full();
    const sites = await open({ store, flushEvery: { pages: 4 } });
    const seen: LabelledPage[] = [];
    const failing = (async () => {
      for await (const page of through<LabelledPage>(crawl, sites, { onError: () => 'skipped' })) {
        seen.push(page);
        store.isFull = true;
      }
    })();
    assert.is(await rejectedCode(() => failing), 'STORE_FAILED');
    assert.ok(seen.length <= 20, `${seen.length} pages went through`);
    store.isFull = false;
    await sites.close();
  });

  test(`${kind}: closed Sites end the stream`, async () => {
    const sites = await open();
    await sites.close();
    assert.is(await rejectedCode(() => all(through(crawl, sites, { onError: () => 'skipped' }))), 'DISPOSED');
  });

  test(`${kind}: everything is in the store when the stream has ended`, async () => {
    const store = new MemoryLevel<Uint8Array, Uint8Array>();
    const sites = await open({ store, flushEvery: { pages: 1e9, seconds: Number.POSITIVE_INFINITY } });
    await all(through(crawl, sites));
    assert.is(sites.stats().queuedBytes, 0);
    // A copy of the stored bytes, as a process would find them after a crash.
    const copy = new MemoryLevel<Uint8Array, Uint8Array>({ keyEncoding: 'view', valueEncoding: 'view' });
    const whole = await store.iterator<Uint8Array, Uint8Array>({ keyEncoding: 'view', valueEncoding: 'view' }).all();
    await copy.batch(whole.map(([key, value]) => ({ type: 'put', key, value })));
    const again = await open({ store: copy });
    assert.equal(await snapshotsOf(again), (await oneByOne(crawl)).snapshots);
    await Promise.all([again.close(), sites.close()]);
  });

  test(`${kind}: requests few pages ahead of the reader`, async () => {
    const sites = await open();
    let requested = 0;
    function* counted(): Generator<CrawlPage> {
      for (let round = 0; ; round += 1) {
        for (const page of crawl) {
          requested += 1;
          yield { ...page, id: `${page.url} ${round}` };
        }
      }
    }
    const pages = through<LabelledPage>(counted(), sites)[Symbol.asyncIterator]();
    await pages.next();
    await settle();
    // The queues before and behind the stream are short; few pages are between them.
    assert.ok(requested <= 40, `${requested} pages were requested when one was read`);
    const before = requested;
    await settle();
    assert.is(requested, before, 'no more pages are requested');
    for (let read = 0; read < 100; read += 1) await pages.next();
    assert.ok(requested > 100 && requested <= 140, `${requested} pages were requested when 101 were read`);
    await pages.return?.();
    await sites.close();
  });

  test(`${kind}: rejects invalid options at once`, async () => {
    const sites = await open();
    assert.throws(
      () => through([], sites, { mode: 'learned' }),
      (error: unknown) => error instanceof RefrainError && error.code === 'OPTION_INVALID',
    );
    await sites.close();
  });
}

test('node: works in a pipeline with a slow writer', async () => {
  const sites = await open();
  const written: string[] = [];
  const slow = new Writable({
    objectMode: true,
    highWaterMark: 1,
    write({ url }: LabelledPage, _, done) {
      written.push(url);
      setImmediate(done);
    },
  });
  await pipeline(Readable.from(crawl), templateTransform(sites), slow);
  assert.equal(
    written,
    crawl.map(({ url }) => url),
  );
  await sites.close();
});

test('node: rejects null, like every stream of Node', async () => {
  const sites = await open();
  const stream = templateTransform(sites);
  assert.throws(() => stream.write(null), 'May not write null values to stream');
  stream.destroy();
  await sites.close();
});

test('web: reads from and writes to streams of Node', async () => {
  const sites = await open();
  const source = Readable.toWeb(Readable.from(crawl)) as ReadableStream<CrawlPage>;
  const written: string[] = [];
  const sink = new Writable({
    objectMode: true,
    write({ url }: LabelledPage, _, done) {
      written.push(url);
      done();
    },
  });
  await source.pipeThrough(templateStream(sites)).pipeTo(Writable.toWeb(sink));
  assert.equal(
    written,
    crawl.map(({ url }) => url),
  );
  await sites.close();
});

test('web: rejects null', async () => {
  const sites = await open();
  const stream = templateStream(sites);
  const writer = stream.writable.getWriter();
  writer.closed.catch(() => {});
  writer.write(null as never).catch(() => {});
  assert.is(await rejectedCode(() => all(stream.readable)), 'INPUT_INVALID');
  await sites.close();
});

test('web: a cancelled reader ends the writer', async () => {
  const sites = await open();
  const stream = templateStream(sites);
  const writing = web(crawl).pipeTo(stream.writable);
  const reader = stream.readable.getReader();
  assert.is((await reader.read()).value?.url, crawl[0]?.url);
  await reader.cancel(new Error('enough'));
  await writing.then(
    () => assert.unreachable(),
    (error: unknown) => assert.match(String(error), 'enough'),
  );
  await sites.flush();
  await sites.close();
});

test('node: Sites stay usable after a stream is destroyed', async () => {
  const sites = await open();
  const stream = templateTransform(sites);
  Readable.from(crawl).pipe(stream);
  await once(stream, 'data');
  stream.destroy();
  await once(stream, 'close');
  const { pages } = sites.stats();
  assert.ok(pages >= 1 && pages < 30, `${pages} pages`);
  assert.is((await sites.learn('https://other.example/', '<p>')).counted, true);
  await sites.close();
});

test.run();
