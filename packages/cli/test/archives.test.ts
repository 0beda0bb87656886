/** Indexes of web archives as inputs of the command. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ARCHIVE_FILE, buildArchives, mixedSites } from '../../../test/support/archives.ts';
import { LINES, page, pageLines, refrain, refrainWithInput, withFolder } from './command.ts';

const captures = mixedSites(3, 10).map(({ url }) => ({ url, body: page(`The story of ${url}`) }));
const { files, cdxj, rows } = buildArchives(captures);
const FILES = { 'archives/crawl/a.warc.gz': files[ARCHIVE_FILE] ?? '', 'cdx.gz': gzipSync(cdxj), 'rows.ndjson': rows };

/** Lines in the order of their ids. */
const sorted = (stdout: string): string[] => stdout.split('\n').sort();

test(
  'the pages of an index are those of its archives, which mix the sites, one site after another',
  withFolder(FILES, async (folder) => {
    const whole = await refrain(folder, 'archives/crawl/a.warc.gz', ...LINES);
    const indexed = await refrain(folder, 'cdx.gz', '--archives', 'archives', ...LINES);
    assert.is(indexed.code, 0, indexed.stderr);
    assert.equal(sorted(indexed.stdout), sorted(whole.stdout));
    assert.equal(
      pageLines(indexed.stdout).map(({ site }) => site),
      captures.map((_, at) => `s${Math.floor(at / 10)}.example`),
    );
    const ofRows = await refrain(folder, 'rows.ndjson', '--archives', 'archives', ...LINES);
    assert.is(ofRows.stdout, indexed.stdout);
    const threads = await refrain(folder, 'cdx.gz', '--archives', 'archives', '--jobs', '2', ...LINES);
    assert.equal(sorted(threads.stdout), sorted(indexed.stdout));
    const piped = await refrainWithInput(folder, cdxj, '-', '--archives', 'archives', ...LINES);
    assert.is(piped.stdout, indexed.stdout);
    const packed = await refrain(folder, 'cdx.gz', '--archives', 'archives', '--format', 'warc');
    assert.is(packed.code, 0);
  }),
);

test(
  'patterns and a sample choose pages before any byte of them is read',
  withFolder(FILES, async (folder) => {
    writeFileSync(join(folder, 'cdx'), cdxj.replaceAll(ARCHIVE_FILE, 'missing'));
    const failed = (words: readonly string[]): Promise<number> =>
      refrain(folder, 'cdx', '--archives', 'archives', ...words).then(
        ({ stderr }) => stderr.split('ARCHIVE_UNREADABLE').length - 1,
      );
    assert.is(await failed([]), 30);
    assert.is(await failed(['--include', '**/00[0-3]', '--exclude', '**/s1.*/**']), 8);
    assert.is(await failed(['--pages-per-site', '4']), 12);
    assert.is(await failed(['--pages-per-site', '4', '--site', 'all']), 4);
  }),
);

test('the character set of the index counts where the page names none', () => {
  const cyrillic = Buffer.from(
    [...page('Привет, мир')].map((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      return code < 0x80 ? code : code - 0x410 + 0xc0;
    }),
  );
  const meta = Buffer.concat([Buffer.from('<meta charset=windows-1252>'), cyrillic]);
  const line = { charset: 'windows-1251' };
  const none = { 'Content-Type': 'text/html' };
  const named = { 'Content-Type': 'text/html; charset=iso-8859-5' };
  const built = buildArchives([
    { url: 'https://a.example/1', body: cyrillic, headers: none, line },
    { url: 'https://a.example/2', body: cyrillic, headers: named, line },
    { url: 'https://a.example/3', body: meta, headers: none, line },
  ]);
  const inputs = { 'archives/crawl/a.warc.gz': built.files[ARCHIVE_FILE] ?? '', 'x.cdxj': built.cdxj };
  return withFolder(inputs, async (folder) => {
    const { stdout } = await refrain(folder, 'x.cdxj', '--archives', 'archives', ...LINES);
    const texts = pageLines(stdout).map(({ text }) => text.includes('Привет, мир'));
    assert.equal(texts, [true, false, false]);
  })();
});

for (const [words, message] of [
  [['cdx.gz'], /^refrain: cdx\.gz: is an index of web archives; --archives PLACE says where these are/],
  [['archives/crawl/a.warc.gz', '--archives', 'archives'], /^refrain: --archives: .* no input is one/],
  [['cdx.gz', '--pages-per-site', '3'], /^refrain: --pages-per-site: .* needs --archives/],
  [['cdx.gz', '--archives', 'archives', '--pages-per-site', '0'], /whole number from 1 to/],
] as const)
  test(
    `is a usage error: ${words.join(' ')}`,
    withFolder(FILES, async (folder) => {
      const { code, stderr } = await refrain(folder, ...words);
      assert.is(code, 2);
      assert.match(stderr, message);
    }),
  );

test.run();
