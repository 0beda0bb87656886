import { readFile } from 'node:fs/promises';
import { Detector, RefrainError, SnapshotError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { entriesOf } from '../support/compare.ts';
import { testSize } from '../support/effort.ts';

const html = (number: number): string =>
  `<div><a>Home</a><a>About</a></div><div>story ${number}</div>${'<p>often</p>'.repeat(number % 3)}`;

const known = async (pages: number): Promise<Detector> => {
  const detector = await Detector.create({ baseLifetime: 3, lifetimeGrowth: 4, separators: 'html5' });
  for (let number = 1; number <= pages; number += 1) detector.learn(html(number), { id: `page ${number}` });
  return detector;
};

const refusal = async (bytes: Uint8Array): Promise<string> => {
  try {
    await Detector.restore(bytes);
  } catch (error) {
    if (error instanceof RefrainError) return error.code;
    throw error;
  }
  return 'none';
};

test('a restored detector continues like the original', async () => {
  const first = await known(300);
  const second = await Detector.restore(first.snapshot());
  assert.equal(second.options, first.options);
  assert.equal(second.snapshot(), first.snapshot());
  for (let number = 296; number <= 330; number += 1) {
    const [one, other] = [first, second].map((detector) => {
      const page = detector.learn(html(number), { id: `page ${number}` });
      return { ...page.toJSON(), fresh: page.fresh };
    });
    assert.equal(one, other);
  }
  assert.equal(second.snapshot(), first.snapshot());
  assert.is(first.stats.pages, 330);
});

test('restores a snapshot with one instance of the module', async () => {
  const snapshot = (await known(7)).snapshot();
  const { Instance } = WebAssembly;
  let instances = 0;
  class CountedInstance extends Instance {
    constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
      super(module, imports);
      instances += 1;
    }
  }
  Object.assign(WebAssembly, { Instance: CountedInstance });
  try {
    await Detector.restore(snapshot);
    assert.is(instances, 1);
  } finally {
    Object.assign(WebAssembly, { Instance });
  }
});

test('the same entries yield the same bytes, in any slots of the table', async () => {
  // One table grew page by page; the other is filled at once.
  const grown = await known(57);
  const filled = await Detector.restore(grown.snapshot());
  assert.equal(filled.snapshot(), grown.snapshot());
  assert.equal(entriesOf(filled), entriesOf(grown));
});

test('saves and restores an empty detector and one with infinite lifetime', async () => {
  const empty = await Detector.create();
  assert.is((await Detector.restore(empty.snapshot())).stats.pages, 0);
  const endless = await Detector.create({ baseLifetime: Number.POSITIVE_INFINITY });
  endless.learn(html(1));
  const restored = await Detector.restore(endless.snapshot());
  assert.is(restored.options.baseLifetime, Number.POSITIVE_INFINITY);
  assert.equal(restored.snapshot(), endless.snapshot());
});

test('rejects a snapshot that is cut anywhere or has any flipped bit', async () => {
  const detector = await known(7);
  const bytes = detector.snapshot();
  for (let length = 0; length < bytes.length; length += testSize(5, 1)) {
    assert.is(await refusal(bytes.subarray(0, length)), 'SNAPSHOT_DAMAGED', `cut to ${length}`);
  }
  for (let bit = 0; bit < bytes.length * 8; bit += testSize(13, 1)) {
    const altered = bytes.slice();
    altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.is(await refusal(altered), 'SNAPSHOT_DAMAGED', `bit ${bit}`);
  }
  assert.is(await refusal(Uint8Array.from([...bytes, 0])), 'SNAPSHOT_DAMAGED');
  assert.is(await refusal(new TextEncoder().encode('<html>not a snapshot, but a page</html>')), 'SNAPSHOT_DAMAGED');
  assert.equal(detector.snapshot(), bytes);
});

/** The bytes with a valid checksum, so that later checks are tested. */
const resealed = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const { checksum } = await import('../support/keys.ts');
  const sealed = bytes.slice();
  const end = sealed.length - 8;
  new DataView(sealed.buffer).setBigUint64(end, checksum(sealed.subarray(0, end)), true);
  return sealed;
};

test('rejects invalid contents with a valid checksum', async () => {
  const bytes = (await known(7)).snapshot();
  assert.equal(await resealed(bytes), bytes);
  const view = new DataView(bytes.buffer);
  const optionBytes = view.getUint32(12, true);
  const firstEntry = 28 + optionBytes + 16;
  const alter = async (change: (copy: DataView) => void): Promise<string> => {
    const copy = bytes.slice();
    change(new DataView(copy.buffer));
    return refusal(await resealed(copy));
  };
  assert.is(await alter((copy) => copy.setUint32(8, 5, true)), 'SNAPSHOT_VERSION');
  assert.is(await alter((copy) => copy.setUint32(16, 1, true)), 'SNAPSHOT_DAMAGED', 'fewer pages than DF');
  assert.is(await alter((copy) => copy.setUint32(20, 0xffffffff, true)), 'SNAPSHOT_DAMAGED', 'entry count');
  assert.is(await alter((copy) => copy.setUint8(28, 0x78)), 'SNAPSHOT_DAMAGED', 'options');
  assert.is(
    await alter((copy) => copy.setBigUint64(firstEntry, 2n ** 64n - 1n, true)),
    'SNAPSHOT_DAMAGED',
    'order of fingerprints',
  );
  assert.is(
    await alter((copy) => copy.setUint8(firstEntry, copy.getUint8(firstEntry) | 0x80)),
    'SNAPSHOT_DAMAGED',
    'a bit outside the fingerprint',
  );
  assert.is(await alter((copy) => copy.setUint16(firstEntry + 8, 0, true)), 'SNAPSHOT_DAMAGED', 'DF 0');
  assert.is(await alter((copy) => copy.setUint16(firstEntry + 8, 8, true)), 'SNAPSHOT_DAMAGED', 'DF above pages');
  assert.is(await alter((copy) => copy.setUint16(firstEntry + 10, 0, true)), 'SNAPSHOT_DAMAGED', 'no lifetime left');
  assert.is(
    await alter((copy) => copy.setUint16(firstEntry + 10, 9999, true)),
    'SNAPSHOT_DAMAGED',
    'lifetime too long',
  );
});

test('rejects invalid layouts with a valid checksum', async () => {
  const detector = await known(7);
  const bytes = detector.snapshot();
  const [{ first } = { first: 0 }] = detector.layouts();
  assert.is(first, 1);
  const end = bytes.length - 8;
  const layouts = end - new DataView(bytes.buffer).getUint32(end - 4, true);
  const alter = async (at: number, value: number): Promise<string> => {
    const copy = bytes.slice();
    new DataView(copy.buffer).setUint32(at, value, true);
    return refusal(await resealed(copy));
  };
  const numbers = { id: 0, pages: 4, first: 8, last: 12, weight: 16, places: 20, lastId: end - layouts - 12 };
  for (const [name, at] of Object.entries(numbers)) {
    for (const value of [0, 8, 0xffffffff]) {
      assert.is(await alter(layouts + at, value), 'SNAPSHOT_DAMAGED', `${name} ${value}`);
    }
  }
  for (const value of [0, 2, 33, 0xffffffff])
    assert.is(await alter(end - 16, value), 'SNAPSHOT_DAMAGED', `layouts ${value}`);
  for (const value of [33, 0xffffffff])
    assert.is(await alter(end - 8, value), 'SNAPSHOT_DAMAGED', `common texts ${value}`);
  const firstPlace = layouts + 24;
  assert.is(await alter(firstPlace + 4, 254), 'SNAPSHOT_DAMAGED', 'a place around that is none');
  for (const value of [0, 11, 0xffffffff]) assert.is(await alter(end - 4, value), 'SNAPSHOT_DAMAGED', `bytes ${value}`);
});

test('rejects invalid options as damage', async () => {
  const bytes = (await Detector.create()).snapshot();
  const text = new TextDecoder('latin1').decode(bytes);
  for (const [from, to] of [
    ['"templateDf":5', '"templateDf":0'],
    ['"path"', '"pith"'],
  ] as const) {
    const at = text.indexOf(from);
    const altered = bytes.slice();
    altered.set(new TextEncoder().encode(to), at);
    assert.is(await refusal(await resealed(altered)), 'SNAPSHOT_DAMAGED', to);
  }
});

test('a restored detector returns the bytes that it was restored from, for every set of separators', async () => {
  for (const separators of ['paper', 'html5', 'blocks'] as const) {
    const snapshot = (await Detector.create({ separators })).snapshot();
    assert.equal((await Detector.restore(snapshot)).snapshot(), snapshot);
  }
});

// Snapshots of earlier formats, and with options of earlier versions, are refused by name.

test('refuses a snapshot that was made with an option that was removed', async () => {
  const bytes = (await Detector.create()).snapshot();
  const text = new TextDecoder('latin1').decode(bytes);
  for (const [from, to] of [
    ['"path":"tags"', '"path":"none"'],
    ['"fingerprintBits":39', '"fingerprintBits":23'],
    ['"lifetimeBoundary":"reached"', '"lifetimeBoundary":"exceede"'],
    ['"separators":["address"', '"separators":["addless"'],
  ] as const) {
    const altered = bytes.slice();
    altered.set(new TextEncoder().encode(to), text.indexOf(from));
    assert.is(await refusal(await resealed(altered)), 'SNAPSHOT_VERSION', to);
  }
});

test('refuses a snapshot of format 2 by its format', async () => {
  const snapshot = await readFile(new URL('../fixtures/snapshots/format-2-default.refrain', import.meta.url));
  try {
    await Detector.restore(snapshot);
    assert.unreachable('the snapshot was restored');
  } catch (error) {
    assert.instance(error, SnapshotError);
    assert.is((error as SnapshotError).code, 'SNAPSHOT_VERSION');
    assert.match((error as SnapshotError).message, /format 2; this version reads format 4/);
  }
});

test.run();
