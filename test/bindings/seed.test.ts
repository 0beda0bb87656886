/** The seed of a table's keys: random by default, kept with the table, never shown. */
import { Detector, OptionError, resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Core } from '../../bindings/core.ts';
import { layout } from '../../bindings/core-exports.ts';
import { loadCore } from '../../bindings/wasm.ts';
import { entriesOf } from '../support/compare.ts';
import { seedOf } from '../support/keys.ts';

const html = (number: number): string => `<ul><li><a href=/>Home</a></ul><div class="a${number}">story ${number}</div>`;

async function known(seed?: number | string): Promise<Detector> {
  const detector = await Detector.create({ seed });
  for (let number = 0; number < 6; number += 1) detector.learn(html(number), { id: `${number}` });
  return detector;
}

const verdicts = (detector: Detector): unknown => detector.label(html(9)).toJSON();

test('tables have different seeds by default, and the same verdicts', async () => {
  const [one, other] = [await known(), await known()];
  assert.is.not(seedOf(one.snapshot()), seedOf(other.snapshot()));
  assert.equal(verdicts(one), verdicts(other));
  const keys = new Set(entriesOf(one).map(({ key }) => key));
  assert.not(entriesOf(other).some(({ key }) => keys.has(key)));
});

test('the same seed yields the same bytes; another seed other keys', async () => {
  assert.equal((await known(7)).snapshot(), (await known('7'.padStart(32, '0'))).snapshot());
  assert.is(seedOf((await known(7)).snapshot()), '7'.padStart(32, '0'));
  const digits = 'ABCDEF0123456789abcdef0123456789';
  assert.is(seedOf((await known(digits)).snapshot()), digits.toLowerCase());
  assert.is.not(entriesOf(await known(7))[0]?.key, entriesOf(await known(8))[0]?.key);
});

test('a restored table keeps its seed, and knows its page ids', async () => {
  const first = await known();
  const restored = await Detector.restore(first.snapshot());
  assert.equal(restored.snapshot(), first.snapshot());
  assert.not(restored.learn(html(3), { id: '3' }).counted);
  assert.ok(restored.learn(html(6), { id: '6' }).counted);
  first.learn(html(6), { id: '6' });
  assert.equal(restored.snapshot(), first.snapshot());
});

test('tables of one instance keep their own seeds when they take turns', async () => {
  const core = new Core(await loadCore(), resolveOptions({ evidence: 'repetition' }));
  const seeds = [1, 2].map((seed) => seed.toString(16).padStart(32, '0'));
  const tables = seeds.map((seed) => core.createTable(seed));
  for (let number = 0; number < 6; number += 1) {
    for (const table of tables)
      core.readHtml(table, html(number), { learn: true, id: core.pageId(table, `${number}`) });
  }
  for (const [index, seed] of [1, 2].entries()) {
    const alone = await Detector.create({ evidence: 'repetition', seed });
    for (let number = 0; number < 6; number += 1) alone.learn(html(number), { id: `${number}` });
    const saved = core.saveTable(tables[index] ?? 0);
    assert.equal(alone.snapshot().slice(-8 - saved.length, -8), saved);
  }
});

test('a seed is a whole number or 32 hexadecimal digits; the message does not show it', () => {
  for (const seed of [-1, 1.5, 2 ** 53, Number.NaN, '', 'secret', 'f'.repeat(31), `${'f'.repeat(31)}g`, null, true]) {
    try {
      resolveOptions({ seed: seed as never });
      assert.unreachable(String(seed));
    } catch (error) {
      assert.instance(error, OptionError);
      if (seed === 'secret') assert.not.match((error as OptionError).message, /secret/);
    }
  }
  assert.is(resolveOptions({}).seed, undefined);
});

test('a table whose entries were chosen for one group ends with TABLE_FULL, in bounded time', async () => {
  const core = new Core(await loadCore(), resolveOptions({ preset: 'paper' }));
  const { SnapshotEntry } = layout;
  const count = 140_000;
  const saved = new Uint8Array(SnapshotEntry.SEED_BYTES + count * SnapshotEntry.BYTES);
  const view = new DataView(saved.buffer);
  for (let index = 0; index < count; index += 1) {
    const at = SnapshotEntry.SEED_BYTES + index * SnapshotEntry.BYTES;
    view.setBigUint64(at, (BigInt(index >> 7) << 32n) | BigInt(index & 127), true);
    view.setUint16(at + 8, 1, true);
    view.setUint16(at + 10, 5, true);
  }
  try {
    core.loadTable(saved, { clock: 1, count, ids: 0 });
    assert.unreachable('the entries fit');
  } catch (error) {
    assert.is((error as { code: unknown }).code, 'TABLE_FULL', String(error));
  }
  assert.is(core.readHtml(core.createTable(), html(1), { learn: true, id: undefined }), html(1).length);
});

test.run();
