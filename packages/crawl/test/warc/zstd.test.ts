import * as zlib from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bytesOf, crawl, failuresOf, html, read, response, withFile } from './build.ts';

const compress: unknown = Reflect.get(zlib, 'zstdCompressSync');
const TITLES = ['one', 'two', 'three', 'four'];

if (typeof compress !== 'function') {
  test('a zstd file is refused by name where Node has no zstd', async () => {
    const reading = await read(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0]));
    assert.equal(failuresOf(reading), ['x INPUT_INVALID']);
    assert.match(reading.failures[0]?.error.message ?? '', 'zstd, which needs Node 22.15');
  });
} else {
  const { ZSTD_c_checksumFlag, ZSTD_c_contentSizeFlag } = zlib.constants as unknown as Record<string, number>;
  const zstd = (bytes: Uint8Array): Buffer =>
    compress(bytes, { params: { [ZSTD_c_checksumFlag ?? 0]: 1, [ZSTD_c_contentSizeFlag ?? 0]: 1 } }) as Buffer;
  const records = crawl();
  const frames = records.map(zstd);
  const skippable = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);

  test('reads zstd: a frame a record, one frame, skippable frames, chunks of any size', async () => {
    for (const bytes of [bytesOf(...frames), zstd(bytesOf(...records)), bytesOf(skippable, ...frames, skippable)]) {
      for (const chunk of [1, 100, 100_000]) {
        const reading = await read(bytes, { chunk });
        assert.equal([reading.titles, failuresOf(reading)], [TITLES, []]);
      }
      await withFile(bytes, async (path) => assert.equal((await read(path)).titles, TITLES))();
    }
    const others = (await read(bytesOf(...frames), { raw: true })).items.filter(({ kind }) => kind === 'other');
    assert.is(others.length, 3);
  });

  test('reads frames of many blocks', async () => {
    const large = response(`${html('large')}${Array.from({ length: 300_000 }, (_, at) => at * 7919).join(' ')}`);
    for (const bytes of [bytesOf(zstd(large), ...frames), zstd(bytesOf(large, ...records))]) {
      assert.equal((await read(bytes)).titles, ['large', ...TITLES]);
    }
    const bomb = zstd(response(`${html('bomb')}${' '.repeat(40 << 20)}`));
    const reading = await read(bytesOf(bomb, ...frames));
    assert.equal([reading.titles, failuresOf(reading)], [TITLES, ['x:0 PAGE_TOO_LARGE']]);
  });

  test('a cut file gives the records before the cut and one failure', async () => {
    const file = bytesOf(...frames);
    let end = 0;
    const ends = frames.map(({ length }) => (end += length));
    for (let length = 5; length < file.length; length += 3) {
      const reading = await read(file.subarray(0, length));
      assert.equal(reading.titles, TITLES.slice(0, reading.titles.length));
      assert.is(reading.failures.length, ends.includes(length) ? 0 : 1, String(length));
    }
  });

  test('a truncated skippable frame is one failure', async () => {
    for (let length = 4; length < skippable.length; length += 1) {
      const reading = await read(bytesOf(...frames, skippable.subarray(0, length)));
      assert.equal(reading.titles, TITLES);
      assert.is(reading.failures.length, 1, String(length));
      assert.match(reading.failures[0]?.error.message ?? '', 'it is cut off');
    }
  });

  test('damage to a frame, and garbage between two, do not affect others', async () => {
    const [one, two] = [zstd(response(html('one'))), zstd(response(html('two')))];
    const broken = Buffer.from(one);
    broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1;
    const dictionary = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 0, 7, 0, 0, 0, 0]);
    const three = zstd(response(html('three')));
    for (const bad of [broken, Buffer.from('garbage'), dictionary]) {
      const reading = await read(bytesOf(one, bad, two, three));
      assert.equal([reading.titles.at(0), ...reading.titles.slice(-2)], ['one', 'two', 'three']);
      assert.is(reading.failures.length, 1);
    }
    // The length of a block that is cut off takes bytes of the next frame.
    for (const cut of [one.subarray(0, -9), one.subarray(0, 4)]) {
      const reading = await read(bytesOf(one, cut, two, three));
      assert.equal([reading.titles.at(0), reading.titles.at(-1)], ['one', 'three']);
      assert.is(reading.failures.length, 1);
    }
  });
}

test.run();
