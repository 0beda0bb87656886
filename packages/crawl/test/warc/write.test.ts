import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WARCParser } from 'warcio';
import { digest } from '../../src/warc/digest.ts';
import { cleanedRecords, conversionRecord, copyRecord, warcinfo } from '../../src/warc/write.ts';
import { bytesOf, crawl, failuresOf, html, members, pagesOf, read, readWithWarcio, record, response } from './build.ts';

const DATE = new Date('2026-01-02T03:04:05.678Z');
const ID = '<urn:uuid:11111111-2222-4333-8444-555555555555>';
const ABOUT = { software: 'refrain', removed: [{ text: 'Home – é' }] };

const source = response(gzipSync(html('one')), {
  url: 'http://example.org/1?a=b',
  status: '203 Non-Authoritative \xff',
  version: 'WARC/1.1',
  warc: {
    'WARC-Record-ID': ID,
    'WARC-IP-Address': '192.0.2.1',
    'WARC-Payload-Digest': 'sha1:AAAA',
    'WARC-Note': 'é',
  },
  headers: {
    Server: 'x',
    'content-type': 'text/html; charset=EUC-KR; a=b',
    'Content-Encoding': 'gzip',
    'Transfer-Encoding': 'chunked',
    'Content-Length': '5',
    'Set-Cookie': 'a=1',
    'Set-cookie': 'b=2',
  },
});

const digestOf = (bytes: Uint8Array): string => digest(bytes);

test('a cleaned response keeps its headers except those that describe the body', async () => {
  const [page] = pagesOf((await read(source)).items);
  assert.ok(page);
  const cleaned = '<p>é – cleaned</p>';
  const [response, metadata, ...others] = await readWithWarcio(cleanedRecords(page, cleaned, ABOUT));
  assert.equal(others, []);
  assert.is(response?.body.toString(), cleaned);
  assert.is(response?.http?.statusLine, 'HTTP/1.1 203 Non-Authoritative ÿ');
  const length = Buffer.byteLength(cleaned);
  assert.equal(
    response?.http?.headers.map(([name, value]) => `${name}: ${value}`),
    [
      'Server: x',
      'content-type: text/html; a=b; charset=utf-8',
      `Content-Length: ${length}`,
      'Set-Cookie: a=1',
      'Set-cookie: b=2',
    ],
  );
  const headers = new Map(response?.headers);
  assert.equal(
    [...headers.keys()],
    [
      ...['WARC-Type', 'WARC-Record-ID', 'WARC-Date', 'WARC-Target-URI', 'Content-Type', 'WARC-IP-Address'],
      ...['WARC-Payload-Digest', 'WARC-Note', 'Content-Length', 'WARC-Block-Digest'],
    ],
  );
  assert.is(headers.get('WARC-Record-ID'), ID);
  assert.is(headers.get('WARC-Note'), 'é');
  assert.is(headers.get('WARC-Payload-Digest'), digestOf(Buffer.from(cleaned)));
  assert.is(metadata?.type, 'metadata');
  assert.is(metadata?.url, 'http://example.org/1?a=b');
  assert.is(metadata?.date, '2024-05-06T07:08:09Z');
  assert.is(new Map(metadata?.headers).get('WARC-Concurrent-To'), ID);
  assert.equal(JSON.parse(metadata?.body.toString() ?? ''), ABOUT);
});

test('lengths and digests match the bytes of block and body', async () => {
  const [page] = pagesOf((await read(source)).items);
  assert.ok(page);
  const bytes = gunzipSync(cleanedRecords(page, Buffer.from('<p>é'), ABOUT)).toString('latin1');
  const [head = '', http = '', rest = ''] = bytes.split('\r\n\r\n');
  const block = `${http}\r\n\r\n${rest}`;
  assert.match(head, `Content-Length: ${block.length}\r\n`);
  assert.match(head, `WARC-Block-Digest: ${digestOf(Buffer.from(block, 'latin1'))}`);
  assert.match(head, `WARC-Payload-Digest: ${digestOf(Buffer.from(rest, 'latin1'))}`);
  assert.match(http, /^HTTP\/1\.1 203 /);
});

test('writes a digest in the form of the old one, or as SHA-1 in base 32', () => {
  const bytes = Buffer.from('words');
  const hex = createHash('sha256').update(bytes).digest('hex');
  assert.is(digest(Buffer.alloc(0)), 'sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ');
  assert.is(digest(bytes, `sha-256:${'0'.repeat(64)}`), `sha-256:${hex}`);
  assert.is(digest(bytes, `sha256:${'0'.repeat(64)}`), `sha256:${hex}`);
  assert.match(digest(bytes, `md5:${'A'.repeat(26)}======`), /^md5:[A-Z2-7]{26}={6}$/);
  for (const unknown of ['nonsense:AAAA', 'nothing', '']) assert.is(digest(bytes, unknown), digest(bytes));
});

test('the same page gives the same bytes; another text gives another ID of the metadata record', async () => {
  const [page] = pagesOf((await read(source)).items);
  assert.ok(page);
  assert.equal(cleanedRecords(page, 'a', ABOUT), cleanedRecords(structuredClone(page), 'a', ABOUT));
  const idOf = async (html: string): Promise<unknown> =>
    new Map((await readWithWarcio(cleanedRecords(page, html, ABOUT)))[1]?.headers).get('WARC-Record-ID');
  assert.is.not(await idOf('a'), await idOf('b'));
  assert.match(
    String(await idOf('a')),
    /^<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}>$/,
  );
});

test('writes a page from another source as a resource', async () => {
  const page = { url: 'file:///site/1.html', fetched: DATE.toISOString() };
  const bytes = cleanedRecords(page, html('one'), ABOUT);
  assert.equal(bytes, cleanedRecords(page, html('one'), ABOUT));
  const [resource, metadata] = await readWithWarcio(bytes);
  assert.equal(
    [resource?.type, resource?.url, resource?.date],
    ['resource', 'file:///site/1.html', '2026-01-02T03:04:05Z'],
  );
  const headers = new Map(resource?.headers);
  assert.is(headers.get('Content-Type'), 'text/html; charset=utf-8');
  assert.is(headers.get('WARC-Block-Digest'), headers.get('WARC-Payload-Digest'));
  assert.is(new Map(metadata?.headers).get('WARC-Concurrent-To'), headers.get('WARC-Record-ID'));
  assert.equal((await read(bytes)).titles, ['one']);
});

test('a URL with line ends cannot add a field', () => {
  const url = 'https://a.example/x\r\nWARC-Type: other';
  for (const bytes of [cleanedRecords({ url }, 'a', ABOUT), conversionRecord({ url }, Buffer.from('a'))])
    assert.not.match(gunzipSync(bytes).toString(), /^WARC-Type: other/m);
});

test('writes a resource as a resource', async () => {
  const resource = record(
    'resource',
    { 'WARC-Target-URI': 'file:///4', 'Content-Type': 'text/html;charset=latin1' },
    html('four'),
  );
  const [page] = pagesOf((await read(resource)).items);
  assert.ok(page);
  const [cleaned] = await readWithWarcio(cleanedRecords(page, html('less'), ABOUT));
  assert.is(cleaned?.type, 'resource');
  assert.is(new Map(cleaned?.headers).get('Content-Type'), 'text/html; charset=utf-8');
  assert.is(cleaned?.body.toString(), html('less'));
});

test('warcinfo names the software and the format', async () => {
  const [info] = await readWithWarcio(warcinfo(DATE));
  assert.equal([info?.type, info?.date], ['warcinfo', '2026-01-02T03:04:05Z']);
  assert.match(info?.body.toString() ?? '', /^software: refrain\/\d+\.\d+\.\d+\r\nformat: WARC File Format 1\.1\r\n$/);
  assert.equal(warcinfo(DATE), warcinfo(DATE));
});

for (const [form, bytes] of Object.entries({
  plain: Buffer.concat(crawl()),
  'a member a record': members(crawl()),
  'one member': gzipSync(Buffer.concat(crawl())),
})) {
  test(`copies other records unchanged, one gzip member per record: ${form}`, async () => {
    const { items } = await read(bytes, { raw: true });
    const written = Buffer.concat([
      warcinfo(DATE),
      ...items.map((item) => (item.kind === 'page' ? cleanedRecords(item, html('less'), ABOUT) : copyRecord(item.raw))),
    ]);
    const [info, ...records] = await readWithWarcio(written);
    assert.is(info?.type, 'warcinfo');
    const before = await readWithWarcio(bytes);
    const others = records.filter(
      ({ type, headers }) => type !== 'metadata' || !new Map(headers).has('WARC-Concurrent-To'),
    );
    const same = ({ type, url, date, headers }: (typeof before)[number]): unknown => [
      type,
      url,
      date,
      new Map(headers).get('WARC-Record-ID'),
    ];
    assert.equal(others.map(same), before.map(same));
    for (const [index, { body, type }] of others.entries()) {
      if (type === 'response' || type === 'resource') assert.is(body.toString(), html('less'));
      else assert.equal(body, before[index]?.body);
    }
    const again = await read(written, { raw: true });
    assert.equal(failuresOf(again), []);
    assert.equal(again.titles, ['less', 'less', 'less', 'less']);
    assert.is(again.items.length, 1 + items.length + 4);
    // The source of a record is its offset in the file.
    for (const { source } of again.items) assert.match(source, /^x:\d+$/);
  });
}

test('copies a compressed record byte for byte', async () => {
  const [info] = crawl();
  const member = gzipSync(info ?? '', { level: 9 });
  const [item] = (await read(member, { raw: true })).items;
  assert.ok(item?.kind === 'other');
  assert.equal(Buffer.from(copyRecord(item.raw)), member);
});

test('copies a large record in parts that form one gzip member', async () => {
  const block = Buffer.alloc(40_000_000, 'large and dull ');
  const large = response(block, { headers: { 'Content-Type': 'video/mp4' } });
  for (const bytes of [large, gzipSync(large)]) {
    const { items } = await read(
      bytesOf(bytes, bytes === large ? response(html('one')) : members([response(html('one'))])),
      { raw: true, chunk: 1 << 20 },
    );
    const parts = items.flatMap((item) => (item.kind === 'other' ? [copyRecord(item.raw)] : []));
    assert.ok(parts.length > 10);
    const copy = Buffer.concat(parts);
    assert.ok(gunzipSync(copy).equals(large));
    const parser = new WARCParser(new Blob([copy]).stream() as never);
    const first = await parser.parse();
    assert.ok(Buffer.from((await first?.readFully(true)) ?? new Uint8Array()).equals(block));
    assert.is(await parser.parse(), null);
  }
});

test('copies a large cut record up to the cut into a complete gzip member', async () => {
  const large = response(Buffer.alloc(5_000_000, 'x'), { headers: { 'Content-Type': 'video/mp4' } });
  const { items, ...reading } = await read(large.subarray(0, 4_000_000), { raw: true, chunk: 100_000 });
  assert.equal(failuresOf({ items, ...reading }), ['x:0 INPUT_DAMAGED']);
  const copy = gunzipSync(Buffer.concat(items.flatMap((item) => (item.kind === 'other' ? [item.raw] : []))));
  assert.ok(copy.subarray(0, 4_000_000).equals(large.subarray(0, 4_000_000)));
});

test.run();
