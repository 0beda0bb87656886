/** WARC records made by hand, as crawlers write them. */
import { gzipSync } from 'node:zlib';

export interface MadeRecord {
  readonly type?: string;
  readonly url?: string;
  readonly version?: string;
  readonly contentType?: string;
  /** Head of the HTTP response, without the empty line. */
  readonly http?: readonly string[];
  readonly body?: string | Uint8Array;
  readonly fields?: readonly string[];
}

const OK = ['HTTP/1.1 200 OK', 'Content-Type: text/html; charset=utf-8'];

/** One record, not compressed, with the two empty lines behind it. */
export function warcRecord({
  type = 'response',
  url = 'https://a.example/',
  version = 'WARC/1.1',
  contentType = 'application/http; msgtype=response',
  http = OK,
  body = '<p>text</p>',
  fields = [],
}: MadeRecord = {}): Buffer {
  const head = type === 'response' ? Buffer.from(`${http.join('\r\n')}\r\n\r\n`) : Buffer.alloc(0);
  const block = Buffer.concat([head, Buffer.from(body)]);
  const lines = [
    version,
    `WARC-Type: ${type}`,
    `WARC-Target-URI: ${url}`,
    'WARC-Date: 2026-01-02T03:04:05Z',
    `WARC-Record-ID: <urn:uuid:${type}-${Buffer.from(url).toString('hex')}>`,
    `Content-Type: ${contentType}`,
    ...fields,
    `Content-Length: ${block.length}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), block, Buffer.from('\r\n\r\n')]);
}

/** Records as a gzipped WARC has them: each a member. */
export const members = (records: readonly Uint8Array[]): Buffer => Buffer.concat(records.map((one) => gzipSync(one)));
