/** Archives that mix sites, and their index. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { bytesOf, type Headers, record } from './warc.ts';

export interface ArchiveCapture {
  readonly url: string;
  readonly body?: string | Uint8Array;
  readonly file?: string;
  /** Headers of the response. */
  readonly headers?: Headers;
  /** Members of the line of the index. */
  readonly line?: Readonly<Record<string, unknown>>;
}

export interface BuiltArchives {
  /** Archives by their names. */
  readonly files: Readonly<Record<string, Buffer>>;
  /** Lines of CDXJ, sorted. */
  readonly cdxj: string;
  /** The same as rows of the columnar index. */
  readonly rows: string;
  /** Bytes of the records. */
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

/** Archives of captures in their order, and the index of them. */
export function buildArchives(captures: readonly ArchiveCapture[]): BuiltArchives {
  const parts = new Map<string, Buffer[]>();
  const lines: { readonly key: string; readonly cdxj: object; readonly row: object }[] = [];
  const TYPE = { 'Content-Type': 'text/html; charset=utf-8' };
  let bytes = 0;
  for (const { url, body = htmlOf(url), file = ARCHIVE_FILE, headers = TYPE, line = {} } of captures) {
    const list = parts.get(file) ?? [];
    parts.set(file, list);
    const digest = createHash('sha1').update(body).digest('hex');
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

/** Pages of some sites, of which each has the next place in the archive in turn. */
export const mixedSites = (sites: number, pages: number): ArchiveCapture[] =>
  Array.from({ length: sites * pages }, (_, at) => ({
    url: `https://s${at % sites}.example/${String(Math.floor(at / sites)).padStart(3, '0')}`,
  }));
