/** Folders that hold no whole store, and what a kill leaves behind. Damage to single files: damage.test.ts. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { checkStore, repairStore, type SiteDatabase, Sites } from '@refrain/crawl';
import { ClassicLevel } from 'classic-level';
import { MemoryLevel } from 'memory-level';
import { RefrainError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { madePage, siteName } from '../../../../test/support/crawl.ts';
import { withFolder } from '../../../../test/support/folder.ts';
import { newHead, writeHead } from '../../src/store/head.ts';

/** The code that a call ends with; undefined where it succeeds. */
async function codeOf(run: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof RefrainError) return error.code;
    throw error;
  }
}

const opened = (location: string): Promise<string | undefined> =>
  codeOf(async () => (await Sites.open({ location })).close());

const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')]));

/** A store whose sites 0 to 2 have counted pages, each in a batch of its own. */
async function filled(location: string, pages = 8): Promise<void> {
  const sites = await Sites.open({ location });
  for (let page = 0; page < pages; page += 1) {
    for (let site = 0; site < 3; site += 1) {
      const { url, html } = madePage(site, page);
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

const logOf = (location: string): string => {
  const name = readdirSync(location).find((one) => one.endsWith('.log'));
  assert.ok(name !== undefined);
  return join(location, name);
};

const inStore = (run: (location: string, folder: string) => Promise<void>): (() => Promise<void>) =>
  withFolder({}, async (folder) => {
    await filled(join(folder, 'store'));
    await run(join(folder, 'store'), folder);
  });

test(
  'a log that ends within a change that was never synchronised is no damage',
  inStore(async (location) => {
    // The head of a frame of 200 bytes, and 100 of them.
    const frame = Buffer.concat([Buffer.from([1, 2, 3, 4, 200, 0, 1]), Buffer.alloc(100, 7)]);
    appendFileSync(logOf(location), frame);
    assert.equal(await pagesOf(location), [8, 8, 8]);
    assert.ok((await checkStore(location)).isWhole);
  }),
);

test(
  'a log that ends before a change that was synchronised is damage, even between two changes',
  inStore(async (location, folder) => {
    const log = readFileSync(logOf(location));
    let refused = 0;
    for (let length = 0; length < log.length; length += 997) {
      const copy = join(folder, 'copy');
      cpSync(location, copy, { recursive: true });
      truncateSync(logOf(copy), length);
      const before = contents(copy);
      assert.not.ok((await checkStore(copy)).isWhole, `cut at ${length}`);
      assert.equal(contents(copy), before);
      assert.is(await opened(copy), 'STORE_DAMAGED', `cut at ${length}`);
      refused += 1;
      rmSync(copy, { recursive: true });
    }
    assert.ok(refused > 10);
  }),
);

test(
  'a manifest that ends early is refused before the database deletes the files that it no longer names',
  inStore(async (location) => {
    const manifest = join(location, readFileSync(join(location, 'CURRENT'), 'utf8').trim());
    truncateSync(manifest, readFileSync(manifest).length - 1);
    const before = contents(location);
    assert.is(await opened(location), 'STORE_DAMAGED');
    assert.equal(contents(location), before);
  }),
);

test(
  'a record whose key was changed in the files is found by the check',
  inStore(async (location) => {
    // A table has no checksum that is compared when it is read; a log has.
    await (await Sites.open({ location })).close();
    const table = readdirSync(location).find((name) => name.endsWith('.ldb'));
    assert.ok(table !== undefined);
    const bytes = readFileSync(join(location, table));
    const at = bytes.indexOf(`s${siteName(0)}`);
    assert.ok(at > 0);
    bytes.write('x', at + 1);
    writeFileSync(join(location, table), bytes);
    const { problems, sites, unnamed } = await checkStore(location);
    assert.equal(problems, [{ file: table, problem: 'is damaged' }]);
    assert.is(sites.length + (unnamed ?? 0), 3);
    // An earlier record of the site is in another block.
    assert.ok(sites.every(({ site, pages }) => site !== siteName(0) || pages < 8));
  }),
);

test(
  'what a killed process leaves before the first change is a new store',
  withFolder({}, async (folder) => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    assert.is(await opened(empty), undefined);
    for (const names of [
      ['STORE.tmp'],
      ['STORE', 'LOCK', 'LOG'],
      ['STORE', 'LOCK', 'LOG', 'MANIFEST-000001', '000001.dbtmp'],
    ]) {
      const location = join(folder, String(names.length));
      mkdirSync(location);
      for (const name of names) writeFileSync(join(location, name), '');
      if (names.includes('STORE'))
        writeFileSync(join(location, 'STORE'), `${new TextDecoder().decode(writeHead(newHead()))}\n 0\n`);
      assert.is(await opened(location), undefined, names.join());
      assert.equal(await pagesOf(location), []);
    }
  }),
);

test(
  'refuses folders of other programs and files, and writes nothing',
  withFolder({ 'notes/notes.txt': 'mine', file: 'a file' }, async (folder) => {
    const level = new ClassicLevel(join(folder, 'other'));
    await level.put('message', 'of another program');
    await level.close();
    const before = contents(join(folder, 'other'));
    assert.is(await opened(join(folder, 'other')), 'STORE_DAMAGED');
    assert.equal(contents(join(folder, 'other')), before);
    assert.is(await opened(join(folder, 'notes')), 'STORE_FAILED');
    assert.equal(readdirSync(join(folder, 'notes')), ['notes.txt']);
    assert.is(await opened(join(folder, 'file')), 'STORE_FAILED');
    assert.is(await opened(join(folder, 'file', 'below')), 'STORE_FAILED');
    for (const name of ['notes', 'file', 'missing'])
      assert.is(await codeOf(() => checkStore(join(folder, name))), 'STORE_FAILED', name);
    assert.is(await codeOf(() => checkStore('')), 'OPTION_INVALID');
    assert.is(await codeOf(() => repairStore('x', 1 as never)), 'OPTION_INVALID');
  }),
);

test('a database with sites and without format and options is damaged, not new', async () => {
  const store: SiteDatabase & { del?(key: string): Promise<void> } = new MemoryLevel();
  const sites = await Sites.open({ store });
  const { url, html } = madePage(0, 0);
  await sites.learn(url, html);
  await sites.close();
  await store.del?.('m');
  assert.is(await codeOf(() => Sites.open({ store })), 'STORE_DAMAGED');
});

test(
  'a store that another process writes to is locked, not damaged; one that it has left is opened',
  inStore(async (location) => {
    const sites = await Sites.open({ location });
    for (let page = 8; page < 60; page += 1) {
      const { url, html } = madePage(0, page);
      await sites.learn(url, html);
      await sites.flush();
      // What a second process sees of the files.
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
      const { url, html } = madePage(0, page);
      await sites.learn(url, html);
      if (page % 100 === 99) await sites.flush();
    }
    await sites.close();
    const log = logOf(location);
    truncateSync(log, readFileSync(log).length - 2000);
    const check = await checkStore(location);
    assert.equal(check.problems, [{ file: 'STORE', problem: 'counts changes that the database has lost' }]);
    assert.equal(check.sites, [{ site: siteName(0), pages: 300, missingIds: 0, template: 'none' }]);
    const target = join(folder, 'repaired');
    assert.equal(await repairStore(location, target), check);
    assert.is(await codeOf(() => repairStore(location, target)), 'STORE_FAILED');
    const again = await Sites.open({ location: target });
    // The crawl is fed again: each page is counted once.
    let counted = 0;
    for (let page = 0; page < 400; page += 1) {
      const { url, html } = madePage(0, page);
      if ((await again.learn(url, html)).counted) counted += 1;
    }
    assert.is(counted, 100);
    await again.close();
    assert.ok((await checkStore(target)).isWhole);
    assert.equal(readdirSync(folder).sort(), ['repaired', 'store']);
  }),
);

test.run();
