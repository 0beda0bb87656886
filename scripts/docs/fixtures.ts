/** The files that programs and commands in documents read: pages of a small site, as a folder, a WARC and NDJSON. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const SITE = 'docs/example-site';
const HOST = 'https://river.example';

/** A `response` record of a WARC, as one gzip member. */
function warcRecord(url: string, html: string): Buffer {
  const body = Buffer.from(html);
  const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n`;
  const head = [
    'WARC/1.1',
    'WARC-Type: response',
    `WARC-Target-URI: ${url}`,
    'WARC-Date: 2026-01-01T00:00:00Z',
    'WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>',
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${Buffer.byteLength(http) + body.length}`,
  ];
  return gzipSync(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n${http}`), body, Buffer.from('\r\n\r\n')]));
}

/** Writes `site/`, `crawl.warc.gz` (its first half) and `more.ndjson` (the rest) into a folder. */
export function writeFixtures(folder: string): void {
  cpSync(SITE, join(folder, 'site'), { recursive: true });
  const names = readdirSync(SITE).sort();
  const pages = names.map((name) => ({ url: `${HOST}/${name}`, html: readFileSync(join(SITE, name), 'utf8') }));
  const half = pages.length / 2;
  const records = pages.slice(0, half).map(({ url, html }) => warcRecord(url, html));
  writeFileSync(join(folder, 'crawl.warc.gz'), Buffer.concat(records));
  const lines = pages.slice(half).map((page) => `${JSON.stringify(page)}\n`);
  writeFileSync(join(folder, 'more.ndjson'), lines.join(''));
}
