/**
 * A store of format 3, the first with seeds, stays readable, although its records are of format 2, without layouts. One of format 2 is
 * refused by name: its keys had no secret.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Sites, StoreError } from '@refrain/crawl';
import { LevelStore } from '@refrain/crawl/internal';
import { resolveOptions } from 'refrain';
import { extract } from 'tar';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inFolder } from '../../../../test/support/folder.ts';

const archive = (format: number): string =>
  fileURLToPath(new URL(`../fixtures/store-format-${format}.tar.gz`, import.meta.url));

const page = (site: string, number: number): string =>
  `<!doctype html><title>${site} ${number}</title><ul><li><a href=/>Home of ${site}</a><li><a href=/news>All the news</a></ul>` +
  `<div><p>Story ${number} of ${site} was told by the river, and nobody believed a word of it.</div><div>Imprint of ${site}</div>`;

test('opens a store of format 3 with its sites, verdicts and counted pages', async () => {
  await inFolder({}, async (folder) => {
    await extract({ file: archive(3), cwd: folder });
    const sites = await Sites.open({ location: join(folder, 'store') });
    const found: [string, number][] = [];
    for await (const { site, pages } of sites.list()) found.push([site, pages]);
    assert.equal(found, [
      ['garden.example', 300],
      ['harbour.example', 300],
    ]);
    for (const number of [0, 20, 299]) {
      const again = await sites.learn(`https://garden.example/${number}`, page('garden', number));
      assert.not(again.counted, `page ${number}`);
    }
    const next = await sites.learn('https://garden.example/300', page('garden', 300));
    assert.ok(next.counted);
    assert.equal(
      next.blocks.map(({ kind }) => kind),
      ['template', 'template', 'content', 'template'],
    );
    await sites.close();
  });
});

/** Kinds and scores by the code that wrote the fixture, before layouts. Pages that were counted, and the next one. */
const VERDICTS = {
  garden: {
    0: ['template 6.5', 'template 4.2', 'content -3.9', 'template 3.7'],
    20: ['template 6.5', 'template 4.2', 'content -3.8', 'template 3.7'],
    300: ['template 6.5', 'template 4.2', 'content -3.3', 'template 3.7'],
  },
  harbour: {
    0: ['template 6.3', 'template 4.1', 'content -4.0', 'template 3.0'],
    20: ['template 6.3', 'template 4.1', 'content -3.9', 'template 3.0'],
    300: ['template 6.3', 'template 4.1', 'content -3.6', 'template 3.0'],
  },
} as const;

test('records of format 2 give the verdicts of the code that wrote them, and are written as format 3', async () => {
  await inFolder({}, async (folder) => {
    await extract({ file: archive(3), cwd: folder });
    const location = join(folder, 'store');
    assert.is(await formatOf(location), 2);
    const sites = await Sites.open({ location });
    for (const [site, pages] of Object.entries(VERDICTS)) {
      for (const [number, verdicts] of Object.entries(pages)) {
        const { blocks } = await sites.label(`https://${site}.example/${number}`, page(site, Number(number)));
        assert.equal(
          blocks.map(({ kind, score }) => `${kind} ${score?.toFixed(1)}`),
          verdicts,
        );
      }
    }
    await sites.learn('https://garden.example/300', page('garden', 300));
    await sites.close();
    assert.is(await formatOf(location), 3);
  });
});

/** The format of the record of a site. */
async function formatOf(location: string): Promise<number> {
  const { store } = await LevelStore.open(location, { create: false, settle: (saved) => saved ?? resolveOptions() });
  const [record] = await store.records(['garden.example']);
  await store.close();
  return Buffer.from(record ?? []).readUInt32LE(0);
}

test('refuses a store of format 2 by its format', async () => {
  await inFolder({}, async (folder) => {
    await extract({ file: archive(2), cwd: folder });
    try {
      await Sites.open({ location: join(folder, 'store') });
      assert.unreachable('the store was opened');
    } catch (error) {
      assert.instance(error, StoreError);
      assert.is((error as StoreError).code, 'STORE_VERSION');
      assert.match((error as StoreError).message, /format 2; this version reads format 3/);
    }
  });
});

test.run();
