/** WARC files made by hand, and what a reader makes of them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { WARCParser } from 'warcio';
import type { InputFailure } from '../../src/reading/page.ts';
import { readWarc, type WarcItem, type WarcOptions, type WarcPage } from '../../src/warc/read.ts';

export type Headers = Readonly<Record<string, string>>;

export const bytesOf = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

/** The page that most tests read. */
export const html = (story: string): string =>
  `<!doctype html><html><head><title>${story}</title></head><body><p>${story}, told at some length.</p></body></html>`;

/** A record, with the two line ends behind it. */
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

export interface Response {
  readonly url?: string;
  readonly status?: string;
  readonly version?: string;
  readonly warc?: Headers;
  /** Of HTTP. */
  readonly headers?: Headers;
}

/** A `response` record; HTML unless its headers say otherwise. */
export function response(body: string | Uint8Array, options: Response = {}): Buffer {
  const { url = 'http://example.org/', status = '200 OK', version, warc = {}, headers } = options;
  const fields = Object.entries(headers ?? { 'Content-Type': 'text/html; charset=utf-8' });
  const head = `HTTP/1.1 ${status}\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  const known = { 'WARC-Target-URI': url, 'Content-Type': 'application/http; msgtype=response', ...warc };
  return record('response', known, bytesOf(head, body), version);
}

/** Each record a gzip member. */
export const members = (records: readonly Uint8Array[]): Buffer => Buffer.concat(records.map((one) => gzipSync(one)));

/** Four pages and what a crawler writes around them. */
export const crawl = (): Buffer[] => [
  record('warcinfo', { 'Content-Type': 'application/warc-fields' }, 'software: by hand\r\n'),
  record('request', { 'WARC-Target-URI': 'http://example.org/1' }, 'GET /1 HTTP/1.1\r\nHost: example.org\r\n\r\n'),
  response(html('one'), { url: 'http://example.org/1' }),
  response(html('two'), { url: 'http://example.org/2', version: 'WARC/1.1' }),
  record('metadata', { 'WARC-Target-URI': 'http://example.org/2' }, 'fetchTimeMs: 12\r\n'),
  response(html('three'), { url: 'http://example.org/3' }),
  record('resource', { 'WARC-Target-URI': 'file:///4.html', 'Content-Type': 'text/html' }, html('four')),
];

export interface Reading {
  readonly items: WarcItem[];
  readonly failures: InputFailure[];
  /** What came last of the words of each page's title. */
  readonly titles: string[];
}

export const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

export const titleOf = ({ bytes }: WarcPage): string => /<title>(.*)<\/title>/.exec(text(bytes))?.[1] ?? '';

export const pagesOf = (items: readonly WarcItem[]): WarcPage[] => items.filter((item) => item.kind === 'page');

/** All that comes of a WARC; bytes come in chunks of the size given. */
export async function read(
  input: Uint8Array | string,
  options: WarcOptions & { readonly chunk?: number } = {},
): Promise<Reading> {
  const failures: InputFailure[] = [];
  const items: WarcItem[] = [];
  const { chunk = Number.POSITIVE_INFINITY, ...rest } = options;
  const source = typeof input === 'string' ? input : chunked(input, chunk);
  for await (const item of readWarc(source, { name: 'x', onFailure: (failure) => failures.push(failure), ...rest })) {
    items.push(item);
  }
  return { items, failures, titles: pagesOf(items).map(titleOf) };
}

export async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Code and place of each failure. */
export const told = ({ failures }: Reading): string[] =>
  failures.map(({ source, error }) => `${source} ${'code' in error ? error.code : error}`);

export interface OracleRecord {
  readonly type: string | null;
  readonly url: string | null;
  readonly date: string | null;
  readonly headers: [string, string][];
  readonly http: { readonly statusLine: string; readonly headers: [string, string][] } | undefined;
  /** With all encodings undone. */
  readonly body: Buffer;
  readonly offset: number;
}

/** What warcio reads from the same bytes. */
export async function oracle(bytes: Uint8Array): Promise<OracleRecord[]> {
  const records: OracleRecord[] = [];
  const parser = new WARCParser(chunked(bytes, 1 << 20), { keepHeadersCase: true });
  for await (const one of parser) {
    const { httpHeaders } = one;
    const type = one.warcHeader('WARC-Type') ?? null;
    const http = httpHeaders && { statusLine: httpHeaders.statusline, headers: [...httpHeaders.headers] };
    const body = Buffer.from(await one.readFully(true));
    const [url, date] = [one.warcTargetURI ?? null, one.warcDate ?? null];
    const headers = [...one.warcHeaders.headers] as [string, string][];
    records.push({ type, url, date, headers, http: http as OracleRecord['http'], body, offset: parser.offset });
  }
  return records;
}

/** Runs a test with a file that holds the bytes given. */
export function withFile(bytes: Uint8Array, test: (path: string) => Promise<void>) {
  return async (): Promise<void> => {
    const folder = mkdtempSync(join(tmpdir(), 'refrain-warc-'));
    try {
      const path = join(folder, 'crawl');
      writeFileSync(path, bytes);
      await test(path);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}
