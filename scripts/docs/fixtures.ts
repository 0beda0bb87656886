/** The files that programs and commands in documents read: pages of a small site, as a folder, a WARC and NDJSON. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { members, warcRecord } from '../../test/support/warc.ts';

const SITE = 'docs/example-site';
const HOST = 'https://river.example';

/** Writes `site/`, `crawl.warc.gz` (its first half) and `more.ndjson` (the rest) into a folder. */
export function writeFixtures(folder: string): void {
  cpSync(SITE, join(folder, 'site'), { recursive: true });
  const names = readdirSync(SITE).sort();
  const pages = names.map((name) => ({ url: `${HOST}/${name}`, html: readFileSync(join(SITE, name), 'utf8') }));
  const half = pages.length / 2;
  const records = pages.slice(0, half).map(({ url, html }) => warcRecord({ url, body: html }));
  writeFileSync(join(folder, 'crawl.warc.gz'), members(records));
  const lines = pages.slice(half).map((page) => `${JSON.stringify(page)}\n`);
  writeFileSync(join(folder, 'more.ndjson'), lines.join(''));
}
