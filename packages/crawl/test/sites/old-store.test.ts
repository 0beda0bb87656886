/** A store of format 3, the first with seeds, stays readable. One of format 2 is refused by name: its keys had no secret. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Sites, StoreError } from '@refrain/crawl';
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
