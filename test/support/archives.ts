/** Archives that mix sites, their index, and a server of their ranges on the loopback, with faults. */

import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { bytesOf, type Headers, record } from './warc.ts';

export interface ArchiveCapture {
  readonly url: string;
  readonly body?: string | Uint8Array;
  /** Bytes of the digest in the record and in the index. Default: the body. */
  readonly digested?: string | Uint8Array;
  readonly file?: string;
  readonly headers?: Headers;
  /** Members of the line of the index. */
  readonly line?: Readonly<Record<string, unknown>>;
}

export interface BuiltArchives {
  readonly files: Readonly<Record<string, Buffer>>;
  readonly cdxj: string;
  readonly rows: string;
  readonly bytes: number;
}

export const ARCHIVE_FILE = 'crawl/a.warc.gz';

/** `com,example)/path` */
function keyOf(url: string): string {
  const { hostname, pathname, search } = new URL(url);
  return `${hostname
    .replace(/^www\./, '')
    .split('.')
    .reverse()
    .join()})${pathname}${search}`;
}

export const htmlOf = (url: string): string => `<!doctype html><title>${url}</title><p>The page at ${url}.`;

export function buildArchives(captures: readonly ArchiveCapture[]): BuiltArchives {
  const parts = new Map<string, Buffer[]>();
  const lines: { readonly key: string; readonly cdxj: object; readonly row: object }[] = [];
  const TYPE = { 'Content-Type': 'text/html; charset=utf-8' };
  let bytes = 0;
  for (const { url, body = htmlOf(url), digested = body, file = ARCHIVE_FILE, headers = TYPE, line = {} } of captures) {
    const list = parts.get(file) ?? [];
    parts.set(file, list);
    const digest = createHash('sha1').update(digested).digest('hex');
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const fields = {
      'WARC-Target-URI': url,
      'Content-Type': 'application/http; msgtype=response',
      'WARC-Payload-Digest': `sha1:${digest}`,
    };
    const member = gzipSync(record('response', fields, bytesOf(`HTTP/1.1 200 OK\r\n${head.join('')}\r\n`, body)));
    const offset = list.reduce((sum, part) => sum + part.length, 0);
    list.push(member);
    bytes += member.length;
    const place = { offset: String(offset), length: String(member.length), filename: file };
    const cdxj = { url, mime: 'text/html', 'mime-detected': 'text/html', status: '200', digest, ...place, ...line };
    const row = {
      ...{ url, url_host_registered_domain: 'example', fetch_status: 200, content_mime_type: 'text/html' },
      ...{ content_digest: digest, warc_filename: file, warc_record_offset: offset, warc_record_length: member.length },
    };
    lines.push({ key: keyOf(url), cdxj, row });
  }
  lines.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  return {
    files: Object.fromEntries([...parts].map(([file, list]) => [file, Buffer.concat(list)])),
    cdxj: lines.map(({ key, cdxj }) => `${key} 20240102030405 ${JSON.stringify(cdxj)}\n`).join(''),
    rows: lines.map(({ row }) => `${JSON.stringify(row)}\n`).join(''),
    bytes,
  };
}

/** Pages of some sites, in turn. */
export const mixedSites = (sites: number, pages: number): ArchiveCapture[] =>
  Array.from({ length: sites * pages }, (_, at) => ({
    url: `https://s${at % sites}.example/${String(Math.floor(at / sites)).padStart(3, '0')}`,
  }));

/** A request for bytes of an archive. */
interface ArchiveQuestion {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly at: number;
  /** Open requests, including this one. */
  readonly open: number;
  /** Arrival in milliseconds. */
  readonly time: number;
}

/** Replaces an answer: true if it has answered, or will. */
export type ArchiveFault = (question: ArchiveQuestion, response: ServerResponse) => boolean | Promise<boolean>;

export interface ArchiveServer {
  readonly url: string;
  readonly requests: ArchiveQuestion[];
  readonly sent: number;
  /** Maximum number of open requests. */
  readonly most: number;
  close(): Promise<void>;
}

const NO_FAULT: ArchiveFault = () => false;

export async function serveArchives(
  files: Readonly<Record<string, Uint8Array>>,
  fault: ArchiveFault = NO_FAULT,
): Promise<ArchiveServer> {
  const requests: ArchiveQuestion[] = [];
  let [sent, open, most] = [0, 0, 0];
  const server = createServer(async (request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => {
      open -= 1;
    });
    const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const path = decodeURIComponent((request.url ?? '').slice(1));
    const question = { path, from: Number(from), to: Number(to), at: requests.length, open, time: performance.now() };
    requests.push(question);
    if (await fault(question, response)) return;
    const file = files[path];
    if (file === undefined) return void response.writeHead(404).end('no such file');
    const part = file.subarray(question.from, question.to + 1);
    sent += part.length;
    const range = `bytes ${question.from}-${question.from + part.length - 1}/${file.length}`;
    response.writeHead(206, { 'content-range': range, 'content-length': part.length }).end(part);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    get sent() {
      return sent;
    },
    get most() {
      return most;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
