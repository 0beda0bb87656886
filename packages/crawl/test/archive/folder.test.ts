import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ARCHIVE_FILE,
  type ArchiveCapture,
  type BuiltArchives,
  buildArchives,
  htmlOf,
  mixedSites,
} from '../../../../test/support/archives.ts';
import { inFolder } from '../../../../test/support/folder.ts';
import { codeOf } from '../../src/errors.ts';
import { readIndexed, readInputs } from '../../src/input/index.ts';
import { readWarc } from '../../src/warc/read-warc.ts';
import { readIndex } from './reading.ts';

/** Runs a test with archives in a folder. */
const withArchives =
  (captures: readonly ArchiveCapture[], run: (built: BuiltArchives, folder: string) => Promise<void>) =>
  (): Promise<void> => {
    const built = buildArchives(captures);
    return inFolder(built.files, (folder) => run(built, folder));
  };

test(
  'yields the pages of CDXJ and of rows, one site after another, with the bytes and headers of the archive',
  withArchives(mixedSites(3, 40), async ({ cdxj, rows }, archives) => {
    const { pages, urls, failures } = await readIndex(cdxj, { archives });
    assert.equal(failures, []);
    assert.equal(
      urls,
      [0, 1, 2].flatMap((site) =>
        Array.from({ length: 40 }, (_, page) => `https://s${site}.example/${String(page).padStart(3, '0')}`),
      ),
    );
    const whole = new Map<string, object>();
    for await (const page of readWarc(join(archives, ARCHIVE_FILE), { name: ARCHIVE_FILE })) whole.set(page.url, page);
    for (const page of pages) assert.equal({ ...page, html: 0 }, { ...whole.get(page.url), html: 0 });
    assert.equal(Buffer.from(pages[7]?.html ?? []).toString(), htmlOf(pages[7]?.url ?? ''));
    assert.equal((await readIndex(rows, { archives })).pages, pages);
    assert.equal((await readIndex(gzipSync(cdxj), { archives })).pages, pages);
    const members = cdxj.split(/(?<=\n)/).map((line) => gzipSync(line));
    assert.equal((await readIndex(Buffer.concat(members), { archives })).pages, pages);
    writeFileSync(join(archives, 'index'), cdxj);
    const inputs: string[] = [];
    for await (const { url } of readInputs([join(archives, 'index')], { archives })) inputs.push(url);
    assert.equal(inputs, urls);
  }),
);

test('an index without the location of its archives is a failure', () =>
  inFolder({ 'x.cdxj': buildArchives(mixedSites(1, 1)).cdxj }, async (folder) => {
    const codes: unknown[] = [];
    const onFailure = ({ error }: { readonly error: Error }): void => void codes.push(error.message);
    for await (const _ of readInputs([join(folder, 'x.cdxj')], { onFailure }));
    assert.equal(codes, ['the input is an index of archives; set the option archives to their location']);
  }));

const lineOf = (line: Readonly<Record<string, unknown>>): ArchiveCapture => ({ url: 'https://a.example/', line });

for (const [what, line, isPage] of [
  ['a page', {}, true],
  ['a page of XHTML', { mime: 'application/xhtml+xml' }, true],
  ['HTML by the indexer alone', { mime: 'unk' }, true],
  ['no type at all', { mime: '-', 'mime-detected': undefined }, true],
  ['no status', { status: undefined }, true],
  ['another type', { mime: 'application/pdf' }, false],
  ['another type by the indexer alone', { mime: 'unk', 'mime-detected': 'image/png' }, false],
  ['a redirect', { status: '301' }, false],
  ['an error', { status: 404 }, false],
  ['a revisit', { mime: 'warc/revisit' }, false],
] as const)
  test(
    `by its line a record is ${isPage ? 'a' : 'no'} page: ${what}`,
    withArchives([lineOf(line)], async ({ cdxj }, archives) => {
      const { urls, failures } = await readIndex(cdxj, { archives });
      assert.equal([urls.length, failures], [Number(isPage), []]);
    }),
  );

// The index server has another name for it.
for (const name of ['charset', 'encoding', 'content_charset'])
  test(
    `a page has the character set of the index: ${name}`,
    withArchives([lineOf({ [name]: 'windows-1251' })], async ({ cdxj }, archives) => {
      assert.is((await readIndex(cdxj, { archives })).pages[0]?.charset, 'windows-1251');
    }),
  );

const DIGEST = createHash('sha1').update('other').digest('hex');

for (const [what, line, failure] of [
  ['a record of another URL', { url: 'https://b.example/' }, 'RECORD_WRONG'],
  ['a record with another digest', { digest: DIGEST }, 'RECORD_WRONG'],
  ['the same digest with its algorithm', { digest: `SHA1:${'0'.repeat(40)}` }, 'RECORD_WRONG'],
  ['a digest of another algorithm', { digest: `md5:${'0'.repeat(40)}` }, undefined],
  ['a digest in another encoding', { digest: 'AAAA' }, undefined],
  ['a URL without its fragment', { url: 'https://a.example/#top' }, undefined],
  ['a place within a record', { offset: '1' }, 'INPUT_DAMAGED'],
  ['too short a length', { length: '20' }, 'INPUT_DAMAGED'],
  ['a place behind the end', { offset: '90000' }, 'ARCHIVE_UNREADABLE'],
  ['a length beyond the end', { length: '90000' }, 'ARCHIVE_UNREADABLE'],
  ['a length beyond all bounds', { length: '9000000000' }, 'PAGE_TOO_LARGE'],
  ['a missing archive', { filename: 'b.warc.gz' }, 'ARCHIVE_UNREADABLE'],
  ['an archive above the folder', { filename: '../../etc/passwd' }, 'ARCHIVE_UNREADABLE'],
  ['an absolute path', { filename: '/etc/passwd' }, 'ARCHIVE_UNREADABLE'],
] as const)
  test(
    `${failure === undefined ? 'takes' : 'refuses'} ${what}, and goes on`,
    withArchives([lineOf(line), { url: 'https://z.example/' }], async ({ cdxj }, archives) => {
      const { urls, failures } = await readIndex(cdxj, { archives });
      assert.is(urls.at(-1), 'https://z.example/');
      assert.is(urls.length, failure === undefined ? 2 : 1);
      assert.equal(
        failures.map((each) => each.split(' ').at(-1)),
        failure === undefined ? [] : [failure],
      );
    }),
  );

const [URL_A, URL_Z] = ['https://a.example/', 'https://z.example/'];
const PACKED = gzipSync(htmlOf(URL_A));
const CHUNKED = Buffer.concat([Buffer.from(`${PACKED.length.toString(16)}\r\n`), PACKED, Buffer.from('\r\n0\r\n\r\n')]);

for (const [digested, isRight] of [
  [CHUNKED, true],
  [PACKED, true],
  [htmlOf(URL_A), true],
  [htmlOf(URL_Z), false],
] as const)
  test(
    `${isRight ? 'accepts a digest of the body as it is, without chunks, or decoded' : 'refuses other bytes than those of the digest'} (${digested.length})`,
    withArchives(
      [
        {
          ...{ url: URL_A, body: CHUNKED, digested },
          headers: { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip', 'Transfer-Encoding': 'chunked' },
        },
        { url: URL_Z },
      ],
      async ({ cdxj }, archives) => {
        const { urls, failures } = await readIndex(cdxj, { archives });
        assert.equal(urls, isRight ? [URL_A, URL_Z] : [URL_Z]);
        assert.match(failures.join(), isRight ? /^$/ : /RECORD_WRONG$/);
      },
    ),
  );

test(
  'a damaged record is a failure, and its neighbours are pages',
  withArchives(mixedSites(1, 3), async ({ cdxj, files }, archives) => {
    const damaged = Buffer.from(files[ARCHIVE_FILE] ?? []);
    const middle = damaged.length / 2;
    damaged.fill(0, middle, middle + 20);
    writeFileSync(join(archives, ARCHIVE_FILE), damaged);
    const { urls, failures } = await readIndex(cdxj, { archives });
    assert.equal(urls, ['https://s0.example/000', 'https://s0.example/002']);
    assert.match(failures.join(), /^crawl\/a\.warc\.gz:\d+ INPUT_DAMAGED$/);
  }),
);

test(
  'damaged lines are failures that name the line; many in a row are one failure',
  withArchives(mixedSites(1, 2), async ({ cdxj }, archives) => {
    const [first, second] = cdxj.split('\n');
    const bad = ['no line', '{"url":"https://a.example/"}', 'a 2024 {"url":1}', '[]', `{"url":"${'x'.repeat(3e5)}"}`];
    const index = [first, ...bad, second, ...Array(500).fill('x')].join('\n');
    const { urls, failures } = await readIndex(index, { archives });
    assert.is(urls.length, 2);
    assert.equal(
      failures.slice(0, 5),
      ['x:2 ', 'x:3 ', 'x:4 ', 'x:5 '].map((line) => `${line}INPUT_DAMAGED`).concat('x:6 PAGE_TOO_LARGE'),
    );
    assert.equal([failures.length, failures.at(-1)], [106, 'x:108-507 INPUT_DAMAGED']);
  }),
);

test(
  'a line that is not UTF-8 is damaged, and a URL in a nested object is not that of the line',
  withArchives(mixedSites(1, 1), async ({ cdxj }, archives) => {
    const [line = ''] = cdxj.split('\n');
    const nested = line.replace('{', '{"meta": {"url": "https://other.example/"}, ');
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.from(`${nested}\n`)]);
    }
    const [candidates, codes, urls]: string[][] = [[], [], []];
    const takes = ({ url }: { readonly url: string }): boolean => Boolean(candidates?.push(url));
    const onFailure = ({ error }: { readonly error: Error }): void => void codes?.push(codeOf(error) ?? error.name);
    for await (const { url } of readIndexed(chunks(), { archives, takes, onFailure })) urls?.push(url);
    assert.equal(codes, ['INPUT_DAMAGED']);
    assert.equal([candidates?.length, candidates], [1, urls]);
  }),
);

test(
  'lines about the index itself are skipped',
  withArchives(mixedSites(1, 1), async ({ cdxj }, archives) => {
    const { urls, failures } = await readIndex(`!meta 0 {"format": "cdxj"}\n\n${cdxj}`, { archives });
    assert.equal([urls.length, failures], [1, []]);
  }),
);

const WWW: readonly ArchiveCapture[] = Array.from({ length: 60 }, (_, at) => ({
  url: `https://${at % 2 === 0 ? 'www.' : ''}${at < 40 ? 'a' : 'b'}.example/${String(at).padStart(3, '0')}`,
}));

test(
  'a sample has `pagesPerSite` pages of each site, in order, and the same ones whatever else is in the index',
  withArchives(WWW, async ({ cdxj }, archives) => {
    const pagesPerSite = 3;
    const { urls } = await readIndex(cdxj, { archives, pagesPerSite });
    assert.equal(
      urls,
      [...urls].sort((one, other) => (one.slice(-3) < other.slice(-3) ? -1 : 1)),
    );
    const counts = new Map<string, number>();
    for (const url of urls) counts.set(new URL(url).host, (counts.get(new URL(url).host) ?? 0) + 1);
    assert.equal([...counts.values()], [3, 3, 3, 3]);
    const isOfA = ({ url }: { readonly url: string }): boolean => url.startsWith('https://a.');
    const ofA = await readIndex(cdxj, { archives, pagesPerSite, takes: isOfA });
    assert.equal(
      ofA.urls,
      urls.filter((url) => isOfA({ url })),
    );
    const domain = await readIndex(cdxj, { archives, pagesPerSite, siteOf: 'domain' });
    assert.is(domain.urls.length, 6);
    const all = await readIndex(cdxj, { archives, pagesPerSite: 100 });
    assert.is(all.urls.length, 60);
  }),
);

test.run();
