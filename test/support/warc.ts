/** Builds WARC records as crawlers write them. */
import { gzipSync } from 'node:zlib';

export type Headers = Readonly<Record<string, string>>;

export const bytesOf = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

/** Not compressed, with the two line ends of the format. */
export function record(type: string, headers: Headers, block: string | Uint8Array, version = 'WARC/1.0'): Buffer {
  const fields = {
    'WARC-Type': type,
    'WARC-Record-ID': '<urn:uuid:00000000-0000-4000-8000-000000000001>',
    'WARC-Date': '2024-05-06T07:08:09Z',
    ...headers,
    'Content-Length': headers['Content-Length'] ?? String(Buffer.from(block).length),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return bytesOf(`${version}\r\n${lines.join('')}\r\n`, block, '\r\n\r\n');
}

/** One gzip member per record. */
export const members = (records: readonly Uint8Array[]): Buffer => Buffer.concat(records.map((one) => gzipSync(one)));

export interface RecordOptions {
  readonly type?: string;
  readonly url?: string;
  readonly contentType?: string;
  /** Head of the HTTP response, without the empty line. Only for type `response`. */
  readonly http?: readonly string[];
  readonly body?: string | Uint8Array;
}

const OK = ['HTTP/1.1 200 OK', 'Content-Type: text/html; charset=utf-8'];

/** A WARC 1.1 record, by default the response of an HTML page. Its ID follows from type and URL. */
export function warcRecord({
  type = 'response',
  url = 'https://a.example/',
  contentType = 'application/http; msgtype=response',
  http = OK,
  body = '<p>text</p>',
}: RecordOptions = {}): Buffer {
  const id = `<urn:uuid:${type}-${Buffer.from(url).toString('hex')}>`;
  const headers = { 'WARC-Record-ID': id, 'WARC-Target-URI': url, 'Content-Type': contentType };
  return record(type, headers, bytesOf(type === 'response' ? `${http.join('\r\n')}\r\n\r\n` : '', body), 'WARC/1.1');
}
