import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
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

/** Where each part begins, and where the last one ends. */
function bounds(parts: readonly Uint8Array[]): number[] {
  const places = [0];
  for (const { length } of parts) places.push((places.at(-1) ?? 0) + length);
  return places;
}

/** Pages whose records end at or before a place, by their titles. */
function before(places: readonly number[], place: number, tail: number): string[] {
  const isPage = [2, 3, 5, 6];
  return TITLES.filter((_, index) => (places[(isPage[index] ?? 0) + 1] ?? 0) - tail <= place);
}

/** Places of a file: all, or only some so that a slow way is not taken too often. */
const places = (length: number, step = 1): number[] =>
  Array.from({ length: Math.ceil(length / step) }, (_, at) => at * step);

const gzipped = records.map((one) => gzipSync(one));

test('a gzip file that ends anywhere: what is complete comes, and one failure unless a record ends there', async () => {
  const file = Buffer.concat(gzipped);
  const ends = bounds(gzipped);
  for (const length of places(file.length + 1)) {
    for (const chunk of length % 16 === 0 ? [10, 1000] : [1000]) {
      const reading = await read(file.subarray(0, length), { chunk });
      assert.equal(reading.titles, before(ends, length, 0), String(length));
      const isEnd = ends.includes(length);
      const start = ends.findLast((end) => end <= length);
      assert.equal(failuresOf(reading), isEnd ? [] : [`x:${start} INPUT_DAMAGED`], String(length));
    }
  }
});

test('a plain file that ends anywhere: the same', async () => {
  const file = Buffer.concat(records);
  const ends = bounds(records);
  for (const length of places(file.length + 1)) {
    const reading = await read(file.subarray(0, length), { chunk: 1000 });
    // Without its line ends a record is complete all the same.
    assert.equal(reading.titles, before(ends, length, 4), String(length));
    const isEnd = ends.some((end) => length <= end && length >= end - 4) || length === 0;
    const start = ends.findLast((end) => end <= length);
    assert.equal(failuresOf(reading), isEnd ? [] : [`x:${start} INPUT_DAMAGED`], String(length));
  }
});

test('a file that is one gzip member and ends anywhere: what is complete comes, and one failure', async () => {
  const file = gzipSync(Buffer.concat(records));
  for (const length of places(file.length, 3).slice(1)) {
    const reading = await read(file.subarray(0, length), { chunk: 1000 });
    assert.equal(reading.titles, TITLES.slice(0, reading.titles.length), String(length));
    assert.is(reading.failures.length, 1, String(length));
    assert.match(failuresOf(reading)[0] ?? '', /^x:0(\+\d+)? INPUT_DAMAGED$/);
  }
});

/** Whether a page is one of those that there were, byte for byte. */
const isTrue = ({ items }: Reading): boolean =>
  pagesOf(items).every((page) => TITLES.some((title) => text(page.bytes) === html(title)));

/** Which of the records are the pages. */
const PAGE_AT = [2, 3, 5, 6];

/** All pages but the one that a changed byte is in, in their order. */
function othersCame(reading: Reading, ends: readonly number[], place: number): void {
  const hit = ends.findLastIndex((end) => end <= place);
  const others = TITLES.filter((_, index) => PAGE_AT[index] !== hit);
  assert.equal(
    reading.titles.filter((title) => others.includes(title)),
    others,
    String(place),
  );
}

test('a gzip file with one byte changed anywhere: other members are as they were, nothing false comes', async () => {
  const file = Buffer.concat(gzipped);
  const ends = bounds(gzipped);
  for (const place of places(file.length)) {
    const changed = Buffer.from(file);
    changed[place] = (changed[place] ?? 0) ^ (1 << (place % 8));
    const reading = await read(changed, { chunk: 1000 });
    othersCame(reading, ends, place);
    assert.ok(isTrue(reading), String(place));
    assert.ok(reading.failures.length <= 1, String(place));
    // Some bits of a header, and those that fill up the last byte, mean nothing.
    assert.ok(reading.failures.length === 1 || reading.titles.length === TITLES.length, String(place));
  }
});

test('a plain file with one byte changed anywhere: other records are as they were', async () => {
  const file = Buffer.concat(records);
  const ends = bounds(records);
  for (const place of places(file.length)) {
    for (const value of [(file[place] ?? 0) ^ (1 << (place % 8)), 0x39]) {
      const changed = Buffer.from(file);
      changed[place] = value;
      const reading = await read(changed, { chunk: 1000 });
      othersCame(reading, ends, place);
      assert.ok(reading.failures.length <= 2, `${place} ${value}`);
    }
  }
});

test('a file that is one gzip member with one byte changed anywhere: no crash, no hang', async () => {
  const file = gzipSync(Buffer.concat(records));
  for (const place of places(file.length)) {
    const changed = Buffer.from(file);
    changed[place] = (changed[place] ?? 0) ^ 0x10;
    const reading = await read(changed);
    assert.ok(reading.titles.length === TITLES.length || reading.failures.length > 0, String(place));
  }
});

const [one, two] = [response(html('one')), response(html('two'))];

const WORDS = ['x', 'garbage', '\0'.repeat(5000), 'WARC/', 'WARC/1.0\r\n\r\n', 'a\r\n\r\nb\r\n\r\n'];
const GARBAGE = [...WORDS.map((words) => Buffer.from(words)), Buffer.from([0x1f, 0x8b, 8]), gzipSync('words')];

for (const garbage of GARBAGE) {
  const name = JSON.stringify(garbage.toString('latin1', 0, 20));

  test(`garbage is failuresOf of once, and passed over: ${name}`, async () => {
    const forms = [
      [bytesOf(one, garbage, two), one.length],
      [bytesOf(members([one]), garbage, members([two])), gzipSync(one).length],
      [gzipSync(bytesOf(one, garbage, two)), `0+${one.length}`],
    ] as const;
    for (const [bytes, place] of forms) {
      for (const chunk of [1, 100_000]) {
        const reading = await read(bytes, { chunk });
        assert.equal([reading.titles, failuresOf(reading)], [['one', 'two'], [`x:${place} INPUT_DAMAGED`]]);
      }
    }
  });

  test(`garbage at the beginning and at the end: ${name}`, async () => {
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

test('what is no WARC at all is one failure, and nothing is none', async () => {
  for (const bytes of ['words', '{"url":"x"}\n', html('one'), gzipSync(html('one'))]) {
    assert.equal(failuresOf(await read(Buffer.from(bytes))), ['x:0 INPUT_DAMAGED']);
  }
  assert.equal(failuresOf(await read(new Uint8Array())), []);
});

/** Heads that a record may not have, each with something in it to replace. */
const HEADS: Readonly<Record<string, readonly [from: RegExp, to: string]>> = {
  'no version': [/^WARC\/1.0/, 'WARC/one'],
  'a line that is no header': [/WARC-Date:/, 'WARC-Date'],
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
  test(`a record with ${name} is a failure of its own`, async () => {
    const bad = bytesOf(text(one).replace(from, to));
    for (const bytes of [bytesOf(two, bad, two), members([two, bad, two])]) {
      const place = bytes.length > 1000 ? two.length : gzipSync(two).length;
      const check = (reading: Reading): void =>
        assert.equal([reading.titles, failuresOf(reading)], [['two', 'two'], [`x:${place} INPUT_DAMAGED`]]);
      check(await read(bytes));
      await withFile(bytes, async (path) => check(await read(path)))();
    }
  });
}

test('a false length of a large record takes none of the records behind it along, in a file', async () => {
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
  // A stream is not read again: what the length claims has gone by.
  assert.equal((await read(bytes)).titles, ['two']);
});

test('a large gzip member that is damaged takes no other along', async () => {
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

test('a record that is in several gzip members is one', async () => {
  const [head, middle, tail] = [one.subarray(0, 100), one.subarray(100, 200), one.subarray(200)];
  assert.equal((await read(members([head, middle, tail, two]))).titles, ['one', 'two']);
  const short = await read(members([head, middle, two]));
  assert.equal([short.titles, failuresOf(short)], [['two'], ['x:0 INPUT_DAMAGED']]);
});

test('records without the line ends behind them', async () => {
  for (const end of [0, 1, 2, 3]) {
    const bare = one.subarray(0, one.length - 4 + end);
    for (const bytes of [bytesOf(bare, two), members([bare, two])]) {
      const reading = await read(bytes);
      assert.equal([reading.titles, failuresOf(reading)], [['one', 'two'], []], String(end));
    }
  }
});

test('a file that begins a gzip member everywhere is done in time', async () => {
  const member = gzipSync('WARC/1.0 again and again', { level: 0 }).subarray(0, 30);
  const bytes = Buffer.concat(Array.from({ length: 40_000 }, () => member));
  const start = Date.now();
  const reading = await read(bytesOf(bytes, Buffer.alloc(8192), members([one])));
  assert.equal(reading.titles, ['one']);
  assert.ok(Date.now() - start < 10_000);
});

test.run();
