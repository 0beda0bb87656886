/** Stores that are locked, damaged, of another version, with other options, or that refuse to write. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SiteDatabase, Sites } from '@refrain/crawl';
import { MemoryLevel } from 'memory-level';
import { RefrainError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { samplePage, siteName } from '../../../../test/support/crawl.ts';
import { testSize } from '../../../../test/support/effort.ts';
import { withFolder } from '../../../../test/support/folder.ts';

const errorOf = async (run: () => unknown): Promise<RefrainError | undefined> => {
  try {
    await run();
  } catch (error) {
    if (error instanceof RefrainError) return error;
    throw error;
  }
  return undefined;
};

const withLocation = (run: (location: string) => Promise<void>): (() => Promise<void>) =>
  withFolder({}, (folder) => run(join(folder, 'state')));

/** Sites 0 to 2 have counted eight pages each. */
async function filled(): Promise<MemoryLevel<string, Uint8Array>> {
  const store = new MemoryLevel<string, Uint8Array>({ keyEncoding: 'utf8', valueEncoding: 'view' });
  const sites = await Sites.open({ store });
  for (let page = 0; page < 8; page += 1) {
    for (let site = 0; site < 3; site += 1) {
      const { url, html } = samplePage(site, page);
      await sites.learn(url, html);
    }
  }
  await sites.close();
  return store;
}

const dump = async (store: MemoryLevel<string, Uint8Array>): Promise<string> =>
  JSON.stringify((await store.iterator().all()).map(([key, value]) => [key, Buffer.from(value).toString('hex')]));

test(
  'a store has one writer, in this process and among processes',
  withLocation(async (location) => {
    const sites = await Sites.open({ location });
    assert.is((await errorOf(() => Sites.open({ location })))?.code, 'STORE_LOCKED');
    const open = `import { Sites } from '@refrain/crawl'; Sites.open({ location: process.argv[1] })
      .then(() => console.log('open'), (error) => console.log(error.code));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', open, location], { stdio: 'pipe' });
    const [answer] = (await once(child.stdout, 'data')) as [Buffer];
    assert.is(answer.toString(), 'STORE_LOCKED\n');
    await sites.close();
    await (await Sites.open({ location })).close();
    const store: SiteDatabase = new MemoryLevel();
    const first = await Sites.open({ store });
    assert.is((await errorOf(() => Sites.open({ store })))?.code, 'STORE_LOCKED');
    await first.close();
    await (await Sites.open({ store })).close();
  }),
);

test('rejects a record with any flipped bit, names the site and does not change the store', async () => {
  const store = await filled();
  const key = `s${siteName(1)}`;
  const record = await store.get(key);
  assert.ok(record !== undefined);
  const { url, html } = samplePage(1, 9);
  for (let at = 0; at < record.length; at += testSize(7, 1)) {
    const altered = record.slice();
    altered[at] = (altered[at] ?? 0) ^ (1 << (at & 7));
    await store.put(key, altered);
    const before = at % 49 === 0 ? await dump(store) : '';
    const sites = await Sites.open({ store });
    const error = await errorOf(() => sites.learn(url, html));
    assert.is(error?.code, 'STORE_DAMAGED', `byte ${at}`);
    assert.match(error?.message ?? '', siteName(1));
    const other = samplePage(2, at % 8);
    assert.not.ok((await sites.learn(other.url, other.html)).counted);
    await sites.close();
    if (before !== '') assert.is(await dump(store), before);
  }
  for (const cut of [0, 10, 23, 24, record.length - 1]) {
    await store.put(key, record.subarray(0, cut));
    const sites = await Sites.open({ store });
    assert.is((await errorOf(() => sites.learn(url, html)))?.code, 'STORE_DAMAGED', `cut at ${cut}`);
    await sites.close();
  }
  // The record of another site under this site's key.
  await store.put(key, (await store.get(`s${siteName(0)}`)) ?? new Uint8Array());
  const sites = await Sites.open({ store });
  assert.is((await errorOf(() => sites.learn(url, html)))?.code, 'STORE_DAMAGED');
  await sites.close();
});

test('a damaged site can be forgotten and learned again', async () => {
  const store = await filled();
  await store.put(`s${siteName(1)}`, new Uint8Array(100));
  const sites = await Sites.open({ store });
  assert.ok(await sites.forget(siteName(1)));
  const { url, html } = samplePage(1, 0);
  assert.is((await sites.learn(url, html)).number, 1);
  await sites.close();
});

test('rejects a store of a newer format and one with invalid metadata', async () => {
  const store = await filled();
  const meta = new TextDecoder().decode(await store.get('m'));
  for (const [text, code] of [
    [meta.replace('"format":5', '"format":6'), 'STORE_VERSION'],
    ['{', 'STORE_DAMAGED'],
    ['{}', 'STORE_DAMAGED'],
    ['null', 'STORE_DAMAGED'],
    [meta.replace('templateDf', 'templateXy'), 'STORE_DAMAGED'],
    [meta.replace('\\"templateDf\\":5', '\\"templateDf\\":-5'), 'STORE_DAMAGED'],
  ] as const) {
    await store.put('m', new TextEncoder().encode(text));
    const before = await dump(store);
    assert.is((await errorOf(() => Sites.open({ store })))?.code, code, text);
    assert.is(await dump(store), before);
  }
});

test('opens a store with its own options, rejects different ones, and accepts different limits', async () => {
  const store = new MemoryLevel();
  await (await Sites.open({ store, templateDf: 3, baseLifetime: Number.POSITIVE_INFINITY })).close();
  const sites = await Sites.open({ store, maxPageBytes: 1000, maxMemory: 8 * 1024 * 1024 });
  assert.is(sites.options.templateDf, 3);
  assert.is(sites.options.baseLifetime, Number.POSITIVE_INFINITY);
  assert.is(sites.options.maxPageBytes, 1000);
  await sites.close();
  const error = await errorOf(() => Sites.open({ store, templateDf: 4 }));
  assert.is(error?.code, 'STORE_OPTIONS');
  assert.match(error?.message ?? '', 'templateDf 4 (it has 3)');
  assert.is((await errorOf(() => Sites.open({ store, preset: 'paper' })))?.code, 'STORE_OPTIONS');
  assert.is((await errorOf(() => Sites.open({ store, nonsense: 1 } as object)))?.code, 'OPTION_INVALID');
  assert.is((await errorOf(() => Sites.open({})))?.code, 'OPTION_INVALID');
  assert.is((await errorOf(() => Sites.open({ store, flushEvery: { pages: 0 } })))?.code, 'OPTION_INVALID');
});

test(
  'rejects a store without a readable head',
  withLocation(async (location) => {
    const sites = await Sites.open({ location });
    const { url, html } = samplePage(0, 0);
    await sites.learn(url, html);
    await sites.close();
    const file = join(location, 'STORE');
    writeFileSync(file, 'nonsense');
    assert.is((await errorOf(() => Sites.open({ location })))?.code, 'STORE_DAMAGED');
    assert.is(readFileSync(file, 'utf8'), 'nonsense');
    assert.ok(readdirSync(location).includes('000002.values'));
    assert.is((await errorOf(() => Sites.open({ location: file })))?.code, 'STORE_FAILED');
  }),
);

test('keeps pages that the store refuses and writes them later; none is counted twice or lost', async () => {
  const store = new MemoryLevel();
  let full = false;
  const failing: SiteDatabase = new Proxy(store, {
    get(target, name): unknown {
      if (name === 'batch' && full) return () => Promise.reject(new Error('no space left on device'));
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const sites = await Sites.open({ store: failing, flushEvery: { pages: 10 }, seed: 7 });
  const undisturbed = await Sites.open({ store: new MemoryLevel(), seed: 7 });
  let refused = 0;
  for (let page = 0; page < 600; page += 1) {
    full = page % 100 > 40;
    const { url, html } = samplePage(page % 2, page);
    await undisturbed.learn(url, html);
    const error = await errorOf(() => sites.learn(url, html));
    if (error === undefined) continue;
    assert.is(error.code, 'STORE_FAILED');
    assert.match(error.message, 'no space left');
    refused += 1;
    full = false;
    assert.ok((await sites.learn(url, html)).counted);
  }
  assert.ok(refused > 10);
  full = true;
  assert.is((await errorOf(() => sites.flush()))?.code, 'STORE_FAILED');
  full = false;
  await sites.close();
  const again = await Sites.open({ store });
  for (const site of [0, 1])
    assert.equal(await again.snapshot(siteName(site)), await undisturbed.snapshot(siteName(site)));
  for (let page = 0; page < 600; page += 1) {
    const { url, html } = samplePage(page % 2, page);
    assert.not.ok((await again.learn(url, html)).counted);
  }
});

test.run();
