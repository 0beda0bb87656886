import { join } from 'node:path';
import { WARCParser } from 'warcio';
import { withFolder } from '../../../../test/support/folder.ts';
import { bytesOf, type Headers, record } from '../../../../test/support/warc.ts';
import type { InputFailure } from '../../src/reading/failures.ts';
import { readWarc, type WarcItem, type WarcOptions, type WarcPage } from '../../src/warc/read-warc.ts';

export { bytesOf, members, record } from '../../../../test/support/warc.ts';

export const html = (story: string): string =>
  `<!doctype html><html><head><title>${story}</title></head><body><p>${story}, told at some length.</p></body></html>`;

export interface Response {
  readonly url?: string;
  readonly status?: string;
  readonly version?: string;
  /** Headers of the WARC record. */
  readonly warc?: Headers;
  /** Headers of the response. */
  readonly headers?: Headers;
}

/** A response; by default, of an HTML page. */
export function response(body: string | Uint8Array, options: Response = {}): Buffer {
  const { url = 'http://example.org/', status = '200 OK', version, warc = {}, headers } = options;
  const fields = Object.entries(headers ?? { 'Content-Type': 'text/html; charset=utf-8' });
  const head = `HTTP/1.1 ${status}\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  const known = { 'WARC-Target-URI': url, 'Content-Type': 'application/http; msgtype=response', ...warc };
  return record('response', known, bytesOf(head, body), version);
}

/** Four pages and the other records that a crawler writes. */
export const crawl = (): Buffer[] => [
  record('warcinfo', { 'Content-Type': 'application/warc-fields' }, 'software: test\r\n'),
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
  readonly titles: string[];
}

export const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

const titleOf = ({ html }: WarcPage): string => /<title>(.*)<\/title>/.exec(text(html))?.[1] ?? '';

export const pagesOf = (items: readonly WarcItem[]): WarcPage[] => items.filter((item) => item.kind === 'page');

/** Reads a WARC to its end. `input`: bytes, passed in chunks of `chunk` bytes, or a path. */
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

/** Source and code of each failure. */
export const failuresOf = ({ failures }: Reading): string[] =>
  failures.map(({ source, error }) => `${source} ${'code' in error ? error.code : error}`);

export const messagesOf = ({ failures }: Reading): string[] => failures.map(({ error }) => error.message);

export interface WarcioRecord {
  readonly type: string | null;
  readonly url: string | null;
  readonly date: string | null;
  readonly headers: [string, string][];
  readonly http: { readonly statusLine: string; readonly headers: [string, string][] } | undefined;
  /** Without transfer and content encodings. */
  readonly body: Buffer;
  readonly offset: number;
}

/** warcio is an independent implementation. */
export async function readWithWarcio(bytes: Uint8Array): Promise<WarcioRecord[]> {
  const records: WarcioRecord[] = [];
  const parser = new WARCParser(chunked(bytes, 1 << 20), { keepHeadersCase: true });
  for await (const one of parser) {
    const { httpHeaders } = one;
    const type = one.warcHeader('WARC-Type') ?? null;
    const http = httpHeaders && { statusLine: httpHeaders.statusline, headers: [...httpHeaders.headers] };
    const body = Buffer.from(await one.readFully(true));
    const [url, date] = [one.warcTargetURI ?? null, one.warcDate ?? null];
    const headers = [...one.warcHeaders.headers] as [string, string][];
    records.push({ type, url, date, headers, http: http as WarcioRecord['http'], body, offset: parser.offset });
  }
  return records;
}

/** Runs a test with the path of a file. */
export const withFile = (bytes: Uint8Array, run: (path: string) => Promise<void>): (() => Promise<void>) =>
  withFolder({ crawl: bytes }, (folder) => run(join(folder, 'crawl')));
