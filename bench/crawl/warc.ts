/**
 * A gzipped WARC of real pages, one member a record, of the sites in random order as a crawler visits them; and the command on one
 * thread beside zlib, which only inflates the members.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { members, warcRecord } from '../../test/support/warc.ts';
import type { SourcePage } from '../corpus/site-files.ts';
import { MAIN, seconds, timeInTurn } from './processes.ts';

const INFLATE = fileURLToPath(new URL('./inflate-alone.mjs', import.meta.url));

export interface BenchSite {
  readonly name: string;
  readonly pages: readonly SourcePage[];
}

export interface Written {
  readonly pages: number;
  /** Bytes of HTML, and of the file. */
  readonly bytes: number;
  readonly compressed: number;
}

/** As a server sends it, and a crawler keeps it. */
const HTTP = [
  ...['HTTP/1.1 200 OK', 'Date: Mon, 06 May 2024 07:08:09 GMT', 'Server: nginx/1.18.0 (Ubuntu)'],
  ...['Content-Type: text/html; charset=utf-8', 'Connection: keep-alive', 'Vary: Accept-Encoding'],
];

/** Writes copies of all sites under different names, until there are so many bytes of HTML. The seed is fixed. */
export async function writeWarc(sites: readonly BenchSite[], bytes: number, path: string): Promise<Written> {
  const file = createWriteStream(path);
  const random = randomNumbers();
  const written = { pages: 0, bytes: 0, compressed: 0 };
  for (let copy = 0; written.bytes < bytes; copy += 1) {
    const all = sites.flatMap(({ name, pages }) => pages.map((page) => ({ name, page, order: random() })));
    for (const { name, page } of all.sort((one, other) => one.order - other.order)) {
      const url = `https://${name}-${copy}.example/${encodeURI(page.name)}`;
      const member = members([warcRecord({ url, http: HTTP, body: page.bytes })]);
      if (!file.write(member)) await once(file, 'drain');
      written.pages += 1;
      written.bytes += page.bytes.length;
      written.compressed += member.length;
      if (written.bytes >= bytes) break;
    }
  }
  await new Promise<void>((resolve) => file.end(() => resolve()));
  return written;
}

/** Numbers from 0 to 1 (mulberry32). */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface WarcRow {
  readonly name: string;
  readonly seconds: number;
  readonly megabytesPerSecond: number;
  /** Bytes of HTML a second, against inflating. */
  readonly ratio: number;
}

/** Seconds of the command and of zlib alone. */
export async function measureWarc(path: string, bytes: number, rounds: number): Promise<WarcRow[]> {
  const command = (format: string) => () => seconds([MAIN, '--quiet', '--jobs', '1', '--format', format, path]);
  const inflating = 'inflating its members alone';
  const contenders = {
    [inflating]: () => seconds([INFLATE, path]),
    'to NDJSON, 1 thread': command('ndjson'),
    'to text, 1 thread': command('text'),
  };
  const time = await timeInTurn(contenders, rounds);
  return Object.keys(contenders).map((name) => ({
    name,
    seconds: time(name),
    megabytesPerSecond: bytes / 1e6 / time(name),
    ratio: time(inflating) / time(name),
  }));
}
