/** Reading WARCs: what is a page, what its bytes are, and what is made of broken ones. */
import { Buffer } from 'node:buffer';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type CrawlPage, readWarc, type WarcOptions } from 'refrain/input';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WARCParser } from 'warcio';
import { members, warcRecord } from '../support/warc.ts';

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface Outcome {
  /** URL and text of each page. */
  readonly pages: string[];
  /** Source and code of each failure. */
  readonly failures: string[];
}

async function read(bytes: Uint8Array, options: WarcOptions = {}, size = bytes.length): Promise<Outcome> {
  const pages: string[] = [];
  const failures: string[] = [];
  const onFailure: WarcOptions['onFailure'] = ({ source, error }) =>
    failures.push(`${source} ${'code' in error ? String(error.code) : error.message}`);
  for await (const page of readWarc(pieces(bytes, Math.max(1, size)), { name: 'w', onFailure, ...options })) {
    if ('raw' in page) continue;
    pages.push(`${page.url} ${Buffer.from(page.bytes).toString('utf8')}`);
  }
  return { pages, failures };
}

const page = (number: number, more: string = ''): Buffer =>
  warcRecord({ url: `https://a.example/${number}`, body: `<p>page ${number}${more}</p>` });

const textOf = (number: number): string => `https://a.example/${number} <p>page ${number}</p>`;

/** Where each ends of parts of such lengths. */
const sums = (lengths: readonly number[]): number[] =>
  lengths.map((_, at) => lengths.slice(0, at + 1).reduce((sum, length) => sum + length, 0));

const five = [1, 2, 3, 4, 5].map((number) => page(number));

test('pages of plain, gzipped and wholly compressed WARCs, in chunks of any size', async () => {
  for (const bytes of [Buffer.concat(five), members(five), gzipSync(Buffer.concat(five))]) {
    for (const size of [1, 2, 7, 100, bytes.length]) {
      assert.equal(await read(bytes, {}, size), { pages: [1, 2, 3, 4, 5].map(textOf), failures: [] });
    }
  }
});

test('a page tells its URL, type, place and record', async () => {
  const first = warcRecord({ type: 'warcinfo', contentType: 'application/warc-fields', body: 'software: x\r\n' });
  const record = warcRecord({
    version: 'WARC/1.0',
    url: '<https://b.example/x>',
    http: ['HTTP/1.1 200 OK', 'content-type: text/html;', ' charset=x', 'X-Two: 1', 'X-Two: 2'],
    fields: ['WARC-Truncated: length'],
  });
  const found: CrawlPage[] = [];
  for await (const one of readWarc(pieces(members([first, record]), 50), { name: 'crawl.warc.gz' })) {
    assert.is(one.url, 'https://b.example/x');
    assert.is(one.contentType, 'text/html; charset=x');
    assert.is(one.source, `crawl.warc.gz:${gzipSync(first).length}`);
    assert.is(one.capture.version, 'WARC/1.0');
    assert.is(one.capture.truncated, 'length');
    assert.is(one.capture.http?.statusLine, 'HTTP/1.1 200 OK');
    assert.is(one.capture.http?.fields.length, 3);
    found.push(one);
  }
  assert.is(found.length, 1);
});

test('only HTML that was found is a page', async () => {
  const typed = (contentType: string, status = '200 OK'): Buffer =>
    warcRecord({
      url: `https://a.example/${contentType}/${status}`,
      http: [`HTTP/1.1 ${status}`, `Content-Type: ${contentType}`],
    });
  const untyped = (body: string): Buffer =>
    warcRecord({ url: `https://a.example/untyped/${body.length}`, http: ['HTTP/1.0 200'], body });
  const records = [
    ...[typed('text/html'), typed('Application/XHTML+xml; x=y'), typed('text/plain'), typed('image/png')],
    ...[typed('text/html', '404 Not Found'), typed('text/html', '301 Moved'), typed('text/html', '203 Yes')],
    ...[untyped('  <!DOCTYPE html>'), untyped('plain')],
    warcRecord({ type: 'request', body: 'GET / HTTP/1.1\r\n\r\n' }),
    warcRecord({ type: 'revisit', body: 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n' }),
    warcRecord({ type: 'metadata', contentType: 'text/html' }),
    warcRecord({ type: 'resource', url: 'file:///x.html', contentType: 'text/html', body: '<p>resource' }),
    warcRecord({ type: 'response', url: 'dns:a.example', contentType: 'text/dns', http: ['20260101'], body: '' }),
  ];
  const { pages, failures } = await read(members(records));
  assert.equal(
    pages.map((one) => one.split(' ')[0]),
    [
      ...[
        'https://a.example/text/html/200',
        'https://a.example/Application/XHTML+xml;',
        'https://a.example/text/html/203',
      ],
      ...['https://a.example/untyped/17', 'file:///x.html'],
    ],
  );
  assert.equal(failures, []);
});

const chunked = (body: Uint8Array, size = 5): Buffer => {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += size) {
    const part = body.subarray(at, at + size);
    parts.push(Buffer.from(`${part.length.toString(16)};x=y\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
};

test('transfer and content encodings are undone, also where they only seem to be there', async () => {
  const body = Buffer.from('<html><p>Grüße aus der Kiste</p>');
  const cases: readonly (readonly [string[], Uint8Array])[] = [
    [['Transfer-Encoding: chunked'], chunked(body)],
    [['Transfer-Encoding: chunked'], body],
    [['Content-Encoding: gzip'], gzipSync(body)],
    [['Content-Encoding: gzip'], body],
    [['Content-Encoding: x-gzip', 'Transfer-Encoding: Chunked'], chunked(gzipSync(body), 9)],
    [['Content-Encoding: br'], brotliCompressSync(body)],
    [['Content-Encoding: br'], body],
    [['Content-Encoding: deflate'], deflateSync(body)],
    [['Content-Encoding: deflate'], deflateRawSync(body)],
    [['Content-Encoding: deflate'], body],
    [['Content-Encoding: gzip, br'], brotliCompressSync(gzipSync(body))],
    [['Content-Encoding: identity'], body],
    [['Content-Encoding: unheard-of'], body],
  ];
  for (const [fields, bytes] of cases) {
    const record = warcRecord({ http: ['HTTP/1.1 200 OK', 'Content-Type: text/html', ...fields], body: bytes });
    assert.equal(await read(record), { pages: [`https://a.example/ ${body.toString()}`], failures: [] }, fields.join());
  }
  for (const [encoding, bytes] of [
    ['gzip', gzipSync(body).subarray(0, 25)],
    ['br', Buffer.from([1, 2, 3])],
    ['zip', Buffer.from([1])],
  ] as const) {
    const record = warcRecord({
      http: ['HTTP/1.1 200 OK', 'Content-Type: text/html', `Content-Encoding: ${encoding}`],
      body: bytes,
    });
    assert.equal(
      await read(Buffer.concat([record, page(1)])),
      { pages: [textOf(1)], failures: ['w:0 INPUT_DAMAGED'] },
      encoding,
    );
  }
});

test('a page that is too large is told of, in whatever way it is, and the next one is read', async () => {
  const large = '<p>'.padEnd(3000, 'x');
  for (const record of [
    warcRecord({ body: large }),
    warcRecord({
      body: gzipSync(large),
      http: ['HTTP/1.1 200 OK', 'Content-Type: text/html', 'Content-Encoding: gzip'],
    }),
    warcRecord({ body: 'x'.repeat(3_000_000) }),
  ]) {
    for (const bytes of [Buffer.concat([record, page(1)]), members([record, page(1)])]) {
      const { pages, failures } = await read(bytes, { maxPageBytes: 1000 }, 1000);
      assert.equal(pages, [textOf(1)]);
      assert.equal(failures, ['w:0 PAGE_TOO_LARGE']);
    }
  }
});

test('a record that is large and no page is passed over without being held', async () => {
  const film = warcRecord({ http: ['HTTP/1.1 200 OK', 'Content-Type: video/mp4'], body: Buffer.alloc(40_000_000, 7) });
  const request = warcRecord({ type: 'request', body: Buffer.alloc(20_000_000, 7) });
  for (const bytes of [members([request, page(1)]), Buffer.concat([request, page(1)]), members([film, page(1)])]) {
    assert.equal((await read(bytes, { maxPageBytes: 50_000_000 }, 65_536)).pages, [textOf(1)]);
  }
});

test('cut anywhere: all whole records come, and one failure unless it is cut between two', async () => {
  for (const [bytes, lengths] of [
    [Buffer.concat(five), five.map(({ length }) => length)],
    [members(five), five.map((one) => gzipSync(one).length)],
  ] as const) {
    const boundaries = sums(lengths);
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const { pages, failures } = await read(bytes.subarray(0, cut), {}, 1000);
      const whole = boundaries.filter((boundary) => boundary <= cut).length;
      // The empty lines behind a record that is not compressed are nothing to miss.
      const isWhole = boundaries.some((boundary) => cut <= boundary && cut >= boundary - (bytes[0] === 0x57 ? 4 : 0));
      assert.ok(
        pages.length === whole || (isWhole && pages.length === whole + 1),
        `cut at ${cut}: ${pages.length} of ${whole}`,
      );
      assert.equal(pages, [1, 2, 3, 4, 5].slice(0, pages.length).map(textOf));
      assert.is(failures.length, isWhole ? 0 : 1, `cut at ${cut}: ${failures.join()}`);
      if (!isWhole) assert.match(failures[0] ?? '', /^w:\d+ INPUT_DAMAGED$/);
    }
  }
});

test('flipped anywhere: never stuck, and the records of other members come', async () => {
  const bytes = members(five);
  const ends = sums(five.map((one) => gzipSync(one).length));
  for (let at = 0; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ (1 << (at & 7));
    const { pages, failures } = await read(altered, {}, 1000);
    const hit = ends.findIndex((end) => at < end);
    for (const number of [1, 2, 3, 4, 5]) {
      // A name, time or system in a gzip header may change and nothing is lost.
      if (number !== hit + 1)
        assert.ok(pages.includes(textOf(number)), `byte ${at} of record ${hit + 1}: ${number} is missing`);
    }
    assert.ok(pages.length === 5 || failures.length > 0, `byte ${at}`);
  }
  const plain = Buffer.concat(five);
  for (let at = 0; at < plain.length; at += 1) {
    const altered = Buffer.from(plain);
    altered[at] = (altered[at] ?? 0) ^ (1 << (at & 7));
    const { pages } = await read(altered, {}, 1000);
    assert.ok(pages.length >= 2 && pages.length <= 6, `byte ${at}: ${pages.length} pages`);
  }
});

test('garbage between records is told of and passed over', async () => {
  const garbage = Buffer.from('\x1f\x8b\x08 this is no member; it looks like one \x1f\x8b\x08\0\0\0\0\0\0\x03nonsense');
  const plain = Buffer.concat([page(1), Buffer.from('garbage WARC/ and more\r\n'), page(2), Buffer.from('tail')]);
  assert.equal(await read(plain), {
    pages: [textOf(1), textOf(2)],
    failures: [`w:${page(1).length} INPUT_DAMAGED`, `w:${plain.length - 4} INPUT_DAMAGED`],
  });
  const zipped = Buffer.concat([members([page(1)]), garbage, members([page(2), page(3)])]);
  assert.equal(await read(zipped), {
    pages: [textOf(1), textOf(2), textOf(3)],
    failures: [`w:${members([page(1)]).length} INPUT_DAMAGED`],
  });
  for (const bytes of [Buffer.from('nonsense'), Buffer.from('WARC/'), Buffer.from([0x1f, 0x8b, 8])]) {
    assert.is((await read(bytes)).failures.length, 1);
  }
  assert.equal(await read(Buffer.alloc(0)), { pages: [], failures: [] });
});

test('without anybody to tell, the first failure is thrown, with file and place; so is what the input throws', async () => {
  const drain = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
    try {
      for await (const _ of readWarc(bytes, { name: 'crawl' }));
    } catch (error) {
      return (error as Error).message;
    }
    return 'none';
  };
  assert.match(await drain(pieces(page(1).subarray(0, -20), 100)), 'crawl:0: the record is cut off');
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield members([page(1)]);
    throw new Error('the disk is gone');
  }
  assert.match(await drain(failing()), 'the disk is gone');
});

test('the same pages as warcio finds', async () => {
  const bytes = members([...five, warcRecord({ type: 'request', body: 'GET / HTTP/1.1\r\n\r\n' }), page(6, ' more')]);
  const theirs: string[] = [];
  for await (const record of new WARCParser(pieces(bytes, 999))) {
    const text = await record.contentText();
    if (record.warcType === 'response') theirs.push(`${record.warcTargetURI} ${text}`);
  }
  assert.equal((await read(bytes)).pages, theirs);
});

test.run();
