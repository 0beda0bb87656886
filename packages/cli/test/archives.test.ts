/** Indexes of web archives as inputs of the command. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ARCHIVE_FILE,
  type ArchiveFault,
  type ArchiveServer,
  buildArchives,
  mixedSites,
  serveArchives,
} from '../../../test/support/archives.ts';
import {
  LINES,
  outcome,
  page,
  pageLines,
  refrain,
  refrainUntil,
  refrainWithInput,
  start,
  withFolder,
} from './command.ts';

const captures = mixedSites(3, 10).map(({ url }) => ({ url, body: page(`The story of ${url}`) }));
const { files, cdxj, rows } = buildArchives(captures);
const FILES = { 'archives/crawl/a.warc.gz': files[ARCHIVE_FILE] ?? '', 'cdx.gz': gzipSync(cdxj), 'rows.ndjson': rows };

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
    assert.is(await failed(['--max-pages', '4']), 12);
    assert.is(await failed(['--max-pages', '4', '--site', 'all']), 4);
  }),
);

test('the character set of the index applies to pages that name none', () => {
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
  [['cdx.gz'], /^refrain: cdx\.gz: is an index of web archives; name their location by --archives PLACE/],
  [['archives/crawl/a.warc.gz', '--archives', 'archives'], /^refrain: --archives: .* no input is one/],
  [['cdx.gz', '--archives', 'nowhere'], /^refrain: --archives: no such folder: nowhere; an address begins with http/],
  [['cdx.gz', '--archives', 'https://'], /^refrain: --archives: must be an address/],
  [['cdx.gz', '--max-pages', '3'], /^refrain: --max-pages: .* needs --archives/],
  [['cdx.gz', '--archives', 'archives', '--max-pages', '0'], /whole number from 1 to/],
] as const)
  test(
    `is a usage error: ${words.join(' ')}`,
    withFolder(FILES, async (folder) => {
      const { code, stderr } = await refrain(folder, ...words);
      assert.is(code, 2);
      assert.match(stderr, message);
    }),
  );

/** Runs with the archives on a server. */
async function served(
  archives: Readonly<Record<string, Uint8Array>>,
  run: (server: ArchiveServer) => Promise<void>,
  fault?: ArchiveFault,
): Promise<void> {
  const server = await serveArchives(archives, fault);
  try {
    await run(server);
  } finally {
    await server.close();
  }
}

test(
  'archives on a server have the pages of a folder; private addresses require a flag',
  withFolder(FILES, (folder) =>
    served(files, async (server) => {
      const words = ['cdx.gz', '--archives', server.url, ...LINES];
      const refused = await refrain(folder, ...words);
      assert.equal([refused.code, refused.stdout, server.requests.length], [1, '', 0]);
      assert.match(refused.stderr, /^refrain: cdx\.gz: 127\.0\.0\.1 .*--allow-private reads it \(ARCHIVES_REFUSED\)/m);
      const { code, stdout, stderr } = await refrain(folder, ...words, '--allow-private');
      assert.is(code, 0, stderr);
      assert.is(stdout, (await refrain(folder, 'cdx.gz', '--archives', 'archives', ...LINES)).stdout);
    }),
  ),
);

test(
  'no byte of an excluded page is read',
  withFolder(FILES, (folder) =>
    served(files, async (server) => {
      const words = ['cdx.gz', '--archives', server.url, '--allow-private'];
      const { stdout } = await refrain(folder, ...words, '--include', '**/s1.example/00[0-4]');
      assert.is(pageLines(stdout).length, 5);
      const lengths = cdxj
        .split('\n')
        .filter((line) => /s1\.example\/00[0-4]/.test(line))
        .map((line) => Number(/"length":"(\d+)"/.exec(line)?.[1]));
      assert.is(
        server.sent,
        lengths.reduce((sum, length) => sum + length, 0),
      );
    }),
  ),
);

test(
  'a signal ends a run whose server does not answer',
  withFolder(FILES, (folder) =>
    served(
      files,
      async (server) => {
        const ending = new AbortController();
        const words = ['cdx.gz', '--archives', server.url, '--allow-private'];
        const running = refrainUntil(ending.signal, folder, ...words);
        while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
        ending.abort();
        const { code, stderr } = await running;
        assert.is(code, 0);
        assert.match(stderr, /0 pages.*\n.*interrupted/s);
      },
      () => true,
    ),
  ),
);

test('pages that the state contains are not read again, however many a site has', () => {
  // A table contains the last 256 page ids; the store contains earlier ids.
  const urls = [...mixedSites(1, 300), ...captures].map(({ url }, at) => ({ url, file: `${at}.warc.gz` }));
  const built = buildArchives(urls);
  return withFolder({ 'x.cdxj': built.cdxj }, (folder) =>
    served(built.files, async (server) => {
      const words = [
        'x.cdxj',
        '--archives',
        server.url,
        '--allow-private',
        '--state',
        's',
        '--skip-known',
        '-o',
        'out',
      ];
      await refrain(folder, ...words, '--exclude', '**/s2.example/**');
      assert.is(server.requests.length, 320);
      const { code, stderr } = await refrain(folder, ...words, '--jobs', '2');
      assert.is(code, 0, stderr);
      assert.is(server.requests.length, 330);
      assert.match(stderr, /10 pages[^;]*, 0 failed;.* 320 pages known and not written/);
    }),
  )();
});

test('a killed run continues, and writes the output of one run', () => {
  const apart = captures.map((capture, at) => ({ ...capture, file: `${at}.warc.gz` }));
  const built = buildArchives(apart);
  const words = (out: string, server: string) => [
    ...['x.cdxj', '--archives', server, '--allow-private', '--state', out, '--skip-known'],
    ...['--flush-every', '2', '--settle', '0', '-o', `${out}.ndjson`],
  ];
  return withFolder({ 'x.cdxj': built.cdxj }, async (folder) => {
    const text = (out: string): string => readFileSync(join(folder, `${out}.ndjson`), 'utf8');
    await served(built.files, async ({ url }) => {
      const whole = await refrain(folder, ...words('whole', url));
      assert.is(whole.code, 0, whole.stderr);
    });
    // The last pages are never answered.
    const isLate = ({ path }: { readonly path: string }): boolean => Number.parseInt(path, 10) % 3 === 2;
    await served(
      built.files,
      async (server) => {
        const child = start(folder, words('killed', server.url));
        const ended = outcome(child);
        const written = (): number =>
          existsSync(join(folder, 'killed.ndjson')) ? pageLines(text('killed')).length : 0;
        while (written() < 20) await new Promise((resolve) => setTimeout(resolve, 10));
        child.kill('SIGKILL');
        await ended;
      },
      isLate,
    );
    await served(built.files, async ({ url }) => {
      const again = await refrain(folder, ...words('killed', url));
      assert.is(again.code, 0, again.stderr);
    });
    assert.is(text('killed'), text('whole'));
  })();
});

test.run();
