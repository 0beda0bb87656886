/** `--shard K/N`: each site belongs to one of N tasks, and nothing is read twice. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildArchives } from '../../../test/support/archives.ts';
import { page, pageLines, refrain, withFolder } from './command.ts';

const COUNT = 4;
const SITES = Array.from({ length: 12 }, (_, at) => `site${at}.example`);
const PAGES = Array.from({ length: 60 }, (_, at) => ({
  site: SITES[at % SITES.length] ?? '',
  url: `https://${SITES[at % SITES.length]}/${at}`,
  html: page(`Story ${at}`),
}));
const LINES = ['--seed', '1', '--fields', 'id,site,page,text', '-q'];

const ndjson = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const response = ({ url, html }: (typeof PAGES)[number]): string => {
  const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${html}`;
  const head = ['WARC/1.0', 'WARC-Type: response', `WARC-Target-URI: ${url}`, `Content-Length: ${http.length}`];
  return `${head.join('\r\n')}\r\n\r\n${http}\r\n\r\n`;
};

function writeInputs(folder: string): Readonly<Record<string, readonly string[]>> {
  writeFileSync(join(folder, 'urls.ndjson'), ndjson(PAGES.map(({ url, html }) => ({ url, html }))));
  writeFileSync(
    join(folder, 'sites.ndjson'),
    ndjson(PAGES.map((each) => ({ ...each, url: 'https://all.example/', id: each.url }))),
  );
  const records = PAGES.map(response);
  writeFileSync(join(folder, 'one.warc.gz'), Buffer.concat(records.slice(0, 30).map((each) => gzipSync(each))));
  writeFileSync(join(folder, 'two.warc'), records.slice(30).join(''));
  writeFileSync(join(folder, 'list'), 'one.warc.gz\ntwo.warc\n');
  const { files, cdxj } = buildArchives(PAGES.map(({ url, html }) => ({ url, body: html })));
  mkdirSync(join(folder, 'archives/crawl'), { recursive: true });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, 'archives', name), bytes);
  writeFileSync(join(folder, 'index.cdx.gz'), gzipSync(cdxj));
  return {
    'a folder for each site': ['sites'],
    'NDJSON that names addresses': ['urls.ndjson'],
    'NDJSON that names sites': ['sites.ndjson'],
    'a list of WARCs': ['--files-from', 'list'],
    'domains of NDJSON': ['urls.ndjson', '--site-of', 'domain'],
    'an index of archives': ['index.cdx.gz', '--archives', 'archives'],
    'a sample of an index': ['index.cdx.gz', '--archives', 'archives', '--max-pages', '3'],
  };
}

const FILES = Object.fromEntries(PAGES.map(({ site, html }, at) => [`sites/${site}/${at}.html`, html]));

test(
  'shards of all inputs have every site once, with the results of one run',
  withFolder(FILES, async (folder) => {
    for (const [name, words] of Object.entries(writeInputs(folder))) {
      const whole = (await refrain(folder, ...words, ...LINES)).stdout.split('\n').filter(Boolean);
      assert.is(whole.length, words.includes('--max-pages') ? 3 * SITES.length : PAGES.length, name);
      const owners = new Map<string, number>();
      const all: string[] = [];
      for (let shard = 1; shard <= COUNT; shard += 1) {
        const { code, stdout, stderr } = await refrain(folder, ...words, ...LINES, '--shard', `${shard}/${COUNT}`);
        assert.equal([code, stderr], [0, ''], name);
        for (const { site } of pageLines(stdout)) assert.is(owners.get(site) ?? shard, shard, `${name}: ${site}`);
        for (const { site } of pageLines(stdout)) owners.set(site, shard);
        all.push(...stdout.split('\n').filter(Boolean));
      }
      assert.is(owners.size, SITES.length, name);
      assert.ok(new Set(owners.values()).size > 1, name);
      assert.equal(all.sort(), whole.sort(), name);
    }
  }),
);

test(
  'records of archives that are not pages belong to the page before them, and are in one shard',
  withFolder({}, async (folder) => {
    const info = 'WARC/1.0\r\nWARC-Type: warcinfo\r\nWARC-Filename: a.warc\r\nContent-Length: 4\r\n\r\na: b\r\n\r\n';
    const note = (at: number): string =>
      `WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Target-URI: urn:${at}\r\nContent-Length: 4\r\n\r\na: b\r\n\r\n`;
    writeFileSync(join(folder, 'a.warc'), info + PAGES.map((each, at) => response(each) + note(at)).join(''));
    const found: string[] = [];
    for (let shard = 1; shard <= COUNT; shard += 1) {
      const words = ['a.warc', '--format', 'warc', '-q', '--shard', `${shard}/${COUNT}`, '-o', `${shard}.warc`];
      assert.is((await refrain(folder, ...words)).code, 0);
      const text = readFileSync(join(folder, `${shard}.warc`), 'latin1');
      assert.is(text.includes('WARC-Filename: a.warc'), shard === 1);
      found.push(...[...text.matchAll(/urn:(\d+)/g)].map(([, at = '']) => at));
    }
    assert.equal(
      found.map(Number).sort((one, other) => one - other),
      PAGES.map((_, at) => at),
    );
  }),
);

test(
  'an unreadable page is a failure of one shard, and a missing input a failure of all',
  withFolder({}, async (folder) => {
    const broken = PAGES.slice(0, 9).map((each, at) => (at % 2 === 0 ? `${JSON.stringify(each)}\n` : `{${at}\n`));
    const large = ndjson([
      { url: 'https://large.example/', html: 'x'.repeat(5000) },
      { url: 'no address', html: '' },
    ]);
    writeFileSync(join(folder, 'a.ndjson'), broken.join('') + large);
    let failures = '';
    for (let shard = 1; shard <= COUNT; shard += 1) {
      const words = ['a.ndjson', ...LINES, '--max-page-bytes', '4000', '--shard', `${shard}/${COUNT}`];
      failures += (await refrain(folder, ...words)).stderr;
      const { code, stderr } = await refrain(folder, 'none.ndjson', '-q', '--shard', `${shard}/${COUNT}`);
      assert.is(code, 1);
      assert.match(stderr, 'none.ndjson');
    }
    const sources = [...failures.matchAll(/a\.ndjson:(\d+):/g)].map(([, line]) => Number(line));
    assert.equal(
      sources.sort((one, other) => one - other),
      [2, 4, 6, 8, 10, 11],
    );
  }),
);

test(
  'a shard reads from an index only the records of its own sites, and reports only their errors',
  withFolder({}, async (folder) => {
    const { cdxj, files } = buildArchives(PAGES.map(({ url, html }) => ({ url, body: html })));
    writeFileSync(join(folder, 'index.cdxj'), `${cdxj}example,none)/ 2024 {\n`);
    const [bytes = Buffer.alloc(0)] = Object.values(files);
    mkdirSync(join(folder, 'archives/crawl'), { recursive: true });
    // Cut in the middle. Each missing page and the damaged line are reported once.
    writeFileSync(join(folder, 'archives', Object.keys(files)[0] ?? ''), bytes.subarray(0, bytes.length / 2));
    const words = ['index.cdxj', '--archives', 'archives', ...LINES];
    const failures = (stderr: string): string[] =>
      stderr.split('\n').filter((line) => line.includes('index') || line.includes('warc'));
    const whole = failures((await refrain(folder, ...words)).stderr);
    const parts: string[] = [];
    for (let shard = 1; shard <= COUNT; shard += 1)
      parts.push(...failures((await refrain(folder, ...words, '--shard', `${shard}/${COUNT}`)).stderr));
    assert.ok(whole.length > 20 && whole.some((line) => line.includes('index.cdxj:61')));
    assert.equal(parts.sort(), whole.sort());
  }),
);

test(
  'a shard without pages is empty, and the summary names the shard',
  withFolder({ 'sites/a/1.html': page('Story') }, async (folder) => {
    let pages = 0;
    for (let shard = 1; shard <= 3; shard += 1) {
      const { code, stderr } = await refrain(folder, 'sites', '--fields', 'id', '--shard', `${shard}/3`);
      assert.is(code, 0);
      const [, count] = new RegExp(`(\\d) pages? of \\d sites? in shard ${shard}/3, 0 failed`).exec(stderr) ?? [];
      pages += Number(count);
    }
    assert.is(pages, 1);
  }),
);

for (const given of ['0/16', '17/16', '/16', '3', '1/0']) {
  test(
    `refuses the shard ${given}`,
    withFolder({ 'site/1.html': page('Story') }, async (folder) => {
      const { code, stderr } = await refrain(folder, 'site', '--shard', given);
      assert.is(code, 2);
      assert.match(
        stderr,
        `--shard: must be K/N, shard K of N, from 1 to at most 1000000, such as 42/1000, not ${given}`,
      );
    }),
  );
}

test.run();
