/** Snapshots of format 3, which has no layouts, stay readable. Those of format 2 are refused by name: their keys had no secret. */
import { readFile } from 'node:fs/promises';
import { Detector, SnapshotError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const FIXTURES = new URL('../fixtures/snapshots/', import.meta.url);

const page = (number: number): string =>
  `<!doctype html><title>garden ${number}</title><ul><li><a href=/>Home of garden</a><li><a href=/news>All the news</a></ul>` +
  `<div><p>Story ${number} of garden was told by the river, and nobody believed a word of it.</div><div>Imprint of garden</div>`;

const restored = async (name: string): Promise<Detector> => Detector.restore(await readFile(new URL(name, FIXTURES)));

test('a detector restored from format 3 gives verdicts and scores by what its table knew', async () => {
  const detector = await restored('format-3-default.refrain');
  assert.is(detector.stats.pages, 8);
  assert.equal(
    detector.label(page(99)).blocks.map(({ kind, score }) => [kind, score]),
    [
      ['template', 6.535],
      ['template', 4.226],
      ['content', -3.566],
      ['template', 3.917],
    ],
  );
});

test('a restored detector writes what it read in format 4, without layouts', async () => {
  for (const name of ['format-3-default.refrain', 'format-3-paper.refrain']) {
    const detector = await restored(name);
    assert.equal(detector.layouts(), []);
    const before = await readFile(new URL(name, FIXTURES));
    const bytes = Buffer.from(detector.snapshot());
    assert.is(bytes.readUInt32LE(8), 4);
    assert.equal(bytes.subarray(12, before.length - 8), before.subarray(12, -8), name);
    assert.equal(Buffer.from((await Detector.restore(bytes)).snapshot()), bytes, name);
  }
});

test('a restored detector knows the ids of the pages that were counted', async () => {
  const detector = await restored('format-3-paper.refrain');
  assert.is(detector.options.baseLifetime, Number.POSITIVE_INFINITY);
  assert.not(detector.learn(page(3), { id: 'p3' }).counted);
  assert.ok(detector.learn(page(8), { id: 'p8' }).counted);
});

test('a snapshot of format 2 is refused by its format', async () => {
  for (const name of ['format-2-default.refrain', 'format-2-paper.refrain']) {
    try {
      await restored(name);
      assert.unreachable(name);
    } catch (error) {
      assert.instance(error, SnapshotError);
      assert.is((error as SnapshotError).code, 'SNAPSHOT_VERSION');
      assert.match((error as SnapshotError).message, /format 2; this version reads formats 3 and 4/);
    }
  }
});

test.run();
