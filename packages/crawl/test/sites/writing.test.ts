/** Writes of a store are synchronised batches, and a failed one loses no ids. */
import { type DatabaseOperation, type SiteDatabase, Sites } from '@refrain/crawl';
import { MemoryLevel } from 'memory-level';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { samplePage } from '../../../../test/support/crawl.ts';
import { rejectedCode } from '../../../../test/support/errors.ts';

interface Batch {
  readonly keys: readonly string[];
  readonly sync: boolean;
}

/** Records batches; chosen ones fail. */
function recording(): { store: SiteDatabase; batches: Batch[]; failing: { is: boolean } } {
  const level = new MemoryLevel<string, Uint8Array>();
  const batches: Batch[] = [];
  const failing = { is: false };
  const store: SiteDatabase = new Proxy(level as unknown as SiteDatabase, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'batch') return typeof value === 'function' ? value.bind(target) : value;
      return (operations: DatabaseOperation[], options: Parameters<SiteDatabase['batch']>[1]): Promise<void> => {
        batches.push({ keys: operations.map(({ key }) => key), sync: options.sync });
        return failing.is ? Promise.reject(new Error('no space left')) : target.batch(operations, options);
      };
    },
  });
  return { store, batches, failing };
}

const learn = async (sites: Sites, from: number, to: number): Promise<number> => {
  let counted = 0;
  for (let page = from; page < to; page += 1) {
    const { url, html } = samplePage(0, page);
    if ((await sites.learn(url, html)).counted) counted += 1;
  }
  return counted;
};

test('every batch is synchronised: the first one, flushes, flushes that are due, forget and close', async () => {
  const { store, batches } = recording();
  const sites = await Sites.open({ store, flushEvery: { pages: 10 } });
  assert.is(batches.length, 1);
  await learn(sites, 0, 25);
  assert.is(batches.length, 3);
  await sites.flush();
  assert.is(batches.length, 4);
  await sites.forget('s0.example');
  await learn(sites, 0, 300);
  await sites.forget('s0.example');
  await learn(sites, 0, 1);
  await sites.close();
  assert.ok(batches.length > 30);
  assert.ok(batches.every(({ sync }) => sync));
});

test('ids of a failed write are written by the next one, with newer ids', async () => {
  const { store, batches, failing } = recording();
  const sites = await Sites.open({ store });
  await learn(sites, 0, 300);
  failing.is = true;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    assert.is(await rejectedCode(() => sites.flush()), 'STORE_FAILED');
    assert.is(await learn(sites, 300 + 50 * attempt, 350 + 50 * attempt), 50);
  }
  assert.is(await learn(sites, 0, 400), 0);
  failing.is = false;
  await sites.close();
  const written = new Set(batches.at(-1)?.keys.filter((key) => key.startsWith('p')));
  assert.is(written.size, 400 - 256);
  const again = await Sites.open({ store });
  assert.is(await learn(again, 0, 400), 0);
  await again.close();
});

test('a forget that cannot write the store loses nothing that was learned', async () => {
  const { store, failing } = recording();
  const sites = await Sites.open({ store });
  await learn(sites, 0, 10);
  await sites.flush();
  await learn(sites, 10, 20);
  // The queue has a change that the store refuses.
  failing.is = true;
  await sites.flush().catch(() => undefined);
  await learn(sites, 20, 30);
  assert.is(await rejectedCode(() => sites.forget('s0.example')), 'STORE_FAILED');
  assert.is(await learn(sites, 0, 30), 0);
  failing.is = false;
  await sites.close();
});

test('pages that were counted after a snapshot are counted again when it is restored', async () => {
  const { store } = recording();
  const sites = await Sites.open({ store });
  await learn(sites, 0, 300);
  const snapshot = await sites.snapshot('s0.example');
  await learn(sites, 300, 1000);
  await sites.flush();
  await sites.restore('s0.example', snapshot);
  assert.is(await learn(sites, 300, 1000), 700);
  await sites.flush();
  assert.is(sites.stats().sites, 1);
  await sites.close();
});

test('closing twice at the same time closes once, and both calls succeed', async () => {
  const { store, batches } = recording();
  const sites = await Sites.open({ store });
  await learn(sites, 0, 1);
  await Promise.all([sites.close(), sites.close()]);
  await sites.close();
  assert.is(batches.length, 2);
});

test.run();
