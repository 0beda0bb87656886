/**
 * `--out`: every written page has a file and a line of the index. Names differ and are valid on every file system.
 * Nothing outside the folder changes.
 */

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { testSample } from '../../../test/support/effort.ts';
import { processPrefix } from '../src/files/scratch-folder.ts';
import { foldedName, type PageExtension, pageFiles, siteFolder, unescapeField } from '../src/write/file-name.ts';
import { listSites, outcome, page, refrain, site, start, withFolder } from './command.ts';
import { hostileIds } from './hostile-ids.ts';

const HTML = ['--format', 'html', '--out', 'out', '-q'] as const;

const indexOf = (folder: string): string[][] =>
  readFileSync(join(folder, 'out/index.tsv'), 'utf8')
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split('\t').map(unescapeField));

/** Without the index. */
const filesOf = (folder: string): string[] =>
  readdirSync(join(folder, 'out'), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'out/').length))
    .filter((name) => name !== 'index.tsv')
    .sort();

/** Unique words for each page. Numbers would count as one word. */
const story = (at: number): string => [...`${at}`].map((digit) => 'abcdefghij'[Number(digit)]).join('');

const lines = (pages: readonly { readonly id: string; readonly site?: string }[]): string =>
  pages
    .map(({ id, site: name }, at) =>
      JSON.stringify({ url: 'https://a.example/', id, site: name, html: page(`story-${story(at)}-end`) }),
    )
    .join('\n');

const hostile = testSample(hostileIds(10_000), 40).map((id, at) => ({ id, site: `site${at % 7}` }));

for (const words of [
  ['--site', 'one'],
  ['--jobs', '2'],
  ['--format', 'text'],
]) {
  test(
    `hostile ids: every written page has a file and a line (${words.join(' ')})`,
    withFolder({ 'pages.ndjson': lines(hostile) }, async (folder) => {
      const { stderr } = await refrain(folder, 'pages.ndjson', '--format', 'html', '--out', 'out', ...words);
      const done = Number(/refrain: ([\d,]+) pages/.exec(stderr)?.[1]?.replaceAll(',', ''));
      // Ids without distinguishing characters may be refused.
      assert.ok(done > 0.9 * hostile.length, stderr);
      const index = indexOf(folder);
      assert.is(index.length, done);
      assert.equal(index.map(([, file]) => file).sort(), filesOf(folder));
      const numberOf = new Map(hostile.map(({ id }, at) => [id, at]));
      for (const [id = '', file = ''] of index) {
        const text = readFileSync(join(folder, 'out', file), 'utf8');
        assert.match(text, `story-${story(numberOf.get(id) ?? 0)}-end`);
      }
      assert.equal(readdirSync(folder).sort(), ['out', 'pages.ndjson']);
    }),
  );
}

test(
  'existing links, devices and folders are neither followed nor replaced',
  withFolder(
    { ...site, 'outside/file': 'mine', 'pages.ndjson': lines(['d/1.html', 'e/f/2.html'].map((id) => ({ id }))) },
    async (folder) => {
      mkdirSync(join(folder, 'out'));
      symlinkSync('../outside/file', join(folder, 'out/1.html'));
      symlinkSync('../outside/new', join(folder, 'out/2.html'));
      mkdirSync(join(folder, 'out/3.html'));
      execFileSync('mkfifo', [join(folder, 'out/4.html')]);
      symlinkSync('/dev/full', join(folder, 'out/5.html'));
      linkSync(join(folder, 'outside/file'), join(folder, 'out/6.html'));
      symlinkSync('../outside', join(folder, 'out/d'));
      writeFileSync(join(folder, 'out/e'), 'a file');
      const { code, stderr } = await refrain(folder, 'site', 'pages.ndjson', '--site', 'one', ...HTML);
      assert.is(code, 1);
      assert.equal(
        stderr.split('\n').slice(0, -1),
        [
          'refrain: site/1.html: cannot write out/1.html: it is a symbolic link (OUTPUT_INVALID)',
          'refrain: site/2.html: cannot write out/2.html: it is a symbolic link (OUTPUT_INVALID)',
          'refrain: site/3.html: cannot write out/3.html: it is a folder (OUTPUT_INVALID)',
          'refrain: site/4.html: cannot write out/4.html: it is no regular file (OUTPUT_INVALID)',
          'refrain: site/5.html: cannot write out/5.html: it is a symbolic link (OUTPUT_INVALID)',
          'refrain: pages.ndjson:1: cannot write out/d/1.html: out/d is a symbolic link (OUTPUT_INVALID)',
          'refrain: pages.ndjson:2: cannot write out/e/f/2.html: out/e is a file (OUTPUT_INVALID)',
        ],
        stderr,
      );
      // The hard link was replaced, not written through.
      assert.equal(readdirSync(join(folder, 'outside')), ['file']);
      assert.is(readFileSync(join(folder, 'outside/file'), 'utf8'), 'mine');
      assert.equal(
        indexOf(folder).map(([id]) => id),
        ['6.html', '7.html', '8.html'],
      );
      assert.ok(lstatSync(join(folder, 'out/4.html')).isFIFO());
    },
  ),
);

test(
  'an index that is a link or a file of another program is refused before a page is read',
  withFolder({ ...site, 'mine.tsv': 'a\tb\n' }, async (folder) => {
    mkdirSync(join(folder, 'out'));
    const path = join(folder, 'out/index.tsv');
    for (const [make, why] of [
      [() => symlinkSync('../mine.tsv', path), 'it is a symbolic link'],
      [() => mkdirSync(path), 'it is a folder'],
      [() => writeFileSync(path, 'a\tb\n'), 'it is not an index of pages'],
    ] as const) {
      make();
      const { code, stderr } = await refrain(folder, 'site', ...HTML);
      assert.is(code, 2);
      assert.is(stderr, `refrain: out/index.tsv: cannot be the index of the pages: ${why} (OUTPUT_INVALID)\n`);
      rmSync(path, { recursive: true });
    }
    assert.is(readFileSync(join(folder, 'mine.tsv'), 'utf8'), 'a\tb\n');
  }),
);

test(
  'a later run writes the same names, ends a truncated line and removes files of a killed run',
  withFolder({ ...site, 'site/A.html': page('A'), 'site/B b?.html': page('B') }, async (folder) => {
    assert.is((await refrain(folder, 'site', '--state', 's', ...HTML)).code, 0);
    const [files, index] = [filesOf(folder), indexOf(folder)];
    assert.is(files.length, 10);
    const path = join(folder, 'out/index.tsv');
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -5));
    // No process has this number.
    writeFileSync(join(folder, `out/.refrain-${processPrefix(2 ** 30)}0`), 'half a pa');
    assert.is((await refrain(folder, 'site', '--state', 's', '--jobs', '2', ...HTML)).code, 0);
    assert.equal(filesOf(folder), files);
    const sorted = (lines: string[][]): string[] => lines.map((line) => line.join('\t')).sort();
    assert.equal(sorted(indexOf(folder)), sorted(index));
  }),
);

test(
  'of two pages with one id the later is in the file; two sites with one id have two files',
  withFolder(
    {
      'pages.ndjson': lines([
        { id: 'a', site: 'x' },
        { id: 'a', site: 'y' },
        { id: 'a', site: 'x' },
      ]),
    },
    async (folder) => {
      assert.is((await refrain(folder, 'pages.ndjson', ...HTML)).code, 0);
      const index = indexOf(folder);
      assert.equal(
        index.map(([id, , name]) => [id, name]),
        [
          ['a', 'x'],
          ['a', 'y'],
        ],
      );
      assert.is(filesOf(folder).length, 2);
      assert.match(readFileSync(join(folder, 'out', index[0]?.[1] ?? ''), 'utf8'), 'story-c-end');
    },
  ),
);

/** Makes writing fail with the error `code` after `pages` pages. */
const failing = (code: string, after: number): string => `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const write = fs.writeFileSync;
  let pages = 0;
  fs.writeFileSync = (file, text, ...rest) => {
    if (typeof file === 'number' && String(text).includes('<html>') && (pages += 1) > ${after}) {
      throw Object.assign(new Error('${code}: it failed, write'), { code: '${code}', syscall: 'write' });
    }
    return write(file, text, ...rest);
  };
  syncBuiltinESMExports();
`;

test(
  'a full disk ends the run with one error, with one thread and with two; the store has its last saved state',
  withFolder({ ...site, 'full.mjs': failing('ENOSPC', 3), 'name.mjs': failing('ENAMETOOLONG', 3) }, async (folder) => {
    for (const jobs of ['1', '2']) {
      const words = ['site', '--state', `s${jobs}`, '--format', 'html', '--out', `out${jobs}`, '--jobs', jobs];
      const run = await outcome(start(folder, words, { first: join(folder, 'full.mjs') }));
      assert.is(run.code, 1);
      assert.match(run.stderr, /^refrain: cannot write out\d\/4\.html: it failed \(ENOSPC\)\n$/);
      assert.equal(readdirSync(join(folder, `out${jobs}`)).sort(), ['1.html', '2.html', '3.html', 'index.tsv']);
      assert.equal(await listSites(folder, `s${jobs}`), []);
      const again = await refrain(folder, ...words);
      assert.is(again.code, 0);
      assert.match(again.stderr, 'refrain: 8 pages, 0 failed');
      assert.is((await listSites(folder, `s${jobs}`))[0]?.pages, 8);
    }
    const each = await outcome(start(folder, ['site', ...HTML], { first: join(folder, 'name.mjs') }));
    assert.is(each.stderr.split('\n').length - 1, 5, 'an error of one name belongs to its page');
  }),
);

test(
  '--out FILE on a full device is one error',
  withFolder(site, async (folder) => {
    if (!existsSync('/dev/full')) return;
    for (const format of ['ndjson', 'warc', 'bulk', 'minisearch']) {
      const { code, stderr } = await refrain(folder, 'site', '--format', format, '--out', '/dev/full', '-q');
      assert.is(code, 1);
      assert.is(stderr, 'refrain: /dev/full: no space left on device (ENOSPC)\n', format);
    }
  }),
);

const nameOf = (id: string, extension: PageExtension = 'html'): string =>
  pageFiles({ id, site: 's', namesSite: true }, extension)[0] ?? '';

test('a file name keeps the readable parts of an id: capitals, query and port too', () => {
  for (const [id, html, markdown] of [
    ['1.html', '1.html', '1.md'],
    ['deep/er/x.htm', 'deep/er/x.html', 'deep/er/x.md'],
    ['my page.html', 'my page.html', 'my page.md'],
    ['otters', 'otters.html', 'otters.md'],
    ['About.html', 'About.html', 'About.md'],
    ['日本.html', '日本.html', '日本.md'],
    ['https://a.example/b/c.html', 'a.example/b/c.html', 'a.example/b/c.md'],
    ['http://a.example/b/', 'a.example/b/index.html', 'a.example/b/index.md'],
    ['https://a.example:8080/b?c=D/e', 'a.example+8080/b@c=D_e.html', 'a.example+8080/b@c=D_e.md'],
    ['https://a.example/?p=1', 'a.example/index@p=1.html', 'a.example/index@p=1.md'],
    ['../../etc/passwd', '_/_/etc/passwd.html', '_/_/etc/passwd.md'],
    ['a.html/b', 'a.html_/b.html', 'a.html_/b.md'],
    ['nul.html', '_nul.html', '_nul.md'],
    ['', '_.html', '_.md'],
  ] as const) {
    assert.is(nameOf(id), html, id);
    assert.is(nameOf(id, 'md'), markdown, id);
  }
  assert.is(pageFiles({ id: '1', site: 'B', namesSite: false }, 'md')[0], `${siteFolder('B')}/1.md`);
  for (const [id, file] of [
    ['https://a.example/', 'index.md'],
    ['http://a.example/b/', 'b/index.md'],
    ['https://b.example/b', 'b.example/b.md'],
    ['a.example/b', 'a.example/b.md'],
  ] as const)
    assert.is(pageFiles({ id, site: 's', namesSite: true }, 'md', 'a.example')[0], file, 'pages of the only host');
});

test(
  'a name of another page is extended by eight digits, in a later run too',
  withFolder({ 'in/a.html': page('one'), 'in/b.htm': page('two') }, async (folder) => {
    const words = ['in', '--md', '-o', 'out', '-q'];
    await refrain(folder, ...words);
    mkdirSync(join(folder, 'in/B'));
    for (const name of ['A.html', 'a.htm', 'b.html', 'B/b.html']) writeFileSync(join(folder, 'in', name), page(name));
    for (let run = 0; run < 2; run += 1) {
      await refrain(folder, ...words);
      const names = filesOf(folder).map((name) => name.replace(/~[0-9a-f]{8}\./, '~HASH.'));
      assert.equal(names, ['A~HASH.md', 'B/b.md', 'a.md', 'a~HASH.md', 'b.md', 'b~HASH.md']);
    }
    assert.match(readFileSync(join(folder, 'out/a.md'), 'utf8'), 'one');
  }),
);

test('file names of hostile ids are valid, and differ on file systems that fold names', () => {
  const ids = testSample(hostileIds(10_000), 4);
  for (const format of ['html', 'txt', 'md'] as const) {
    const files = new Set<string>();
    const names = ids.map((id) => {
      const found = pageFiles({ id, site: 's', namesSite: true }, format).find((name) => !files.has(foldedName(name)));
      files.add(foldedName(found ?? ''));
      return found ?? '';
    });
    assert.is(files.size, ids.length);
    assert.not(files.has('index.tsv'));
    for (const name of names) {
      const parts = name.split('/');
      assert.ok(Buffer.byteLength(name) <= 1000, name);
      for (const part of parts) {
        assert.ok(part !== '' && Buffer.byteLength(part) <= 255, name);
        assert.match(part, /^[^. -].*[^. ]$|^[^. -]$/s, name);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be in a name
        assert.not.match(part, /[\u0000-\u001f\\:*?"<>|\p{Cs}]/u, name);
        assert.not.match(part, /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)([ .]|$)/i, name);
      }
      // No page has a folder whose path is the file of another page.
      for (let end = 1; end < parts.length; end += 1) {
        const folder = foldedName(parts.slice(0, end).join('/'));
        assert.not(files.has(folder) || folder === 'index.tsv', name);
      }
    }
  }
});

test(
  'refuses --out in a folder that pages are read from',
  withFolder({ ...site, 'a.html': page('A') }, async (folder) => {
    for (const words of [
      ['site', '--out', 'site'],
      ['site', '--out', './site/clean'],
      ['.', '--out', 'clean'],
      ['a.html', '--out', '.'],
    ]) {
      const { code, stderr } = await refrain(folder, ...words, '--format', 'html');
      assert.is(code, 2);
      assert.match(
        stderr,
        /^refrain: --out \S+: must not be in a folder that pages are read from \(OUTPUT_INVALID\)\n$/,
      );
    }
    assert.equal(readdirSync(folder).sort(), ['a.html', 'site']);
    assert.is(readFileSync(join(folder, 'a.html'), 'utf8'), page('A'));
    assert.is((await refrain(folder, 'a.html', '--format', 'html', '--out', 'clean')).code, 0);
  }),
);

test(
  'writes a page whose id contains ".." below --out',
  withFolder(
    {
      'in/ids.ndjson': [
        '../up.html',
        '/../../up.html',
        'a/../../../up.html',
        'b/..',
        'https://a.example/%2e%2e/up.html',
      ]
        .map((id) => `${JSON.stringify({ url: 'https://a.example/', id, html: page(id) })}\n`)
        .join(''),
    },
    async (folder) => {
      const { code, stderr } = await refrain(
        folder,
        'in/ids.ndjson',
        '--format',
        'html',
        '--out',
        'deep/er/clean',
        '-q',
      );
      assert.is(code, 0, stderr);
      assert.equal(readdirSync(folder).sort(), ['deep', 'in']);
      assert.equal(readdirSync(join(folder, 'deep/er')), ['clean']);
      const written = readdirSync(join(folder, 'deep/er/clean'), { recursive: true, withFileTypes: true });
      // Five pages and their index.
      assert.is(written.filter((entry) => entry.isFile()).length, 6);
    },
  ),
);

test.run();
