/** Records of a WARC as gzip members: pages whose template was taken out, and all else as it was. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { constants, gzipSync } from 'node:zlib';
import { type Field, fieldOf, type WarcCapture } from './capture.ts';

/** The page whose record is written. */
export interface CleanedPage {
  readonly url: string;
  /** The record that it came in; none for a page from a folder or from NDJSON. */
  readonly capture: WarcCapture | undefined;
}

const VERSION = 'WARC/1.1';
/** Fast: a crawl's worth of pages goes through here, and the third level is a tenth larger than the sixth. */
const OPTIONS = { level: 3, strategy: constants.Z_DEFAULT_STRATEGY } as const;
/** Pages that did not come from a WARC have no date of their own; a run again should give the same bytes. */
const NO_DATE = '1970-01-01T00:00:00Z';

const encode = (text: string): Buffer => Buffer.from(text, 'utf8');

const lines = (first: string, fields: readonly Field[]): string =>
  `${first}\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;

function record(version: string, fields: readonly Field[], block: Buffer): Uint8Array {
  const head = lines(version, [...fields, ['Content-Length', String(block.length)]]);
  return gzipSync(Buffer.concat([encode(head), block, encode('\r\n\r\n')]), OPTIONS);
}

/** A record that is no page, as `readWarc` gave it. */
export const copyRecord = (raw: Uint8Array): Uint8Array => gzipSync(raw, OPTIONS);

/** An id that is always the same for the same words. */
function recordId(...words: readonly string[]): string {
  const hex = createHash('sha256').update(words.join('\0')).digest('hex');
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `<urn:uuid:${parts.join('-')}>`;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** SHA-1 in base 32, as WARCs write it. */
function digest(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of createHash('sha1').update(bytes).digest()) value = (value << 8n) | BigInt(byte);
  // 160 bits are 32 digits of five.
  const digits = Array.from({ length: 32 }, (_, at) => BASE32[Number((value >> BigInt(5 * (31 - at))) & 31n)]);
  return `sha1:${digits.join('')}`;
}

const REPLACED: ReadonlySet<string> = new Set(['content-length', 'warc-block-digest', 'warc-payload-digest']);
const REPLACED_HTTP: ReadonlySet<string> = new Set([
  ...['content-length', 'content-encoding', 'transfer-encoding', 'content-type', 'content-md5', 'etag', 'digest'],
  ...['repr-digest', 'content-digest'],
]);

const without = (fields: readonly Field[], names: ReadonlySet<string>): Field[] =>
  fields.filter(([name]) => !names.has(name.toLowerCase()));

/** The media type without parameters, and the character set that the cleaned page is in. */
function typeOf(contentType: string | undefined): string {
  const [media = ''] = (contentType ?? '').split(';');
  return `${media.trim() || 'text/html'}; charset=utf-8`;
}

/**
 * The record of a page with another body, in UTF-8 and without encodings for the way, its lengths and digests right, all
 * else of its head as it was; and a `metadata` record about it. Both as gzip members. The same page gives the same bytes.
 *
 * @param about what is to be said of what was taken out; becomes JSON
 */
export function cleanedRecords(page: CleanedPage, html: string | Uint8Array, about: object): Uint8Array {
  const body = typeof html === 'string' ? encode(html) : html;
  const { capture } = page;
  const source = capture?.fields ?? resourceFields(page.url);
  const http = capture?.http;
  const head =
    http === undefined
      ? Buffer.alloc(0)
      : encode(
          lines(http.statusLine, [
            ...without(http.fields, REPLACED_HTTP),
            ['Content-Type', typeOf(fieldOf(http.fields, 'content-type'))],
            ['Content-Length', String(body.length)],
          ]),
        );
  const block = Buffer.concat([head, body]);
  const kept = without(source, http === undefined ? new Set([...REPLACED, 'content-type']) : REPLACED);
  const fields: Field[] = [
    ...kept,
    ...(http === undefined ? [['Content-Type', typeOf(fieldOf(source, 'content-type'))] as const] : []),
    ['WARC-Payload-Digest', digest(body)],
    ['WARC-Block-Digest', digest(block)],
  ];
  return Buffer.concat([record(capture?.version ?? VERSION, fields, block), metadata(page, source, about)]);
}

function resourceFields(url: string): Field[] {
  return [
    ['WARC-Type', 'resource'],
    ['WARC-Target-URI', url],
    ['WARC-Date', NO_DATE],
    ['WARC-Record-ID', recordId('resource', url)],
  ];
}

function metadata({ capture, url }: CleanedPage, source: readonly Field[], about: object): Uint8Array {
  const block = encode(JSON.stringify(about));
  const of = fieldOf(source, 'warc-record-id') ?? '';
  const fields: Field[] = [
    ['WARC-Type', 'metadata'],
    ['WARC-Target-URI', fieldOf(source, 'warc-target-uri') ?? url],
    ['WARC-Date', fieldOf(source, 'warc-date') ?? NO_DATE],
    ['WARC-Record-ID', recordId('metadata', of, url)],
    ...(of === '' ? [] : [['WARC-Concurrent-To', of] as const]),
    ['Content-Type', 'application/json'],
    ['WARC-Block-Digest', digest(block)],
  ];
  return record(capture?.version ?? VERSION, fields, block);
}

/** What a WARC begins with: who wrote it. */
export function warcinfo(): Uint8Array {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  const block = encode(`software: refrain/${version}\r\nformat: WARC File Format 1.1\r\n`);
  const fields: Field[] = [
    ['WARC-Type', 'warcinfo'],
    ['WARC-Date', new Date().toISOString().replace(/\.\d+Z$/, 'Z')],
    ['WARC-Record-ID', recordId('warcinfo', version, String(Date.now()))],
    ['Content-Type', 'application/warc-fields'],
  ];
  return record(VERSION, fields, block);
}
