import { syncBuiltinESMExports } from 'node:module';
import zlib, { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertLinear } from '../../../../test/support/cpu.ts';
import { testSample } from '../../../../test/support/effort.ts';
import {
  bytesOf,
  crawl,
  failuresOf,
  html,
  members,
  pagesOf,
  type Reading,
  read,
  record,
  response,
  text,
  withFile,
} from './build.ts';

const records = crawl();
const TITLES = ['one', 'two', 'three', 'four'];
/** Indices of the records that are pages. */
const PAGE_AT = [2, 3, 5, 6];

/** Offsets of the parts, and the end of the last one. */
function bounds(parts: readonly Uint8Array[]): number[] {
  const offsets = [0];
  for (const { length } of parts) offsets.push((offsets.at(-1) ?? 0) + length);
  return offsets;
}

/** Titles of the pages whose records, without the last `tail` bytes, end at or before an offset. */
function before(offsets: readonly number[], end: number, tail: number): string[] {
  return TITLES.filter((_, index) => (offsets[(PAGE_AT[index] ?? 0) + 1] ?? 0) - tail <= end);
}

const offsetsOf = (length: number, first = 0): readonly number[] =>
  testSample(
    Array.from({ length: length - first }, (_, at) => first + at),
    15,
  );

const gzipped = records.map((one) => gzipSync(one));

test('a cut gzip file gives its complete records, and one failure unless the cut is between two records', async () => {
  const file = Buffer.concat(gzipped);
  const ends = bounds(gzipped);
  for (const length of offsetsOf(file.length + 1)) {
    for (const chunk of length % 16 === 0 ? [10, 1000] : [1000]) {
      const reading = await read(file.subarray(0, length), { chunk });
      assert.equal(reading.titles, before(ends, length, 0), String(length));
      const isEnd = ends.includes(length);
      const start = ends.findLast((end) => end <= length);
      assert.equal(failuresOf(reading), isEnd ? [] : [`x:${start} INPUT_DAMAGED`], String(length));
    }
  }
});

test('a cut plain file gives its complete records, and one failure unless the cut is between two records', async () => {
  const file = Buffer.concat(records);
  const ends = bounds(records);
  for (const length of offsetsOf(file.length + 1)) {
    const reading = await read(file.subarray(0, length), { chunk: 1000 });
    // A record is complete without the line ends after it.
    assert.equal(reading.titles, before(ends, length, 4), String(length));
    const isEnd = ends.some((end) => length <= end && length >= end - 4) || length === 0;
    const start = ends.findLast((end) => end <= length);
    assert.equal(failuresOf(reading), isEnd ? [] : [`x:${start} INPUT_DAMAGED`], String(length));
  }
});

test('a cut file of one gzip member gives its complete records and one failure', async () => {
  const file = gzipSync(Buffer.concat(records));
  let most = 0;
  for (const length of offsetsOf(file.length, 1)) {
    const reading = await read(file.subarray(0, length), { chunk: 1000 });
    assert.equal(reading.titles, TITLES.slice(0, reading.titles.length), String(length));
    assert.ok(reading.titles.length >= most, String(length));
    most = reading.titles.length;
    assert.is(reading.failures.length, 1, String(length));
    assert.match(failuresOf(reading)[0] ?? '', /^x:0(\+\d+)? INPUT_DAMAGED$/);
  }
});

/** True if every page is unchanged. */
const areOriginal = ({ items }: Reading): boolean =>
  pagesOf(items).every((page) => TITLES.some((title) => text(page.html) === html(title)));

/** Fails unless all pages were read in order, except the one that contains a changed byte. */
function assertOthers(reading: Reading, ends: readonly number[], offset: number): void {
  const hit = ends.findLastIndex((end) => end <= offset);
  const others = TITLES.filter((_, index) => PAGE_AT[index] !== hit);
  assert.equal(
    reading.titles.filter((title) => others.includes(title)),
    others,
    String(offset),
  );
}

test('a changed byte in a gzip file damages no other member and gives no false page', async () => {
  const file = Buffer.concat(gzipped);
  const ends = bounds(gzipped);
  for (const offset of offsetsOf(file.length)) {
    const changed = Buffer.from(file);
    changed[offset] = (changed[offset] ?? 0) ^ (1 << (offset % 8));
    const reading = await read(changed, { chunk: 1000 });
    assertOthers(reading, ends, offset);
    assert.ok(areOriginal(reading), String(offset));
    assert.ok(reading.failures.length <= 1, String(offset));
    // Some bits of a header, and the padding of the last byte, have no meaning.
    assert.ok(reading.failures.length === 1 || reading.titles.length === TITLES.length, String(offset));
  }
});

test('a changed byte in a plain file damages no other record', async () => {
  const file = Buffer.concat(records);
  const ends = bounds(records);
  for (const offset of offsetsOf(file.length)) {
    for (const value of [(file[offset] ?? 0) ^ (1 << (offset % 8)), 0x39]) {
      const changed = Buffer.from(file);
      changed[offset] = value;
      const reading = await read(changed, { chunk: 1000 });
      assertOthers(reading, ends, offset);
      assert.ok(reading.failures.length <= 2, `${offset} ${value}`);
    }
  }
});

test('a file of one gzip member that is cut gives all records before the cut', async () => {
  const file = gzipSync(Buffer.concat(records));
  assert.equal((await read(file.subarray(0, -1))).titles, TITLES);
  assert.equal((await read(file.subarray(0, -8))).titles, TITLES);
  const half = (await read(file.subarray(0, file.length - 60))).titles;
  assert.ok(half.length > 0 && half.length < 4, half.join());
});

test('a changed byte in a file of one gzip member gives a failure or all pages', async () => {
  const file = gzipSync(Buffer.concat(records));
  for (const offset of offsetsOf(file.length)) {
    const changed = Buffer.from(file);
    changed[offset] = (changed[offset] ?? 0) ^ 0x10;
    const reading = await read(changed);
    assert.ok(reading.titles.length === TITLES.length || reading.failures.length > 0, String(offset));
  }
});

const [one, two] = [response(html('one')), response(html('two'))];

const WORDS = ['x', 'garbage', '\0'.repeat(5000), 'WARC/', 'WARC/1.0\r\n\r\n', 'a\r\n\r\nb\r\n\r\n'];
const GARBAGE = [...WORDS.map((words) => Buffer.from(words)), Buffer.from([0x1f, 0x8b, 8]), gzipSync('words')];

for (const garbage of GARBAGE) {
  const name = JSON.stringify(garbage.toString('latin1', 0, 20));

  test(`reports garbage between two records once and skips it: ${name}`, async () => {
    const forms = [
      [bytesOf(one, garbage, two), one.length],
      [bytesOf(members([one]), garbage, members([two])), gzipSync(one).length],
      [gzipSync(bytesOf(one, garbage, two)), `0+${one.length}`],
    ] as const;
    for (const [bytes, offset] of forms) {
      for (const chunk of [1, 100_000]) {
        const reading = await read(bytes, { chunk });
        assert.equal([reading.titles, failuresOf(reading)], [['one', 'two'], [`x:${offset} INPUT_DAMAGED`]]);
      }
    }
  });

  test(`reports garbage at the beginning and at the end: ${name}`, async () => {
    // Compressed garbage makes a plain file look like a compressed one.
    for (const bytes of garbage[0] === 0x1f ? [members([one])] : [one, members([one])]) {
      const reading = await read(bytesOf(garbage, bytes, garbage));
      assert.equal(
        [reading.titles, failuresOf(reading)],
        [['one'], ['x:0 INPUT_DAMAGED', `x:${garbage.length + bytes.length} INPUT_DAMAGED`]],
      );
    }
  });
}

test('rejects input that is not a WARC; accepts an empty file', async () => {
  for (const bytes of ['words', '{"url":"x"}\n', html('one'), gzipSync(html('one'))]) {
    assert.equal(failuresOf(await read(Buffer.from(bytes))), ['x:0 INPUT_DAMAGED']);
  }
  assert.equal(failuresOf(await read(new Uint8Array())), []);
});

/** Invalid headers of records, each made by a replacement. */
const HEADS: Readonly<Record<string, readonly [from: RegExp, to: string]>> = {
  'no version': [/^WARC\/1.0/, 'WARC/one'],
  'a line that is not a header': [/WARC-Date:/, 'WARC-Date'],
  'no type': [/WARC-Type/, 'WARC-Tipe'],
  'no length': [/Content-Length: \d+/, 'Content-Length: many'],
  'a negative length': [/Content-Length: /, 'Content-Length: -'],
  'two lengths': [/Content-Length: /, 'Content-Length: 1\r\nContent-Length: '],
  'no address': [/WARC-Target-URI/, 'WARC-Target-URL'],
  'a length that is too small': [/Content-Length: \d+/, 'Content-Length: 20'],
  'a length that is too large': [/Content-Length: /, 'Content-Length: 9'],
  'a length beyond any file': [/Content-Length: /, 'Content-Length: 99999999'],
  'no status line': [/HTTP\/1/, 'HTML 1'],
};

for (const [name, [from, to]] of Object.entries(HEADS)) {
  test(`a record with ${name} is one failure and does not affect others`, async () => {
    const bad = bytesOf(text(one).replace(from, to));
    for (const bytes of [bytesOf(two, bad, two), members([two, bad, two])]) {
      const offset = bytes.length > 1000 ? two.length : gzipSync(two).length;
      const check = (reading: Reading): void =>
        assert.equal([reading.titles, failuresOf(reading)], [['two', 'two'], [`x:${offset} INPUT_DAMAGED`]]);
      check(await read(bytes));
      await withFile(bytes, async (path) => check(await read(path)))();
    }
  });
}

test('a wrong length of a large record in a file does not affect the records after it', async () => {
  const image = record(
    'resource',
    { 'WARC-Target-URI': 'x:y', 'Content-Length': '4000000' },
    Buffer.alloc(2_000_000, 'abc'),
  );
  const bytes = bytesOf(image, one, two, record('metadata', {}, Buffer.alloc(3_000_000, 'abc')), two);
  await withFile(bytes, async (path) => {
    const reading = await read(path);
    assert.equal([reading.titles, failuresOf(reading)], [['one', 'two', 'two'], ['x:0 INPUT_DAMAGED']]);
  })();
  // A stream cannot be read again, so the bytes up to the claimed length are lost.
  assert.equal((await read(bytes)).titles, ['two']);
});

test('a damaged large gzip member does not affect other members', async () => {
  const large = gzipSync(
    record('resource', { 'WARC-Target-URI': 'x:y', 'Content-Type': 'text/html' }, Buffer.alloc(40_000_000, 'abc ')),
  );
  const half = large.length >> 1;
  const broken = Buffer.from(large);
  broken[large.length - 6] = (broken[large.length - 6] ?? 0) ^ 1;
  for (const damaged of [large.subarray(0, half), broken]) {
    const reading = await read(bytesOf(members([one]), damaged, members([two])), {
      raw: true,
      maxPageBytes: 50_000_000,
    });
    assert.equal([reading.titles, failuresOf(reading)], [['one', 'two'], [`x:${gzipSync(one).length} INPUT_DAMAGED`]]);
  }
});

test('reads a record that is split into several gzip members', async () => {
  const [head, middle, tail] = [one.subarray(0, 100), one.subarray(100, 200), one.subarray(200)];
  assert.equal((await read(members([head, middle, tail, two]))).titles, ['one', 'two']);
  const short = await read(members([head, middle, two]));
  assert.equal([short.titles, failuresOf(short)], [['two'], ['x:0 INPUT_DAMAGED']]);
});

test('accepts records without the line ends after them', async () => {
  for (const end of [0, 1, 2, 3]) {
    const bare = one.subarray(0, one.length - 4 + end);
    for (const bytes of [bytesOf(bare, two), members([bare, two])]) {
      const reading = await read(bytes);
      assert.equal([reading.titles, failuresOf(reading)], [['one', 'two'], []], String(end));
    }
  }
});

/** Counts the calls until `stop` is called. */
function countInflations(): { stop: () => number } {
  const original = zlib.inflateRawSync;
  let calls = 0;
  zlib.inflateRawSync = (...given) => {
    calls += 1;
    return original(...given);
  };
  syncBuiltinESMExports();
  return {
    stop: () => {
      zlib.inflateRawSync = original;
      syncBuiltinESMExports();
      return calls;
    },
  };
}

test('of many damaged gzip members in a row, fewer and fewer are inflated', async () => {
  const member = gzipSync('WARC/1.0 again and again', { level: 0 }).subarray(0, 30);
  const inflations = async (count: number): Promise<number> => {
    const bytes = Buffer.concat(Array.from({ length: count }, () => member));
    const counter = countInflations();
    const reading = await read(bytesOf(bytes, Buffer.alloc(8192), members([one])));
    assert.equal(reading.titles, ['one']);
    return counter.stop();
  };
  const few = await inflations(2000);
  assert.ok(few >= 2000, `${few} inflations`);
  const [many, more] = [await inflations(40_000), await inflations(80_000)];
  assert.ok(many < 20_000 && more - many < 4000, `${many} and ${more} inflations`);
});

/** A wrong reader takes minutes for these bytes, after and before a page; the time must be linear. */
const readLinearly = (name: string, size: number, make: (size: number) => Uint8Array): Promise<Reading> =>
  assertLinear(name, size, (part) => read(make(part), { chunk: 64 * 1024 }));

const STRESS_INPUTS: Readonly<Record<string, { readonly unit: string; readonly bytes: number }>> = {
  'line feeds after a record': { unit: '\n', bytes: 8 << 20 },
  'returns after a record': { unit: '\r', bytes: 8 << 20 },
  'records in the head of each other': { unit: 'a:WARC/1.0\n', bytes: 1 << 19 },
  'heads without an end': { unit: 'WARC/1.0\na:', bytes: 1 << 20 },
  'heads that are refused': { unit: `WARC/1.0\n${'a:WARC/1.0\n'.repeat(5000)}\n`, bytes: 1 << 19 },
};

for (const [name, { unit, bytes }] of Object.entries(STRESS_INPUTS)) {
  test(`reads bytes between two records in linear time: ${name}`, async () => {
    const ways: readonly ((input: Uint8Array) => Uint8Array)[] = [
      (input) => bytesOf(one, input, '\r\n', two),
      (input) => bytesOf(one.subarray(0, -4), input, '\r\n', two),
      (input) => bytesOf(members([one]), input, members([two])),
      (input) => gzipSync(bytesOf(one, input, '\r\n', two)),
    ];
    for (const way of ways) {
      const inputOf = (size: number): Uint8Array => Buffer.from(unit.repeat(Math.ceil(size / unit.length)));
      assert.equal((await readLinearly(name, bytes, (size) => way(inputOf(size)))).titles.at(-1), 'two');
    }
  });
}

test('finds the next member in linear time where headers of members repeat', async () => {
  for (const header of [
    [0x1f, 0x8b, 8],
    [0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 0, 0x57],
    [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 5],
  ]) {
    const reading = await readLinearly(`headers ${header}`, 1 << 20, (size) =>
      bytesOf(members([one]), Buffer.alloc(size, Buffer.from(header)), Buffer.alloc(8192), members([two])),
    );
    assert.equal(reading.titles, ['one', 'two']);
  }
});

test('members whose common end inflates to 16 MiB are not inflated for each of them', async () => {
  const stored = (length: number): Buffer => {
    const block = Buffer.alloc(5);
    block.writeUInt16LE(length, 1);
    block.writeUInt16LE(length ^ 0xffff, 3);
    return block;
  };
  const start = bytesOf(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0]), stored(15), 'WARC/');
  // The stored blocks of a member contain the header of the next member; all end in the same damaged data.
  const nested = (count: number): Uint8Array => {
    const end = gzipSync(Buffer.alloc(count * 40_000, 'WARC/')).subarray(10, -8);
    const copies = Array.from({ length: count }, () => start);
    return bytesOf(members([one]), ...copies, end, Buffer.alloc(8), members([two]));
  };
  assert.equal((await readLinearly('nested members', 400, nested)).titles[0], 'one');
});

test('reads a record that is split into many gzip members, some of them empty', async () => {
  const empty = gzipSync('');
  const letters = Array.from(one, (byte) => bytesOf(gzipSync(Uint8Array.of(byte)), empty));
  const reading = await readLinearly('empty members', 20_000, (count) =>
    bytesOf(...letters, members([two]), ...Array.from({ length: count }, () => empty)),
  );
  assert.equal([reading.titles, failuresOf(reading)], [['one', 'two'], []]);
});

test.run();
