/** The records of a crawl: pages in several encodings, and what is no page. */
import { gzipSync } from 'node:zlib';
import { madePage } from '../../support/crawl.ts';
import { bytesOf, record, warcRecord } from '../../support/warc.ts';

const html = (charset: string, ...more: readonly string[]): string[] => [
  'HTTP/1.1 200 OK',
  `Content-Type: text/html; charset=${charset}`,
  ...more,
];

const chunked = (body: Buffer): Buffer => bytesOf(`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n');

function pageRecord(at: number): Buffer {
  const { url, html: page } = madePage(at % 2, at);
  if (at % 4 === 0)
    return warcRecord({ url, http: html('windows-1252'), body: Buffer.from(`${page}<p>na\xefve \x80`, 'latin1') });
  if (at % 4 > 1) return warcRecord({ url, http: html('utf-8'), body: page });
  const http = html('utf-8', 'Content-Encoding: gzip', 'Transfer-Encoding: chunked');
  return warcRecord({ url, http, body: chunked(gzipSync(page)) });
}

export const archive = (): Buffer[] => [
  record('warcinfo', { 'Content-Type': 'application/warc-fields' }, 'a: b\r\n'),
  ...Array.from({ length: 40 }, (_, at) => pageRecord(at)),
  warcRecord({
    url: 'https://s0.example/gone',
    http: ['HTTP/1.1 404 Not Found', 'Content-Type: text/html'],
    body: '<p>Gone',
  }),
  warcRecord({ url: 'https://s0.example/a.png', http: ['HTTP/1.1 200 OK', 'Content-Type: image/png'], body: 'PNG' }),
];
