/** Inputs that are slow for a careless reader. Reading must take linear time. */

import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import { readIndexed, readInputs, readNdjson, readWarc } from '@refrain/crawl/input';
import { decodeHtml } from 'refrain';
import { test } from 'uvu';
import { assertLinear } from '../../../test/support/cpu.ts';
import { bytesOf, record } from '../../../test/support/warc.ts';

interface StressInput {
  /** An input of about this number of uncompressed bytes. */
  readonly make: (bytes: number) => Uint8Array;
  /** Returns the number of pages. */
  readonly read: (bytes: Uint8Array) => Promise<number>;
}

const CHUNK_BYTES = 64 * 1024;

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface Item {
  readonly bytes?: Uint8Array;
  readonly contentType?: string | undefined;
}

async function decodeAll(items: AsyncIterable<Item>): Promise<number> {
  let pages = 0;
  for await (const { bytes, contentType } of items) {
    if (bytes === undefined) continue;
    decodeHtml(bytes, { contentType });
    pages += 1;
  }
  return pages;
}

const onFailure = (): void => {};

const warc =
  (size = CHUNK_BYTES) =>
  (bytes: Uint8Array): Promise<number> =>
    decodeAll(readWarc(chunksOf(bytes, size), { onFailure }));

const ndjson =
  (size = CHUNK_BYTES) =>
  (bytes: Uint8Array): Promise<number> =>
    decodeAll(readNdjson(chunksOf(bytes, size), { onFailure }));

const index = (bytes: Uint8Array): Promise<number> =>
  decodeAll(readIndexed(chunksOf(bytes, CHUNK_BYTES), { archives: '/nowhere', onFailure }));

const anyInput = (bytes: Uint8Array): Promise<number> =>
  decodeAll(readInputs(['-'], { stdin: chunksOf(bytes, CHUNK_BYTES), onFailure }));

const fill = (text: string, bytes: number): string => text.repeat(Math.ceil(bytes / text.length));

const HTML = '<!doctype html><title>page</title><p>text';

const responseOf = (head: string, body: string | Uint8Array): Buffer =>
  record(
    'response',
    { 'WARC-Target-URI': 'http://example.org/', 'Content-Type': 'application/http; msgtype=response' },
    bytesOf('HTTP/1.1 200 OK\r\n', head, '\r\n', body),
  );

const PAGE = responseOf('Content-Type: text/html\r\n', HTML);

/** Responses with up to 200 kB of a text in the header. */
const heads = (text: string, before = '', after = '\r\n'): StressInput => ({
  make: (bytes) => {
    const count = Math.ceil(bytes / 200_000);
    const filler = before + fill(text, bytes / count) + after;
    return bytesOf(...Array.from({ length: count }, () => responseOf(`Content-Type: text/html\r\n${filler}`, HTML)));
  },
  read: warc(),
});

/** Records with up to 200 kB of a text in the header. */
const recordHeads = (text: string, before = ''): StressInput => ({
  make: (bytes) => {
    const count = Math.ceil(bytes / 200_000);
    const filler = `${before}${fill(text, bytes / count)}\r\n`;
    return bytesOf(...Array.from({ length: count }, () => bytesOf('WARC/1.0\r\n', filler, PAGE.subarray(10))));
  },
  read: warc(),
});

const between = (text: string): StressInput => ({
  make: (bytes) => bytesOf(PAGE, fill(text, bytes), PAGE),
  read: warc(),
});

const betweenMembers = (...unit: readonly number[]): StressInput => ({
  make: (bytes) => bytesOf(gzipSync(PAGE), Buffer.alloc(bytes, Buffer.from(unit)), gzipSync(PAGE)),
  read: warc(),
});

const body = (head: string, encode: (bytes: number) => string | Uint8Array): StressInput => ({
  make: (bytes) => responseOf(`Content-Type: text/html\r\n${head}`, encode(bytes)),
  read: warc(),
});

const CHUNKED = 'Transfer-Encoding: chunked\r\n';

/** Pages of a little over 1 KiB, which is searched whole for a character set. */
const beginnings = (text: string, before = ''): StressInput => ({
  make: (bytes) =>
    bytesOf(
      ...Array.from({ length: Math.ceil(bytes / 1500) }, () =>
        responseOf('Content-Type: text/html\r\n', (before + fill(text, 1100)).slice(0, 1100)),
      ),
    ),
  read: warc(),
});

const line = (before: string, text: string, after: string): StressInput => ({
  make: (bytes) => Buffer.from(`${before}${fill(text, bytes)}${after}\n`),
  read: ndjson(),
});

const lines = (text: string): StressInput => ({ make: (bytes) => Buffer.from(fill(text, bytes)), read: ndjson() });

const LINE = `${JSON.stringify({ url: 'http://example.org/', html: HTML })}\n`;

const stressInputs: Readonly<Record<string, StressInput>> = {
  'WARC head: spaces': heads(' ', 'a:', 'b\r\n'),
  'WARC head: spaces before a colon': heads(' ', 'a', 'b\r\n'),
  'WARC head: folds': heads('\r\n b', 'a: b'),
  'WARC head: empty folds': heads('\r\n ', 'a: b'),
  'WARC head: fields': heads('a:b\r\n'),
  'WARC head: a long name': heads('a', '', ': b\r\n'),
  'WARC head: colons': heads(':'),
  'WARC head: returns': heads('\r', 'a:', 'b\r\n'),
  'WARC head: NULs': heads('\0', 'a:'),
  'WARC head: content types': heads('Content-Type: text/html; charset=\r\n'),
  'WARC head: parameters of a type': heads(';charset=', 'Content-Type: text/html'),
  'WARC head: a quoted parameter': heads('\\"', 'Content-Type: text/html;charset="'),
  'WARC head: encodings': heads('gzip,', 'Content-Encoding: '),
  'record head: spaces': recordHeads(' ', 'a:'),
  'record head: folds': recordHeads('\r\n b', 'a: b'),
  'record head: fields': recordHeads('a:b\r\n'),
  'after a record: line feeds': between('\n'),
  'after a record: returns': between('\r'),
  'after a record: versions': between('WARC/1.0\r\n'),
  'after a record: heads without an end': between('WARC/1.0\na:'),
  'after a record: heads in heads': between('a:WARC/1.0\n'),
  'after a record: zeros': between('\0'),
  'records without a block': between('WARC/1.0\r\nWARC-Type: x\r\nContent-Length: 0\r\n\r\n\r\n\r\n'),
  'records that claim a megabyte': between('WARC/1.0\r\nWARC-Type: x\r\nContent-Length: 1000000\r\n\r\n'),
  'records that claim a petabyte': between('WARC/1.0\r\nWARC-Type: x\r\nContent-Length: 999999999999999\r\n\r\n'),
  'records of lengths that are no numbers': between('WARC/1.0\r\nWARC-Type: x\r\nContent-Length: -1e99\r\n\r\n'),
  'WARC in chunks of one byte': {
    make: (bytes) => bytesOf(...Array.from({ length: Math.ceil(bytes / PAGE.length) }, () => PAGE)),
    read: warc(1),
  },
  'gzip: empty members': {
    make: (bytes) => bytesOf(gzipSync(PAGE), Buffer.alloc(bytes, gzipSync('')), gzipSync(PAGE)),
    read: warc(),
  },
  'gzip: members of one byte': {
    make: (bytes) => bytesOf(gzipSync(PAGE), Buffer.alloc(bytes, gzipSync('a'))),
    read: warc(),
  },
  'gzip: magic bytes': betweenMembers(0x1f, 0x8b, 8),
  'gzip: headers with names': betweenMembers(0x1f, 0x8b, 8, 8, 1, 1, 1, 1, 1, 1),
  'gzip: headers with damaged data': betweenMembers(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 5),
  'gzip: line feeds after a record': {
    make: (bytes) => gzipSync(bytesOf(PAGE, Buffer.alloc(bytes, '\n'))),
    read: warc(),
  },
  'gzip: a page that inflates a thousandfold': body('Content-Encoding: gzip\r\n', (bytes) =>
    gzipSync(Buffer.alloc(bytes, HTML)),
  ),
  'gzip in gzip': body('Content-Encoding: gzip, gzip, gzip\r\n', (bytes) =>
    gzipSync(gzipSync(gzipSync(Buffer.alloc(bytes, HTML)))),
  ),
  'brotli: a page that inflates ten-thousandfold': body('Content-Encoding: br\r\n', (bytes) =>
    brotliCompressSync(Buffer.alloc(bytes, HTML)),
  ),
  'deflate without a header': body('Content-Encoding: deflate\r\n', (bytes) =>
    deflateRawSync(Buffer.alloc(bytes, HTML)),
  ),
  'chunks of one byte': body(CHUNKED, (bytes) => `${fill('1\r\n<\r\n', bytes)}0\r\n\r\n`),
  'chunks with extensions': body(CHUNKED, (bytes) => `${fill('1;a=b;c="d"\r\n<\r\n', bytes)}0\r\n\r\n`),
  'a chunk extension without an end': body(CHUNKED, (bytes) => `1;${fill('a', bytes)}`),
  'a chunk size without an end': body(CHUNKED, (bytes) => fill('0', bytes)),
  'chunk trailers': body(CHUNKED, (bytes) => `1\r\n<\r\n0\r\n${fill('a: b\r\n', bytes)}\r\n`),
  'charset: meta without a value': beginnings('<meta charset='),
  'charset: comments': beginnings('<!--'),
  'charset: content': beginnings(`content="charset`, '<meta '),
  'charset: spaces after a name': beginnings(' ', '<meta http-equiv=content-type content="charset'),
  'charset: an XML declaration': beginnings('encoding', '<?xml '),
  'charset: attributes': beginnings('a=b ', '<meta '),
  'HTML rule: doctypes': { ...beginnings('<!doctype x['), read: warc() },
  'HTML rule: processing instructions': beginnings('<? ?>'),
  'HTML rule: a key of JSON': beginnings('\\"', '{"'),
  'NDJSON: line feeds': lines('\n'),
  'NDJSON: CRLF': lines('\r\n'),
  'NDJSON: spaces': line('', ' ', 'x'),
  'NDJSON: nested arrays': line('', '[', ''),
  'NDJSON: nested objects': line('', '{"a":', ''),
  'NDJSON: nested arrays in a member': line('{"url":"http://a/","html":"x","a":', '[', ''),
  'NDJSON: equal names': line('{"url":"http://a/","html":"x"', ',"__proto__":1', '}'),
  'NDJSON: names': {
    make: (bytes) =>
      Buffer.from(`{${Array.from({ length: Math.ceil(bytes / 12) }, (_, at) => `"a${at}":1`).join()}}\n`),
    read: ndjson(),
  },
  'NDJSON: a number': line('{"url":', '9', '}'),
  'NDJSON: escapes': line('{"url":"http://a/","html":"', '\\u0041', '"}'),
  'NDJSON: lines that are not JSON': lines('x\n'),
  'NDJSON: lines that are not UTF-8': {
    make: (bytes) => Buffer.alloc(bytes, Buffer.from([0xff, 0xfe, 10])),
    read: ndjson(),
  },
  'NDJSON in chunks of one byte': { make: (bytes) => Buffer.from(fill(LINE, bytes)), read: ndjson(1) },
  'NDJSON: a line in chunks of one byte': { ...line('{"url":"http://a/","html":"', 'x', '"}'), read: ndjson(1) },
  'NDJSON: a type with parameters': line('{"url":"http://a/","html":"x","contentType":"text/html', ';charset=', '"}'),
  'NDJSON in gzip: line feeds': { make: (bytes) => gzipSync(Buffer.alloc(bytes, '\n')), read: ndjson() },
  'NDJSON in gzip: empty members': {
    make: (bytes) => bytesOf(gzipSync(LINE), Buffer.alloc(bytes, gzipSync(''))),
    read: ndjson(),
  },
  'NDJSON in gzip: zeros after it': { make: (bytes) => bytesOf(gzipSync(LINE), Buffer.alloc(bytes)), read: ndjson() },
  'NDJSON in gzip: a name without an end': {
    make: (bytes) => bytesOf(Buffer.from([31, 139, 8, 8, 0, 0, 0, 0, 0, 0]), Buffer.alloc(bytes, 'a')),
    read: ndjson(),
  },
  'CDXJ: lines that are no entries': { ...lines('x\n'), read: index },
  'CDXJ: a line without an end': { ...lines('a'), read: index },
  'CDXJ: lines of spaces and digits': { ...lines('a 2024 2024\n'), read: index },
  'CDXJ: nested arrays': { ...line('a)/ 2024 {"url":', '[', '}'), read: index },
  'CDXJ: lines about itself': { ...lines('!\n'), read: index },
  'CDXJ: redirects': { ...lines('a)/ 2024 {"url":"http://a/","status":"301"}\n'), read: index },
  'standard input: a page of comments': { make: (bytes) => Buffer.from(fill('<!-- -->', bytes)), read: anyInput },
  'standard input: a key without an end': { make: (bytes) => Buffer.from(`{"${fill('\\a', bytes)}`), read: anyInput },
};

const LARGE = 160_000;

for (const [name, { make, read }] of Object.entries(stressInputs))
  test(`time is linear: ${name}`, async () => {
    await assertLinear(name, LARGE, (size) => read(make(size)));
  });

test.run();
