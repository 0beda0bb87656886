/** Folders without a whole store, the remains of a kill, and cleaning of files. See also damage.test.ts. */
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { checkStore, repairStore, type SiteDatabase, Sites } from '@refrain/crawl';
import { openStore } from '@refrain/crawl/engine';
import { MemoryLevel } from 'memory-level';
import { resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { samplePage, siteName } from '../../../../test/support/crawl.ts';
import { rejectedCode } from '../../../../test/support/errors.ts';
import { withFolder } from '../../../../test/support/folder.ts';
import { seededRandom } from '../../../../test/support/random.ts';

const opened = (location: string): Promise<string> =>
  rejectedCode(async () => (await Sites.open({ location })).close());

const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')]));

/** Sites 0 to 2 have counted pages, each in a separate batch. */
async function filled(location: string, pages = 8): Promise<void> {
  const sites = await Sites.open({ location });
  for (let page = 0; page < pages; page += 1) {
    for (let site = 0; site < 3; site += 1) {
      const { url, html } = samplePage(site, page);
      await sites.learn(url, html);
    }
    await sites.flush();
  }
  await sites.close();
}

async function pagesOf(location: string): Promise<number[]> {
  const sites = await Sites.open({ location });
  const pages: number[] = [];
  for await (const one of sites.list()) pages.push(one.pages);
  await sites.close();
  return pages;
}

const VALUES = '000002.values';
const INDEX = '000001.index';

const inStore = (run: (location: string, folder: string) => Promise<void>): (() => Promise<void>) =>
  withFolder({}, async (folder) => {
    await filled(join(folder, 'store'));
    await run(join(folder, 'store'), folder);
  });

test(
  'an unfinished batch is not damage',
  inStore(async (location) => {
    for (const name of [VALUES, INDEX])
      appendFileSync(join(location, name), readFileSync(join(location, name)).subarray(0, 999));
    assert.ok((await checkStore(location)).isWhole);
    assert.equal(await pagesOf(location), [8, 8, 8]);
    const sites = await Sites.open({ location });
    const { url, html } = samplePage(0, 8);
    await sites.learn(url, html);
    await sites.close();
    assert.equal(await pagesOf(location), [9, 8, 8]);
    assert.ok((await checkStore(location)).isWhole);
  }),
);

test(
  'a truncated file loses the sites after its end; others continue, in another file',
  inStore(async (location) => {
    const { length } = readFileSync(join(location, VALUES));
    // The last batch has the sites 0 to 2, in this order.
    truncateSync(join(location, VALUES), length - 10);
    const { problems } = await checkStore(location);
    assert.equal(problems, [
      { file: VALUES, problem: 'has lost its end' },
      { file: VALUES, problem: `has a damaged record: ${siteName(2)}` },
    ]);
    const sites = await Sites.open({ location });
    const error = await sites.learn(samplePage(2, 8).url, samplePage(2, 8).html).catch((reason: Error) => reason);
    assert.match(String(error), `record of ${siteName(2)} is damaged`);
    for (const site of [0, 1])
      assert.is((await sites.learn(samplePage(site, 8).url, samplePage(site, 8).html)).number, 9);
    await sites.close();
    assert.ok(readdirSync(location).includes('000004.values'));
    const again = await Sites.open({ location });
    assert.is(await rejectedCode(() => again.snapshot(siteName(2))), 'STORE_DAMAGED');
    const listed: string[] = [];
    const code = await rejectedCode(async () => {
      for await (const { site, pages } of again.list()) listed.push(`${site} ${pages}`);
    });
    assert.equal([code, listed], ['STORE_DAMAGED', [`${siteName(0)} 9`, `${siteName(1)} 9`]]);
    assert.ok(await again.forget(siteName(2)));
    assert.is((await again.learn(samplePage(2, 0).url, samplePage(2, 0).html)).number, 1);
    await again.close();
    assert.equal(await pagesOf(location), [9, 9, 1]);
  }),
);

test(
  'a lost index is rebuilt; without the files for that, the store is refused',
  inStore(async (location) => {
    rmSync(join(location, INDEX));
    assert.equal((await checkStore(location)).problems, [{ file: INDEX, problem: 'is missing' }]);
    assert.equal(await pagesOf(location), [8, 8, 8]);
    assert.equal(readdirSync(location), ['000002.values', '000003.index', 'STORE']);
    assert.ok((await checkStore(location)).isWhole);
    writeFileSync(join(location, '000003.index'), '');
    const bytes = readFileSync(join(location, VALUES));
    bytes[20] = 0;
    writeFileSync(join(location, VALUES), bytes);
    const before = contents(location);
    assert.is(await opened(location), 'STORE_DAMAGED');
    assert.equal(contents(location), before);
  }),
);

test(
  'the folder of a process that was killed before the first change is a new store',
  withFolder({ 'begun/STORE.tmp': '{' }, async (folder) => {
    mkdirSync(join(folder, 'empty'));
    for (const name of ['empty', 'begun', 'missing/below']) {
      assert.is(await opened(join(folder, name)), 'no error', name);
      assert.equal(await pagesOf(join(folder, name)), []);
      assert.ok((await checkStore(join(folder, name))).isWhole);
    }
  }),
);

test(
  'a store of an earlier version is refused as such',
  withFolder(
    { 'old/STORE': '{"format":4,"generation":1}\nMANIFEST-000004 50\n', 'old/CURRENT': '' },
    async (folder) => {
      assert.is(await opened(join(folder, 'old')), 'STORE_VERSION');
      assert.is(await rejectedCode(() => checkStore(join(folder, 'old'))), 'STORE_VERSION');
      assert.equal(readdirSync(join(folder, 'old')).sort(), ['CURRENT', 'STORE']);
    },
  ),
);

test(
  'refuses folders of other programs and files, and writes nothing',
  withFolder(
    { 'notes/notes.txt': 'mine', 'other/CURRENT': 'MANIFEST-000002\n', 'other/LOCK': '', file: 'a file' },
    async (folder) => {
      const before = contents(join(folder, 'other'));
      assert.is(await opened(join(folder, 'other')), 'STORE_FAILED');
      assert.equal(contents(join(folder, 'other')), before);
      assert.is(await opened(join(folder, 'notes')), 'STORE_FAILED');
      assert.equal(readdirSync(join(folder, 'notes')), ['notes.txt']);
      assert.is(await opened(join(folder, 'file')), 'STORE_FAILED');
      assert.is(await opened(join(folder, 'file', 'below')), 'STORE_FAILED');
      for (const name of ['notes', 'file', 'missing'])
        assert.is(await rejectedCode(() => checkStore(join(folder, name))), 'STORE_FAILED', name);
      assert.is(await rejectedCode(() => checkStore('')), 'OPTION_INVALID');
      assert.is(await rejectedCode(() => repairStore('x', 1 as never)), 'OPTION_INVALID');
    },
  ),
);

test('a database with sites and without format and options is damaged, not new', async () => {
  const store: SiteDatabase & { del?(key: string): Promise<void> } = new MemoryLevel();
  const sites = await Sites.open({ store });
  const { url, html } = samplePage(0, 0);
  await sites.learn(url, html);
  await sites.close();
  await store.del?.('m');
  assert.is(await rejectedCode(() => Sites.open({ store })), 'STORE_DAMAGED');
});

test(
  'a store of another running process is locked, not damaged; after its end, the store can be opened',
  inStore(async (location) => {
    const sites = await Sites.open({ location });
    for (let page = 8; page < 60; page += 1) {
      const { url, html } = samplePage(0, page);
      await sites.learn(url, html);
      await sites.flush();
      // As seen by a second process.
      const { problems } = await checkStore(location);
      assert.equal(problems, []);
    }
    assert.is(await opened(location), 'STORE_LOCKED');
    await sites.close();
    assert.equal(await pagesOf(location), [60, 8, 8]);
  }),
);

test(
  'a repair of a store that has lost its last change saves the state before it',
  withFolder({}, async (folder) => {
    const location = join(folder, 'store');
    const sites = await Sites.open({ location });
    for (let page = 0; page < 400; page += 1) {
      const { url, html } = samplePage(0, page);
      await sites.learn(url, html);
      if (page % 100 === 99) await sites.flush();
    }
    await sites.close();
    const { length } = readFileSync(join(location, VALUES));
    truncateSync(join(location, VALUES), length - 2000);
    const check = await checkStore(location);
    assert.equal(
      check.problems.map(({ problem }) => problem),
      ['has lost its end', `has damaged page ids: ${siteName(0)}`, `has a damaged record: ${siteName(0)}`],
    );
    assert.equal(check.sites, [{ site: siteName(0), pages: 300, missingIds: 0, template: 'none' }]);
    const target = join(folder, 'repaired');
    assert.equal(await repairStore(location, target), check);
    assert.is(await rejectedCode(() => repairStore(location, target)), 'STORE_FAILED');
    const again = await Sites.open({ location: target });
    // The crawl is repeated: each page is counted once.
    let counted = 0;
    for (let page = 0; page < 400; page += 1) {
      const { url, html } = samplePage(0, page);
      if ((await again.learn(url, html)).counted) counted += 1;
    }
    assert.is(counted, 100);
    await again.close();
    assert.ok((await checkStore(target)).isWhole);
    assert.equal(readdirSync(folder).sort(), ['repaired', 'store']);
  }),
);

const openRaw = async (location: string) =>
  (await openStore(location, { create: true, settle: (saved) => saved ?? resolveOptions() })).store;

test(
  'files are cleaned, and the index is written anew; a forgotten site does not reappear',
  withFolder({}, async (folder) => {
    const location = join(folder, 'store');
    const random = seededRandom(1);
    const known = new Map<string, { readonly record: Buffer; readonly ids: Set<string> }>();
    const store = await openRaw(location);
    const small = Array.from({ length: 30_000 }, (_, at) => ({
      site: `small ${at}`,
      record: Buffer.from(`${at}`),
      pages: [],
    }));
    await store.write(small.map((change) => ({ ...change, isNew: true })));
    assert.not.ok(readdirSync(location).includes(INDEX));
    for (let batch = 0; batch < 250; batch += 1) {
      const changes = Array.from({ length: 1 + random.below(3) }, (_, at) => ({
        site: siteName(3 * random.below(12) + at),
        record: Buffer.alloc(100_000 + random.below(200_000), batch + 1),
        pages: Array.from({ length: random.below(60) }, () =>
          random
            .below(2 ** 32)
            .toString(16)
            .padStart(16, '0'),
        ),
      }));
      await store.write(changes.map((change) => ({ ...change, isNew: !known.has(change.site) })));
      for (const { site, record, pages } of changes)
        known.set(site, { record, ids: new Set([...(known.get(site)?.ids ?? []), ...pages]) });
      if (batch % 40 === 39) {
        const [site = ''] = known.keys();
        await store.forget(site);
        known.delete(site);
      }
    }
    await store.close();
    const names = readdirSync(location);
    assert.not.ok(names.includes(VALUES), names.join());
    const bytes = names.reduce((sum, name) => sum + statSync(join(location, name)).size, 0);
    const living = [...known.values()].reduce((sum, { record }) => sum + record.length, 0);
    assert.ok(bytes < 3 * living + 80 * 2 ** 20, `${bytes} bytes for ${living}`);
    // A kill may have left a file that was to be removed.
    writeFileSync(join(location, VALUES), 'x');
    for (const isWhole of [true, false]) {
      assert.is((await checkStore(location)).isWhole, isWhole);
      const again = await openRaw(location);
      assert.is(again.count, known.size + small.length);
      assert.equal(await again.records(['small 7', 'small x']), [Buffer.from('7'), undefined]);
      for (let site = 0; site < 36; site += 1) {
        const one = known.get(siteName(site));
        const [record] = await again.records([siteName(site)]);
        assert.is(record === undefined ? undefined : Buffer.compare(record, one?.record ?? Buffer.alloc(0)), one && 0);
        const pages = [...(one?.ids ?? []), 'ffffffffffffffff'].map((id) => ({ site: siteName(site), id }));
        assert.equal((await again.counted(pages)).indexOf(false), pages.length - 1);
      }
      await again.close();
      assert.not.ok(readdirSync(location).includes(VALUES));
      for (const name of readdirSync(location)) if (name.endsWith('.index')) rmSync(join(location, name));
    }
  }),
);

test.run();
