/**
 * Inputs of a crawl: URLs, content types and character sets, WARC with HTTP responses, and NDJSON. Results do not
 * depend on chunks.
 */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { siteFinder } from '@refrain/crawl';
import { errors } from '@refrain/crawl/engine';
import { type InputFailure, type InputPage, readNdjson, readWarc } from '@refrain/crawl/input';
import { decodeHtml } from 'refrain';
import { htmlRule } from 'refrain/engine';
import { members, warcRecord } from '../../../test/support/warc.ts';
import { alteredBytes } from '../arbitraries.ts';
import { readDictionary, type Sources } from '../sources.ts';
import {
  bytesOf,
  Difference,
  expectSame,
  expectTwice,
  isDocumented,
  outcome,
  type Subject,
  textOf,
} from '../subject.ts';

const MAX_PAGE_BYTES = 2000;

const records = [
  warcRecord(),
  warcRecord({ type: 'resource', contentType: 'text/html', body: '<p>resource' }),
  warcRecord({ type: 'request', body: 'GET / HTTP/1.1\r\n\r\n' }),
  warcRecord({ http: ['HTTP/1.1 404 Not Found', 'Content-Type: text/html'] }),
  warcRecord({ http: ['HTTP/1.1 200 OK', 'Transfer-Encoding: chunked'], body: '5\r\n<p>ab\r\n0\r\n\r\n' }),
];

const FIELDS = readDictionary('warc');

async function* inChunks(bytes: Uint8Array, step: number): AsyncGenerator<Uint8Array> {
  for (let at = 0, size = step; at < bytes.length; at += size, size = 1 + ((size * 7) % (step * 3))) {
    yield bytes.subarray(at, at + size);
  }
}

async function readAll(
  read: (onFailure: (failure: InputFailure) => void) => AsyncIterable<InputPage | { readonly raw: Uint8Array }>,
): Promise<string> {
  const found: unknown[] = [];
  const pages = read(({ source, error }) => {
    if (!isDocumented(error)) throw error;
    found.push([source, errors.codeOf(error)]);
  });
  for await (const item of pages) {
    if ('raw' in item) found.push(textOf(item.raw));
    else found.push([item.url, textOf(item.html), item.contentType, item.id, item.site, item.source]);
  }
  return JSON.stringify(found);
}

/** Reads the bytes as a whole and in pieces. `isExplained`: true if the difference of both results is documented. */
async function comparePieces(
  input: string,
  read: (chunks: AsyncIterable<Uint8Array>) => Promise<string>,
  isExplained: (one: string, other: string) => boolean = () => false,
): Promise<'known' | undefined> {
  const bytes = bytesOf(input);
  const whole = await read(inChunks(bytes, bytes.length + 1));
  const inPieces = await read(inChunks(bytes, 1 + (bytes.length % 61)));
  if (whole !== inPieces && isExplained(whole, inPieces)) return 'known';
  expectSame(inPieces, whole, 'in pieces');
  return undefined;
}

/**
 * True if both results end at damaged compressed data, and one is a prefix of the other. Depending on the chunks, up to
 * 16 KiB of compressed data before the damage are lost.
 */
function endsAtDamage(one: string, other: string): boolean {
  const [found, others] = [one, other].map((result) => JSON.parse(result) as unknown[]) as [unknown[], unknown[]];
  const isDamage = (item: unknown): boolean => JSON.stringify(item) === '["stream","INPUT_DAMAGED"]';
  if (!isDamage(found.pop()) || !isDamage(others.pop())) return false;
  const common = Math.min(found.length, others.length);
  return JSON.stringify(found.slice(0, common)) === JSON.stringify(others.slice(0, common));
}

const readRecords =
  (raw: boolean) =>
  (chunks: AsyncIterable<Uint8Array>): Promise<string> =>
    readAll((onFailure) => readWarc(chunks, { onFailure, raw, maxPageBytes: MAX_PAGE_BYTES }));

export const prepareWarc = async (sources: Sources): Promise<Subject> => ({
  inputs: alteredBytes(
    sources,
    [textOf(Buffer.concat(records)), textOf(members(records)), ...records.map(textOf)],
    FIELDS,
  ),
  run: (input) => comparePieces(input, readRecords(input.length % 4 === 0)),
});

const CODINGS = readDictionary('http');

const html = '<!DOCTYPE html><title>t</title><p>some text of a page</p>';
const chunked = (bytes: Uint8Array): string =>
  `${bytes.length.toString(16)}\r\n${textOf(bytes)}\r\n0\r\nTrailer: x\r\n\r\n`;
const responses = [
  `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${html}`,
  `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(Buffer.from(html))}`,
  `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(gzipSync(html))}`,
  `HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n${textOf(brotliCompressSync(html))}`,
  `HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n${textOf(deflateSync(html))}`,
];

export const prepareHttp = async (sources: Sources): Promise<Subject> => ({
  inputs: alteredBytes(sources, responses, CODINGS),
  run: (input) => {
    const type = 'application/http; msgtype=response';
    const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: ${type}\r\n`;
    const whole = `${head}Content-Length: ${input.length}\r\n\r\n${input}\r\n\r\n`;
    return comparePieces(whole, readRecords(false));
  },
});

const LINES = [
  '{"url":"http://a.example/","html":"<p>x"}\n',
  '{"url":"http://a.example/2","html":"<p>\\u00e9\\ud800","id":"i","site":"s","contentType":"text/html; charset=x"}\r\n\n',
  '\xef\xbb\xbf{"html":null,"url":""}\n[]\n1\n{}\n',
];
const TOKENS = readDictionary('ndjson');

export const prepareNdjson = async (sources: Sources): Promise<Subject> => ({
  inputs: alteredBytes(sources, [...LINES, LINES.join(''), textOf(gzipSync(LINES.join('')))], TOKENS),
  run: (input) =>
    comparePieces(
      input,
      (chunks) => readAll((onFailure) => readNdjson(chunks, { onFailure, maxPageBytes: MAX_PAGE_BYTES })),
      endsAtDamage,
    ),
});

// URLs, content types, character sets and the beginnings of files.

const WORDS = readDictionary('headers');
const SEEDS = [
  'text/html; charset=shift_jis\n<p>\x83e\x83X\x83g</p>',
  'http://www.example.co.uk:8080/a/b/c?d#e\n<meta charset=euc-jp><p>\xa5\xc6',
  '\n<?xml version="1.0" encoding="iso-8859-5"?><html xmlns="http://www.w3.org/1999/xhtml">\xb0',
  'file:///site/%41/page.html\n\xff\xfe<\0p\0>\0',
  'text/html\n<html><head><meta http-equiv=Content-Type content="text/html; charset=gb2312"><p>\xc4\xe3',
  'text/html; charset=iso-2022-jp\n\x1b$B%F\x1b(B',
];

export async function prepareHeaders(sources: Sources): Promise<Subject> {
  const finders = [await siteFinder('host'), await siteFinder('domain'), await siteFinder({ folders: 2 })];
  return {
    inputs: alteredBytes(sources, SEEDS, WORDS, 1500),
    async run(input) {
      const [first = ''] = input.split('\n', 1);
      const bytes = bytesOf(input.slice(first.length + 1));
      await expectTwice(
        () =>
          outcome(() => {
            const { html, encoding } = decodeHtml(bytes, { contentType: first });
            const isFaulty = typeof html === 'string' && !html.isWellFormed();
            if (isFaulty) throw new Difference('decoded text with a lone surrogate');
            return `${encoding.name} ${encoding.source} ${typeof html === 'string' ? html : html === bytes}`;
          }),
        'decoded twice',
      );
      for (const find of finders) {
        const site = await outcome(() => find(first));
        if (site === '') throw new Difference('a site without a name');
      }
      htmlRule.isHtmlType(first);
      htmlRule.startsAsHtml(bytes);
      const kind = htmlRule.nonHtmlKind(bytes);
      const checked = await outcome(() => htmlRule.checkHtml(bytes));
      expectSame(checked, kind === undefined ? undefined : 'error NOT_HTML', 'what is HTML');
      return undefined;
    },
  };
}
