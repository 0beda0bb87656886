/**
 * Steps have the results of `Sites` for batches of any size. They return equal bytes on all machines, and count each
 * page once.
 */
import { type CrawlPage, Sites, type Step, step } from '@refrain/crawl';
import { withEngine } from '@refrain/crawl/engine';
import { MemoryLevel } from 'memory-level';
import { type PageDocument, resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { samplePage } from '../../../../test/support/crawl.ts';
import { rejectedCode } from '../../../../test/support/errors.ts';
import { type Random, seededRandom } from '../../../../test/support/random.ts';
import { realSites } from '../../../../test/support/real-sites.ts';

const SEED = 7;
const MAX_MEMORY = 256 * 2 ** 20;
const site = 's1.example';
const made = (count: number, from = 0): CrawlPage[] =>
  Array.from({ length: count }, (_, at) => {
    const { url, html } = samplePage(1, from + at, 4);
    // Some pages are bytes of another character set.
    return at % 3 === 1
      ? { url, html: Buffer.from(html, 'latin1'), contentType: 'text/html; charset=windows-1252' }
      : { url, html };
  });

/** By site. */
const real = new Map(
  realSites().map(({ name, pages }) => [
    name,
    pages.slice(0, 30).map((page, at): CrawlPage => ({ url: `https://${name}.example/${at}`, html: page.html })),
  ]),
);

const openSites = (): Promise<Sites> =>
  Sites.open({ store: new MemoryLevel<string, Uint8Array>({ valueEncoding: 'view' }), seed: SEED });

/** As `Sites` returns it. */
const snapshotOf = (name: string, state: Uint8Array): Promise<Uint8Array> =>
  withEngine({ ...resolveOptions({ maxMemory: MAX_MEMORY }), seed: undefined }, {}, async (engine) =>
    engine.snapshot(name, state),
  );

/** Batches of random lengths, some of them empty. */
function batchesOf<T>(list: readonly T[], random: Random, most: number): (readonly T[])[] {
  const batches: (readonly T[])[] = [];
  for (let at = 0; at < list.length; ) {
    const size = random.below(most + 1);
    batches.push(list.slice(at, at + size));
    at += size;
  }
  return batches;
}

interface Options {
  readonly settle?: number;
  readonly maxMemory?: number;
  readonly templateDf?: number;
}

/** Steps for batches of pages, and a last one without pages. */
async function steps(
  name: string,
  batches: readonly (readonly CrawlPage[])[],
  options: Options = {},
): Promise<{ readonly state: Uint8Array; readonly documents: Step<PageDocument>['documents'] }> {
  const given = { site: name, options: { seed: SEED, ...options } };
  let state: Uint8Array | undefined;
  const documents: Step<PageDocument>['documents'][number][] = [];
  for (const pages of batches) {
    const made = await step({ ...given, state, pages });
    documents.push(...made.documents);
    state = made.state;
  }
  const last = await step({ ...given, state, pages: [], last: true });
  assert.is(last.waiting, 0);
  return { state: last.state, documents: [...documents, ...last.documents] };
}

test('returns the documents and the tables of Sites, for batches of any size', async () => {
  for (const [name, pages] of new Map([...real, [site, made(40)]])) {
    const sites = await openSites();
    const wanted = [];
    for (const { url, html, contentType } of pages)
      wanted.push({
        url,
        id: url,
        counted: true,
        document: await sites.document(url, html, { site: name, contentType }),
      });
    const snapshot = await sites.snapshot(name);
    for (const most of [1, 7, 100]) {
      const { state, documents } = await steps(name, batchesOf(pages, seededRandom(most), most));
      assert.equal(documents, wanted, name);
      assert.equal(await snapshotOf(name, state), snapshot, name);
    }
    await sites.close();
  }
});

test('first pages that wait in the state are documents of later steps, as those of Sites.documents', async () => {
  for (const [name, pages] of new Map([...real, [site, made(40)], ['few.example', made(3)]])) {
    for (const settle of [2, 8, 100]) {
      const wanted = [];
      const sites = await openSites();
      const stream = sites.documents(
        pages.map((page) => ({ ...page, site: name })),
        { settle },
      );
      for await (const { url, document } of stream) wanted.push({ url, id: url, counted: true, document });
      const { state, documents } = await steps(name, batchesOf(pages, seededRandom(settle), 9), { settle });
      assert.equal(documents, wanted, `${name} ${settle}`);
      assert.equal(await snapshotOf(name, state), await sites.snapshot(name));
      await sites.close();
    }
  }
});

test('returns the same bytes with a separate instance, and concurrently with other steps', async () => {
  const [one, other] = [made(30), made(30, 100)];
  const alone = await steps(site, batchesOf(one, seededRandom(1), 4), { settle: 5 });
  // A different limit of memory requires a separate instance.
  const own = await steps(site, batchesOf(one, seededRandom(1), 4), { settle: 5, maxMemory: 64 * 2 ** 20 });
  assert.equal(own, alone);
  const [beside, besideOther] = await Promise.all([
    steps(site, batchesOf(one, seededRandom(1), 4), { settle: 5 }),
    steps('s2.example', batchesOf(other, seededRandom(1), 4), { settle: 5 }),
  ]);
  assert.equal(beside, alone);
  assert.equal(besideOther, await steps('s2.example', batchesOf(other, seededRandom(1), 4), { settle: 5 }));
});

test('a repeated page changes nothing, even while it waits, and is marked', async () => {
  const pages = made(40);
  for (const settle of [0, 8]) {
    const options = { seed: SEED, settle };
    const random = seededRandom(settle);
    let state: Uint8Array | undefined;
    const counted: string[] = [];
    for (const batch of batchesOf(pages, random, 6)) {
      const first = await step({ site, state, pages: batch, options });
      counted.push(...first.documents.filter((one) => one.counted).map(({ id }) => id));
      // Killed after its commit, before it advanced.
      const again = await step({ site, state: first.state, pages: batch, options });
      assert.equal(again.state, first.state);
      assert.equal([again.pages, again.waiting], [first.pages, first.waiting]);
      assert.ok(again.documents.every((one) => !one.counted && one.document !== undefined));
      // Killed before its commit.
      assert.equal(await step({ site, state, pages: batch, options }), first);
      state = first.state;
    }
    assert.equal(
      counted,
      pages.map(({ url }) => url),
    );
  }
});

test('a refused page is a document with its error, and the others are judged', async () => {
  const [one, two, three] = made(3) as [CrawlPage, CrawlPage, CrawlPage];
  const options = { seed: SEED, maxPageBytes: 100_000 };
  const pages = [
    one,
    { ...one, html: 'other' },
    { url: 'a', html: '%PDF-1.4' },
    { url: 'b', html: `<p>${'x'.repeat(100_000)}` },
    { url: 'c', html: 7 },
    null,
    { url: '', html: '' },
    { url: 'd', id: '', html: '' },
    { url: 'd', html: '', contentType: 7 },
    two,
  ];
  const { documents, state, pages: count } = await step({ site, pages: pages as CrawlPage[], options });
  assert.equal(
    documents.map(({ id, counted, error }) => [id, counted, error?.code]),
    [
      [one.url, true, undefined],
      [one.url, false, 'PAGE_ID_REUSED'],
      ['a', false, 'NOT_HTML'],
      ['b', false, 'PAGE_TOO_LARGE'],
      ['c', false, 'INPUT_INVALID'],
      ['undefined', false, 'INPUT_INVALID'],
      ['', false, 'URL_INVALID'],
      ['', false, 'INPUT_INVALID'],
      ['d', false, 'INPUT_INVALID'],
      [two.url, true, undefined],
    ],
  );
  assert.is(count, 2);
  const waits = await step({ site, pages: [one, { ...one, html: 'other' }, one], options: { ...options, settle: 4 } });
  assert.equal([waits.waiting, waits.documents.map(({ error }) => error?.code)], [1, ['PAGE_ID_REUSED']]);
  const next = await step({ site, state, pages: [three], options });
  assert.equal((await step({ site, pages: [one, two, three], options })).state, next.state);
});

test('a state that is damaged, truncated, or of another site, version or options is refused', async () => {
  const { state } = await step({ site, pages: made(12), options: { seed: SEED, settle: 20 } });
  const given = (changed: Uint8Array, more: object = {}) =>
    rejectedCode(() => step({ site, state: changed, pages: [], ...more }));
  for (let at = 0; at < state.length; at += 1 + (at % 7)) {
    const altered = state.slice();
    altered[at] = (altered[at] ?? 0) ^ (1 << (at % 8));
    assert.is(await given(altered), 'SNAPSHOT_DAMAGED', String(at));
  }
  for (const length of [0, 1, 47, state.length - 1]) assert.is(await given(state.slice(0, length)), 'SNAPSHOT_DAMAGED');
  assert.is(await given(Buffer.concat([state, state])), 'SNAPSHOT_DAMAGED');
  assert.is(await given(state, { site: 's2.example' }), 'SNAPSHOT_DAMAGED');
  assert.is(await given(state, { options: { templateDf: 9 } }), 'STORE_OPTIONS');
  assert.is(await given(state, { options: { maxMemory: 2 ** 26, recall: 'high', settle: 0, seed: 1 } }), 'no error');
  for (const wrong of [new ArrayBuffer(8), '', 0, false, Number.NaN])
    assert.is(await given(wrong as never), 'INPUT_INVALID', String(wrong));
});

test('with buckets the state of a large site is small, and no page is counted twice', async () => {
  const pages = Array.from({ length: 3000 }, (_, at) => ({ url: `${at}`, html: `<p>menu</p><p>story ${at}</p>` }));
  const buckets = new Map<number, Uint8Array>();
  const read = (bucket: number): Uint8Array | undefined => buckets.get(bucket);
  const options = { seed: SEED, fields: ['page'] } as const;
  let state: Uint8Array | undefined;
  for (let at = 0; at < pages.length; at += 300) {
    const made = await step({ site, state, pages: pages.slice(at, at + 300), options, buckets: read });
    for (const [bucket, bytes] of made.buckets) buckets.set(bucket, bytes);
    state = made.state;
    assert.ok(state.length < 24 * 1024, `${state.length}`);
  }
  assert.ok(Math.max(...Array.from(buckets.values(), ({ length }) => length)) < 8 * 1024);
  const again = await step({ site, state, pages, options, buckets: read });
  assert.ok(again.documents.every(({ counted, document }) => !counted && document !== undefined));
  assert.is(again.state, state);
  const reused = await step({ site, state, pages: [{ url: '17', html: '<p>other' }], buckets: read });
  assert.is(reused.documents[0]?.error?.code, 'PAGE_ID_REUSED');
  const whole = await step({ site, pages, options });
  assert.is(whole.buckets.size, 0);
  assert.equal(await snapshotOf(site, whole.state), await snapshotOf(site, state as Uint8Array));
  const withOne = (bytes: Uint8Array | null) => rejectedCode(() => step({ site, state, pages, buckets: () => bytes }));
  const one = buckets.get(1) as Uint8Array;
  for (const bytes of [null, one, one.subarray(0, 17), new Uint8Array()])
    assert.is(await withOne(bytes), 'SNAPSHOT_DAMAGED');
  assert.is(await rejectedCode(() => step({ site, state, pages })), 'OPTION_INVALID');
});

test('refuses arguments by their names', async () => {
  const given = { site, pages: made(1) };
  for (const [code, wrong] of [
    ['INPUT_INVALID', { site: '' }],
    ['INPUT_INVALID', { pages: 'page' }],
    ['OPTION_INVALID', { last: 1 }],
    ['OPTION_INVALID', { buckets: {} }],
    ['OPTION_INVALID', { page: 1 }],
    ['OPTION_INVALID', { options: { settle: 257 } }],
    ['OPTION_INVALID', { options: { fields: ['titel'] } }],
    ['OPTION_INVALID', { options: { flushEvery: {} } }],
    ['OPTION_INVALID', { options: null }],
    ['NO_MAIN', { options: { evidence: 'repetition', fields: ['text'], keep: 'main' } }],
  ] as const)
    assert.is(await rejectedCode(() => step({ ...given, ...(wrong as object) })), code, JSON.stringify(wrong));
  assert.is(await rejectedCode(() => step(undefined as never)), 'OPTION_INVALID');
});

test.run();
