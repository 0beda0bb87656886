import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repairStore, Sites, type SitesOptions, StoreError } from '@refrain/crawl';
import { openStore } from '@refrain/crawl/engine';
import type { TemplateEvent } from '@refrain/rules';
import { MemoryLevel } from 'memory-level';
import { OptionError, resolveOptions } from 'refrain';
import { suite } from 'uvu';

const test = suite('templates of sites');

const words = (number: number): string =>
  Array.from({ length: 30 }, (_, at) => `word${(number * (at + 7) + at * at) % 997}`).join(' ');

const oldPage = (number: number): string =>
  `<title>${number}</title><header><a>River Post</a><p>News of the valley</p></header><nav class="menu"><a>Town</a><a>Nature</a><a>Culture</a></nav>
<article><h1>Story ${number}</h1><p>${words(number)}.</p><p>${words(number + 500)}.</p></article><footer>Imprint of the post</footer>`;

const newPage = (number: number): string =>
  `<title>${number}</title><div id="top"><p>The Post, daily</p><ul><li>Home</li><li>Rivers</li><li>People</li></ul></div>
<main><h1>Story ${number}</h1><p>${words(number)}.</p><p>${words(number + 500)}.</p></main><div id="end"><p>Contact</p><p>Written at the mill</p></div>`;

const urlOf = (number: number): string => `https://river.example/story/${number}.html`;

async function learnAll(sites: Sites, from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number += 1) {
    await sites.learn(urlOf(number), number <= 40 ? oldPage(number) : newPage(number));
  }
}

test('reports events, and continues after a restart between the pages of a redesign', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-'));
  const location = join(folder, 'store');
  const events: TemplateEvent[] = [];
  const options: SitesOptions = { location, onEvent: (event) => events.push(event) };
  for (const [from, to] of [
    [1, 42],
    [43, 60],
  ] as const) {
    const sites = await Sites.open(options);
    await learnAll(sites, from, to);
    await sites.close();
  }
  const redesigns = events.filter(({ type }) => type === 'redesign');
  assert.equal(redesigns.length, 1);
  assert.equal(redesigns[0]?.site, 'river.example');
  assert.ok((redesigns[0]?.page ?? 0) <= 45);
  const { sites: saved } = await repairStore(location, join(folder, 'repaired'));
  assert.deepEqual(
    saved.map(({ template }) => template),
    ['whole'],
  );
  const repaired = await Sites.open({ location: join(folder, 'repaired'), template: true });
  const layouts = await repaired.layouts('river.example');
  assert.equal(
    layouts.reduce((sum, { pages }) => sum + pages, 0),
    60,
  );
  assert.equal((await repaired.rules('river.example')).site, 'river.example');
  await repaired.forget('river.example');
  await assert.rejects(
    repaired.layouts('river.example'),
    (error) => error instanceof StoreError && error.code === 'SITE_UNKNOWN',
  );
  await repaired.close();
  rmSync(folder, { recursive: true });
});

test('opens a store without templates, and learns them from new pages', async () => {
  const store = new MemoryLevel();
  const plain = await Sites.open({ store });
  await learnAll(plain, 1, 20);
  await assert.rejects(plain.layouts('river.example'), OptionError);
  await plain.close();
  const sites = await Sites.open({ store, template: true });
  await learnAll(sites, 21, 40);
  const [layout] = await sites.layouts('river.example');
  assert.equal(layout?.pages, 20);
  await sites.close();
});

test('a site that was learned without a template gets one when its pages are read again', async () => {
  const store = new MemoryLevel();
  const plain = await Sites.open({ store });
  await learnAll(plain, 1, 40);
  await plain.close();
  const again = await Sites.open({ store, template: true });
  await learnAll(again, 1, 20);
  await again.flush();
  await learnAll(again, 21, 40);
  await again.close();
  const sites = await Sites.open({ store, template: true });
  const [layout] = await sites.layouts('river.example');
  assert.equal(layout?.pages, 40);
  await sites.close();
});

test('a site that is restored without the option loses its template', async () => {
  const store = new MemoryLevel();
  const first = await Sites.open({ store, template: true });
  await learnAll(first, 1, 40);
  const snapshot = await first.snapshot('river.example');
  await first.close();
  const plain = await Sites.open({ store });
  await plain.restore('river.example', snapshot);
  await plain.close();
  const sites = await Sites.open({ store, template: true });
  assert.deepEqual(await sites.layouts('river.example'), []);
  await sites.close();
});

test('a damaged template is reported by name, and the repaired site gets a new one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-'));
  const location = join(folder, 'store');
  const sites = await Sites.open({ location, template: true });
  await learnAll(sites, 1, 40);
  await sites.close();
  const { store } = await openStore(location, { create: false, settle: (options) => options ?? resolveOptions() });
  const [template] = await store.templates(['river.example']);
  await store.close();
  assert.ok(template !== undefined);
  const file = join(location, '000002.values');
  const bytes = readFileSync(file);
  const at = bytes.indexOf(template);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  const damaged = await Sites.open({ location, template: true });
  await assert.rejects(damaged.layouts('river.example'), /template of river\.example/);
  await damaged.close();
  const { sites: found } = await repairStore(location, join(folder, 'repaired'));
  assert.deepEqual(
    found.map(({ site, pages, template: state }) => [site, pages, state]),
    [['river.example', 40, 'lost']],
  );
  const repaired = await Sites.open({ location: join(folder, 'repaired'), template: true });
  assert.deepEqual(await repaired.layouts('river.example'), []);
  await repaired.close();
  rmSync(folder, { recursive: true });
});

test('refuses an option of another type', async () => {
  const store = new MemoryLevel();
  await assert.rejects(Sites.open({ store, template: 1 as never }), OptionError);
  await assert.rejects(Sites.open({ store, onEvent: 'x' as never }), OptionError);
});

test.run();
