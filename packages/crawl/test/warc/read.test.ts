import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { testSize } from '../../../../test/support/effort.ts';
import { Cursor, type Piece } from '../../src/warc/cursor.ts';
import { readWarc } from '../../src/warc/read-warc.ts';
import {
  bytesOf,
  chunked,
  crawl,
  failuresOf,
  html,
  members,
  messagesOf,
  pagesOf,
  read,
  readWithWarcio,
  record,
  response,
  text,
  withFile,
} from './build.ts';

const TITLES = ['one', 'two', 'three', 'four'];

const records = crawl();
const plain = Buffer.concat(records);
const FORMS = { plain, 'a member a record': members(records), 'one member': gzipSync(plain) };

for (const [form, bytes] of Object.entries(FORMS)) {
  test(`reads pages in order with their URLs, headers and versions: ${form}`, async () => {
    const reading = await read(bytes);
    assert.equal(failuresOf(reading), []);
    assert.equal(reading.titles, TITLES);
    const [one, two, , four] = pagesOf(reading.items);
    assert.is(one?.url, 'http://example.org/1');
    assert.is(one?.contentType, 'text/html; charset=utf-8');
    assert.is(text(one?.html ?? new Uint8Array()), html('one'));
    assert.is(one?.truncated, undefined);
    assert.is(one?.capture.version, 'WARC/1.0');
    assert.equal(one?.capture.http, {
      statusLine: 'HTTP/1.1 200 OK',
      headers: [['Content-Type', 'text/html; charset=utf-8']],
    });
    assert.equal(one?.capture.warcHeaders.slice(0, 2), [
      ['WARC-Type', 'response'],
      ['WARC-Record-ID', '<urn:uuid:00000000-0000-4000-8000-000000000001>'],
    ]);
    assert.is(two?.capture.version, 'WARC/1.1');
    assert.is(four?.capture.http, undefined);
    assert.is(four?.contentType, 'text/html');
  });

  test(`gives the same for chunks of any size and for a file: ${form}`, async () => {
    const whole = await read(bytes, { raw: true });
    for (const chunk of [1, 2, 7, 100, 1000])
      assert.equal(await read(bytes, { raw: true, chunk }), whole, String(chunk));
    await withFile(bytes, async (path) => assert.equal(await read(path, { raw: true }), whole))();
  });

  test(`reads the same pages as warcio: ${form}`, async () => {
    const pages = (await readWithWarcio(bytes)).filter(({ type }) => type === 'response' || type === 'resource');
    const ours = pagesOf((await read(bytes)).items);
    assert.equal(
      ours.map(({ url, html: bytes, capture }) => ({ url, body: text(bytes), headers: capture.warcHeaders })),
      pages.map(({ url, body, headers }) => ({ url, body: text(body), headers })),
    );
  });

  test(`pages and other records own their buffers, so that they can move to another thread: ${form}`, async () => {
    for (const item of (await read(bytes, { raw: true })).items) {
      const own = item.kind === 'page' ? item.html : item.raw;
      assert.is(own.byteLength, own.buffer.byteLength);
      assert.equal(structuredClone(item), item);
    }
  });
}

test('a source is the offset of the record in the file, plus the offset in its gzip member if that has several records', async () => {
  const sourcesOf = async (bytes: Uint8Array): Promise<string[]> =>
    pagesOf((await read(bytes)).items).map(({ source }) => source);
  const starts = records
    .map((_, count) => Buffer.concat(records.slice(0, count)).length)
    .filter((_, at) => at > 1 && at !== 4);
  assert.equal(
    await sourcesOf(FORMS.plain),
    starts.map((start) => `x:${start}`),
  );
  assert.equal(
    await sourcesOf(FORMS['one member']),
    starts.map((start) => `x:0+${start}`),
  );
  const offsets = (await readWithWarcio(FORMS['a member a record'])).filter(
    ({ type }) => type === 'response' || type === 'resource',
  );
  assert.equal(
    await sourcesOf(FORMS['a member a record']),
    offsets.map(({ offset }) => `x:${offset}`),
  );
});

test('skips records that are not pages without a failure', async () => {
  const others = [
    response('{}', { headers: { 'Content-Type': 'application/json' } }),
    response(html('not there'), { status: '404 Not Found' }),
    response('', { status: '301 Moved', headers: { Location: '/', 'Content-Type': 'text/html' } }),
    response('words', { headers: {} }),
    record(
      'revisit',
      { 'WARC-Target-URI': 'http://example.org/' },
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n',
    ),
    record(
      'response',
      { 'WARC-Target-URI': 'dns:example.org', 'Content-Type': 'text/dns' },
      'example.org. 1 IN A 1.1.1.1',
    ),
    record('response', { 'WARC-Target-URI': 'http://example.org/' }, ''),
    record('resource', { 'WARC-Target-URI': 'file:///x.png', 'Content-Type': 'image/png' }, '\x89PNG'),
    record('conversion', { 'WARC-Target-URI': 'http://example.org/', 'Content-Type': 'text/html' }, html('converted')),
    record('of-tomorrow', {}, 'what'),
  ];
  for (const bytes of [members(others), Buffer.concat(others)]) {
    const reading = await read(Buffer.concat([bytes, bytes]));
    assert.equal([failuresOf(reading), reading.items], [[], []]);
    assert.is((await read(bytes, { raw: true })).items.length, others.length);
  }
});

test('reads XHTML, and bodies without a type that begin like HTML, as pages', async () => {
  const xhtml = response(html('one'), { headers: { 'content-type': 'Application/XHTML+xml' } });
  const bare = response(` \n${html('two').replace('<!doctype', '<!DOCTYPE')}`, { headers: {} });
  const gzipped = response(gzipSync('<HTML><title>three</title>'), { headers: { 'Content-Encoding': 'gzip' } });
  const reading = await read(members([xhtml, bare, gzipped]));
  assert.equal(reading.titles, ['one', 'two', 'three']);
  assert.equal(
    pagesOf(reading.items).map(({ contentType }) => contentType),
    ['Application/XHTML+xml', undefined, undefined],
  );
});

test('removes angle brackets around a URL', async () => {
  const reading = await read(members([response(html('one'), { url: '<http://example.org/a>' })]));
  assert.is(pagesOf(reading.items)[0]?.url, 'http://example.org/a');
});

test('reads headers that are folded, in UTF-8, or without carriage returns', async () => {
  const block = 'HTTP/1.1 200 OK\nContent-Type: text/html;\n\tcharset=latin1\nnoise\n\nhi';
  const head = 'WARC/1.1\nWARC-Type: response\nWARC-Target-URI:\n http://example.org/é\n';
  const bytes = bytesOf(`${head}Content-Length: ${block.length}\n\n${block}\n\n`);
  const [page] = pagesOf((await read(bytes)).items);
  assert.is(page?.url, 'http://example.org/é');
  assert.is(page?.contentType, 'text/html; charset=latin1');
  assert.is(text(page?.html ?? new Uint8Array()), 'hi');
});

const body = html('one');
const typed = (headers: Record<string, string>): Record<string, string> => ({
  'Content-Type': 'text/html',
  ...headers,
});
const inChunks = (bytes: Uint8Array, size: number, extra = ''): Buffer => {
  const parts: (string | Uint8Array)[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    parts.push(`${part.length.toString(16).toUpperCase()}${extra}\r\n`, part, '\r\n');
  }
  return bytesOf(...parts, '0\r\n\r\n');
};
const bytes = Buffer.from(body);
const CHUNKED = { 'Transfer-Encoding': 'chunked' };

const ENCODED: Readonly<Record<string, readonly [body: Uint8Array, headers: Record<string, string>]>> = {
  chunked: [inChunks(bytes, 20), CHUNKED],
  'chunked, with extensions': [inChunks(bytes, 33, ' ;a=b'), { 'transfer-encoding': 'Chunked' }],
  'chunked, with extensions of 5 kB': [inChunks(bytes, 33, `;a="${'b'.repeat(5000)}"`), CHUNKED],
  'chunked, with zeros before each size': [
    bytesOf(text(inChunks(bytes, 33)).replaceAll(/^(?=[0-9A-F]+\r)/gm, '0'.repeat(20))),
    CHUNKED,
  ],
  'chunked, with line feeds only': [bytesOf(text(inChunks(bytes, 33)).replaceAll('\r\n', '\n')), CHUNKED],
  'chunked, with trailers': [bytesOf(inChunks(bytes, 33).subarray(0, -2), 'Expires: never\r\n\r\n'), CHUNKED],
  'chunked, one byte a chunk': [inChunks(bytes, 1), CHUNKED],
  gzip: [gzipSync(bytes), { 'Content-Encoding': 'gzip' }],
  'x-gzip': [gzipSync(bytes), { 'content-encoding': 'X-GZIP' }],
  deflate: [deflateSync(bytes), { 'Content-Encoding': 'deflate' }],
  'deflate, raw': [deflateRawSync(bytes), { 'Content-Encoding': 'deflate' }],
  br: [brotliCompressSync(bytes), { 'Content-Encoding': 'br' }],
  'gzip, chunked': [inChunks(gzipSync(bytes), 50), { 'Content-Encoding': 'gzip', ...CHUNKED }],
  'br, chunked': [inChunks(brotliCompressSync(bytes), 9), { 'Content-Encoding': 'br', ...CHUNKED }],
  'gzip, then br': [brotliCompressSync(gzipSync(bytes)), { 'Content-Encoding': 'gzip, br' }],
  'five in another': [
    gzipSync(deflateSync(gzipSync(brotliCompressSync(gzipSync(bytes))))),
    { 'Content-Encoding': 'gzip, br, identity, gzip, deflate,, gzip' },
  ],
  identity: [bytes, { 'Content-Encoding': 'identity' }],
  'chunked, but the body is not': [bytes, CHUNKED],
  'gzip, but the body is not': [bytes, { 'Content-Encoding': 'gzip' }],
  'deflate, but the body is not': [bytes, { 'Content-Encoding': 'deflate' }],
  'br, but the body is not': [bytes, { 'Content-Encoding': 'br' }],
  'zstd, but the body is not': [bytes, { 'Content-Encoding': 'zstd' }],
  'gzip, chunked, but the body is neither': [bytes, { 'Content-Encoding': 'gzip', ...CHUNKED }],
  'gzip, chunked, but the body is gzip only': [gzipSync(bytes), { 'Content-Encoding': 'gzip', ...CHUNKED }],
  'gzip, chunked, but the body is chunked only': [inChunks(bytes, 100), { 'Content-Encoding': 'gzip', ...CHUNKED }],
  'a character set in place of an encoding': [bytes, { 'Content-Encoding': 'UTF-8' }],
};

for (const [name, [encoded, headers]] of Object.entries(ENCODED)) {
  test(`decodes transfer and content encodings: ${name}`, async () => {
    const reading = await read(members([response(encoded, { headers: typed(headers) })]));
    assert.equal(failuresOf(reading), []);
    const [page] = pagesOf(reading.items);
    assert.is(text(page?.html ?? new Uint8Array()), body);
    assert.is(page?.truncated, undefined);
  });
}

test('a cut encoding is a failure; with WARC-Truncated it is a page', async () => {
  for (const [name, [encoded, headers]] of Object.entries(ENCODED)) {
    // The other bodies lack the encoding of their headers.
    if (name.includes(' but ') || name.includes('trailers') || name.includes('in place') || name === 'identity')
      continue;
    const cut = encoded.subarray(0, encoded.length - 12);
    const failed = await read(members([response(cut, { headers: typed(headers) })]));
    assert.equal(failed.items, [], name);
    assert.match(failuresOf(failed).join(), 'INPUT_DAMAGED', name);
    const said = response(cut, { headers: typed(headers), warc: { 'WARC-Truncated': 'length' } });
    const reading = await read(members([said]));
    assert.equal(failuresOf(reading), [], name);
    const [page] = pagesOf(reading.items);
    assert.is(page?.truncated, 'length', name);
    assert.ok(body.startsWith(text(page?.html ?? Buffer.from('nothing'))), name);
  }
});

test('reads a page with WARC-Truncated and passes on the reason', async () => {
  const cut = response(body.slice(0, 50), { warc: { 'WARC-Truncated': 'length' } });
  const [page] = pagesOf((await read(members([cut]))).items);
  assert.is(page?.truncated, 'length');
  assert.is(text(page?.html ?? new Uint8Array()), body.slice(0, 50));
});

test('a damaged or unknown encoding fails its page', async () => {
  const broken = gzipSync(bytes);
  broken.fill(0xff, 12, 30);
  const both = [
    response(broken, { headers: typed({ 'Content-Encoding': 'gzip' }) }),
    response(Uint8Array.of(1, 2, 3), { headers: typed({ 'Content-Encoding': 'compress' }) }),
    response(Uint8Array.of(1, 2, 3), { headers: typed({ 'Content-Encoding': 'gzip' }) }),
    response(html('two')),
  ];
  const reading = await read(members(both));
  assert.equal(reading.titles, ['two']);
  assert.equal(messagesOf(reading), [
    'the gzip of the page is damaged',
    'the content encoding compress is unknown; known are gzip, deflate, br and zstd (from Node 22.15 on)',
    'the page is not compressed by gzip, which its headers name',
  ]);
  // With `raw` their records are yielded.
  assert.equal(
    (await read(members(both), { raw: true })).items.map(({ kind }) => kind),
    ['other', 'other', 'other', 'page'],
  );
});

test('refuses more than five encodings in one another, which could be as large as the page each', async () => {
  const headers = typed({ 'Content-Encoding': Array.from({ length: 6 }, () => 'gzip').join() });
  const reading = await read(members([response(gzipSync(bytes), { headers }), response(html('two'))]));
  assert.equal(reading.titles, ['two']);
  assert.is(reading.failures[0]?.error.message, 'the page has 6 content encodings, more than 5');
});

test('a body whose first line is no size is not read in chunks', async () => {
  for (const start of ['fffffffffffffffff\r\n<p>', 'g\r\n<p>', ';a=b\r\n<p>', '5x\r\n<p>', '5 \r<p>']) {
    const [page] = pagesOf((await read(members([response(start, { headers: typed(CHUNKED) })]))).items);
    assert.is(text(page?.html ?? new Uint8Array()), start);
  }
});

test('rejects a response that is not HTML, whatever its type says, by name', async () => {
  const both = [
    response('%PDF-1.7\n', { headers: typed({}) }),
    response('<?xml version="1.0"?><urlset></urlset>', { headers: typed({}) }),
    response(html('two')),
  ];
  const reading = await read(members(both));
  assert.equal(reading.titles, ['two']);
  assert.equal(messagesOf(reading), ['it is a PDF file, not HTML', 'it is an XML sitemap, not HTML']);
});

test('fails a page that is split into several records', async () => {
  const reading = await read(
    members([response(body, { warc: { 'WARC-Segment-Number': '1' } }), response(html('two'))]),
  );
  assert.equal(reading.titles, ['two']);
  assert.equal(failuresOf(reading), ['x:0 INPUT_INVALID']);
});

test('maxPageBytes limits the decoded page, not the record', async () => {
  const of = (length: number): Buffer => Buffer.alloc(length, `${body} `);
  const limit = { maxPageBytes: 10_000 };
  const gzip = typed({ 'Content-Encoding': 'gzip' });
  const reading = await read(
    members([
      response(of(10_001)),
      response(of(10_000)),
      response(gzipSync(of(10_001)), { headers: gzip }),
      response(gzipSync(of(10_000)), { headers: gzip }),
      response(inChunks(of(10_000), 100), { headers: typed(CHUNKED) }),
      response(inChunks(of(10_001), 100), { headers: typed(CHUNKED) }),
    ]),
    limit,
  );
  assert.equal(
    pagesOf(reading.items).map((page) => page.html.length),
    [10_000, 10_000, 10_000],
  );
  assert.equal(messagesOf(reading), [
    'the page has 10001 bytes, more than 10000',
    'the page has more than 10000 bytes',
    'the page has 10001 bytes, more than 10000',
  ]);
});

const MIB = 1024 * 1024;

/** Compresses badly. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let at = 0; at + 4 <= length; at += 4) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    bytes.writeInt32LE(state ^ (state >>> 13), at);
  }
  return bytes;
}

const large = response(noise(6 * MIB), { headers: { 'Content-Type': 'image/png' } });
const largePage = response(`${html('large')}${'words '.repeat(4 * MIB)}`);
const LARGE = [large, response(html('one')), largePage, response(html('two')), large, response(html('three'))];

for (const [form, bytes] of Object.entries({
  plain: Buffer.concat(LARGE),
  'a member a record': members(LARGE),
  'one member': gzipSync(Buffer.concat(LARGE)),
})) {
  test(`reads large records within maxPageBytes and fails larger ones: ${form}`, async () => {
    for (const chunk of [1000, MIB]) {
      const reading = await read(bytes, { chunk });
      assert.equal([failuresOf(reading), reading.titles], [[], ['one', 'large', 'two', 'three']]);
      assert.is(pagesOf(reading.items)[1]?.html.length, html('large').length + 6 * 4 * MIB);
    }
    const small = await read(bytes, { maxPageBytes: MIB });
    assert.equal(small.titles, ['one', 'two', 'three']);
    assert.match(small.failures[0]?.error.message ?? '', /^the page has 25165\d+ bytes, more than 1048576$/);
    assert.equal(small.failures.length, 1);
    await withFile(bytes, async (path) => {
      assert.equal((await read(path)).titles, ['one', 'large', 'two', 'three']);
    })();
  });
}

test('memory of a page in chunks does not depend on their number', async () => {
  const body = Buffer.concat([
    inChunks(Buffer.from(html('chunks')), 64).subarray(0, -5),
    Buffer.alloc(8 * MIB, '1\n<\n'),
  ]);
  const bytes = response(Buffer.concat([body, Buffer.from('0\r\n\r\n')]), {
    headers: { 'Content-Type': 'text/html', ...CHUNKED },
  });
  const before = process.memoryUsage.rss();
  assert.equal((await read(bytes)).titles, ['chunks']);
  assert.ok(process.memoryUsage.rss() - before < 64 * MIB);
});

test('memory does not grow with the size of a record', async () => {
  const block = Buffer.alloc(4 * MIB, 'not a page ');
  const count = 128;
  const length = String(count * block.length);
  async function* huge(): AsyncGenerator<Uint8Array> {
    const headers = { 'WARC-Target-URI': 'http://example.org/', 'Content-Length': length };
    yield record('response', headers, 'HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n').subarray(0, -4);
    yield block.subarray(44);
    const measure = (): void => {
      highest = Math.max(highest, process.memoryUsage.rss());
    };
    for (let sent = 1; sent < count; sent += 1) {
      measure();
      yield block;
    }
    yield bytesOf('\r\n\r\n', response(html('one')));
  }
  const before = process.memoryUsage.rss();
  let highest = 0;
  const titles: string[] = [];
  for await (const { url } of readWarc(huge())) titles.push(url);
  assert.equal(titles, ['http://example.org/']);
  assert.ok(highest - before < 100 * MIB, `${(highest - before) / MIB} MiB`);
});

test('memory does not grow with the number of empty members', async () => {
  async function* parts(): AsyncGenerator<Piece> {
    yield { bytes: Buffer.from('WARC/1.0\r\n'), member: 0, at: 0, isLast: true };
    for (let member = 30; member < testSize(12_000_000, 60_000_000); member += 20)
      yield { bytes: Buffer.alloc(0), member, at: 0, isLast: true };
  }
  const cursor = new Cursor(parts());
  assert.ok(await cursor.nextRun());
  const before = process.memoryUsage.rss();
  assert.not.ok(await cursor.want(100));
  assert.ok(process.memoryUsage.rss() - before < testSize(50, 100) * MIB);
  assert.ok(cursor.isMemberEnd);
});

test('throws the first failure with its source when there is no onFailure', async () => {
  const bytes = bytesOf(members([response(html('one'))]), 'garbage', members([response(html('two'))]));
  const titles: string[] = [];
  try {
    for await (const { url } of readWarc(chunked(bytes, 100), { name: 'x' })) titles.push(url);
    assert.unreachable();
  } catch (error) {
    assert.match(String(error), /^InputError: x:\d+: broken gzip/);
  }
  assert.is(titles.length, 1);
});

test('a missing file and a failing stream are failures', async () => {
  assert.equal(failuresOf(await read('/nowhere/at/all')), ['x ENOENT']);
  async function* breaking(): AsyncGenerator<Uint8Array> {
    yield members([response(html('one'))]);
    throw new Error('gone');
  }
  const failures: string[] = [];
  for await (const _ of readWarc(breaking(), { onFailure: ({ error }) => failures.push(error.message) }));
  assert.equal(failures, ['gone']);
});

test(
  'closes the file when the reader stops early',
  withFile(FORMS['a member a record'], async (path) => {
    for await (const page of readWarc(path)) {
      assert.is(page.kind, 'page');
      break;
    }
  }),
);

test('refuses an ARC file, and describes its conversion', async () => {
  const arc = Buffer.from('filedesc://a.arc 192.0.2.1 20010203040506 text/plain 3\n1 0\n');
  for (const bytes of [arc, gzipSync(arc)]) {
    const reading = await read(bytes);
    assert.equal(failuresOf(reading), ['x INPUT_INVALID']);
    assert.match(messagesOf(reading)[0] ?? '', 'warcio recompress');
  }
});

test('refuses a file compressed by zstd, and describes how to decompress it', async () => {
  const reading = await read(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0]));
  assert.equal(failuresOf(reading), ['x INPUT_INVALID']);
  assert.match(messagesOf(reading)[0] ?? '', 'pipe the output of zstdcat to refrain');
});

test.run();
