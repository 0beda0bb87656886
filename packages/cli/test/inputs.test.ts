/** Selection of the pages that are read (`--include`, `--exclude`, `--files-from`) and written (`--skip-known`). */

import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertLinear } from '../../../test/support/cpu.ts';
import { testSize } from '../../../test/support/effort.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { globTest } from '../src/read/patterns.ts';
import { MAIN, outcome, page, pageLines, refrain, refrainWithInput, site, start, withFolder } from './command.ts';

const COMMAND_LINE = new URL('../../../docs/command-line.md', import.meta.url);

const NDJSON = [
  'https://a.example/',
  'https://a.example/news/1',
  'https://a.example/news/old/2',
  'https://b.example/tag/x?page=2',
]
  .map((url) => `${JSON.stringify({ url, html: page(`Story of ${url}`) })}\n`)
  .join('');

const ids = async (folder: string, ...words: string[]): Promise<string[]> => {
  const { code, stdout, stderr } = await refrain(folder, ...words);
  assert.is(code, 0, stderr);
  return pageLines(stdout).map(({ id }) => id.replace(/^https:\/\//, ''));
};

test(
  '--include and --exclude are globs for URLs and ids, and each can be given several times',
  withFolder({ 'in.ndjson': NDJSON, ...site }, async (folder) => {
    const of = (...words: string[]): Promise<string[]> => ids(folder, 'in.ndjson', ...words);
    assert.equal(await of('--include', 'https://a.example/news/*'), ['a.example/news/1']);
    assert.equal(await of('--include', '**/news/**', '--include', '**/tag/**'), [
      ...['a.example/news/1', 'a.example/news/old/2', 'b.example/tag/x?page=2'],
    ]);
    assert.equal(await of('--exclude', '**/news/**', '--exclude', '**/*page=*'), ['a.example/']);
    assert.equal(await of('--include', '**/news/**', '--exclude', '**/old/**'), ['a.example/news/1']);
    assert.equal(await of('--include', 'https://b.example/**'), ['b.example/tag/x?page=2']);
    assert.equal(await ids(folder, 'site', '--include', '[12].html'), ['1.html', '2.html']);
    assert.equal(await ids(folder, 'site', '--include', 'none'), []);
    assert.equal(await ids(folder, 'site', '--exclude', '[1-6].html'), ['7.html', '8.html']);
  }),
);

test(
  'HTML in a line is decoded text, whatever character set the page names',
  withFolder({}, async (folder) => {
    const html = `<meta charset="euc-kr">${page('Grüße aus einem Ordner')}`;
    writeFileSync(join(folder, 'in.ndjson'), `${JSON.stringify({ url: 'https://a.example/', html })}\n`);
    const { stdout } = await refrain(folder, 'in.ndjson', '--fields', 'encoding,text');
    assert.match(stdout, 'Grüße aus einem Ordner');
    assert.match(stdout, '"name":"UTF-8","source":"header"');
  }),
);

test(
  '--files-from reads inputs from a file and from standard input, between line ends or NULs',
  withFolder(
    { ...site, 'lines.txt': 'site/2.html\r\n\nsite/1.html\n', 'nuls.txt': 'site/3.html\0site/4.html\0' },
    async (folder) => {
      assert.equal(await ids(folder, '--files-from', 'lines.txt'), ['2.html', '1.html']);
      assert.equal(await ids(folder, 'site/5.html', '--files-from', 'nuls.txt'), ['5.html', '3.html', '4.html']);
      const piped = await refrainWithInput(folder, 'site/6.html\n', '--files-from', '-', '--fields', 'id');
      assert.equal(
        pageLines(piped.stdout).map(({ id }) => id),
        ['6.html'],
      );
      for (const [list, message] of [
        ['', /no input was given/],
        ['-\n', /standard input/],
      ] as const) {
        const { code, stderr } = await refrainWithInput(folder, list, '--files-from', '-');
        assert.is(code, 2);
        assert.match(stderr, message);
      }
      const missing = await refrain(folder, '--files-from', 'none.txt');
      assert.is(missing.code, 2);
      assert.match(missing.stderr, 'refrain: --files-from none.txt: no such file or directory (ENOENT)');
    },
  ),
);

test(
  '--skip-known writes a page once, by any number of threads and runs',
  withFolder({ 'in.ndjson': NDJSON, ...site }, async (folder) => {
    const run = (...words: string[]): Promise<string[]> =>
      ids(folder, 'in.ndjson', 'site', '--state', 'store', '--skip-known', ...words);
    assert.is((await run('--include', '[1-3].html', '--include', '**/news/**')).length, 5);
    assert.is((await run('--jobs', '2')).length, 7);
    const last = await refrain(folder, 'in.ndjson', 'site', '--state', 'store', '--skip-known', '--format', 'text');
    assert.is(last.stdout, '');
    assert.match(last.stderr, '12 pages known and not written');
    assert.is((await ids(folder, 'site', '--state', 'store')).length, 8, 'without the flag all are written');
  }),
);

test(
  '--skip-known loses no page when the run is killed',
  withFolder(
    Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`site/${at}.html`, page(`Story ${at}`)])),
    async (folder) => {
      const seen = new Set<string>();
      const words = ['site', '--state', 'store', '--skip-known', '--flush-every', '7', '--fields', 'id'];
      for (let round = 0; round <= 3; round += 1) {
        const child = start(folder, words);
        let count = 0;
        child.stdout?.setEncoding('utf8').on('data', (text: string) => {
          count += text.split('\n').length;
          if (count > 60 && round < 3) child.kill('SIGKILL');
        });
        // The next run begins with the end of the line that was cut off.
        const { stdout } = await outcome(child);
        for (const [, id = ''] of stdout.matchAll(/"id":"([^"]+)"\}\n/g)) seen.add(id);
      }
      assert.is(seen.size, 600);
    },
  ),
);

const STORIES = Object.fromEntries(
  Array.from({ length: 240 }, (_, at) => [`in/site${at % 3}/${at}.html`, page(`Story ${at}`)]),
);

/** The sorted lines of a file, which may be compressed, or of a folder's index. */
function linesOf(path: string): string[] {
  const bytes = readFileSync(path.endsWith('/') ? `${path}index.tsv` : path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().split('\n').sort();
}

for (const [out, ...words] of [
  ['pages.ndjson', '--fields', 'id,text'],
  ['pages.ndjson.gz', '--fields', 'id,text', '--jobs', '2'],
  ['pages.csv', '--jobs', '2'],
  ['pages.txt'],
  ['pages/', '--md', '--jobs', '2'],
] as const) {
  test(
    `--skip-known writes every page once into ${out} when runs are killed`,
    withFolder(STORIES, async (folder) => {
      const flags = (target: string, state: string): string[] => [
        ...['in', '--state', state, '--skip-known', '--flush-every', '50', '--seed', '1', '-q', '--out', target],
        ...words,
      ];
      const sizeOf = (): number => {
        const stat = statSync(join(folder, out.replace('/', '/index.tsv')), { throwIfNoEntry: false });
        return stat?.size ?? 0;
      };
      assert.is((await refrain(folder, ...flags(`whole/${out}`, 'other'))).code, 0);
      const whole = linesOf(join(folder, 'whole', out));
      for (let round = 0; round < testSize(1, 3); round += 1) {
        const child = start(folder, flags(out, 'store'));
        const ended = outcome(child);
        const before = sizeOf();
        await waitFor('some pages', () => child.exitCode !== null || sizeOf() > before + 500);
        child.kill('SIGKILL');
        await ended;
      }
      assert.is((await refrain(folder, ...flags(out, 'store'))).code, 0);
      assert.equal(linesOf(join(folder, out)), whole);
      assert.is((await refrain(folder, ...flags(out, 'store'))).code, 0);
      assert.equal(linesOf(join(folder, out)), whole);
    }),
  );
}

test(
  'only the output of a killed run after the last line of its log is removed',
  withFolder(site, async (folder) => {
    const words = ['--state', 'store', '--skip-known', '--out', 'pages.ndjson', '--fields', 'id'];
    const read = (): string => readFileSync(join(folder, 'pages.ndjson'), 'utf8');
    assert.is((await refrain(folder, 'site/1.html', ...words)).code, 0);
    const first = read();
    // Simulates a kill between two batches: the state contains the page, and the log contains its line.
    const target = Buffer.from(resolve(folder, 'pages.ndjson')).toString('base64');
    writeFileSync(join(folder, 'store/WRITTEN'), `0 begun ${target}\n${first.length} 0123456789abcdef\n99 torn`);
    writeFileSync(join(folder, 'pages.ndjson'), `${first}{"id":"si`);
    assert.is((await refrain(folder, 'site/1.html', 'site/2.html', ...words)).code, 0);
    const both = read();
    assert.is(both, `${first}{"id":"2.html"}\n`);
    // Lines of other programs are kept if the run has ended.
    writeFileSync(join(folder, 'pages.ndjson'), `${both}{"id":"mine"}\n`);
    assert.is((await refrain(folder, 'site/1.html', 'site/3.html', ...words)).code, 0);
    assert.is(read(), `${both}{"id":"mine"}\n{"id":"3.html"}\n`);
    // With another output file, all pages are written again.
    assert.is((await refrain(folder, 'site', ...words, '--out', 'other.ndjson')).code, 0);
    assert.is(readFileSync(join(folder, 'other.ndjson'), 'utf8').split('\n').length, 6);
    const whole = await refrain(folder, 'state', 'check', 'store');
    assert.is(whole.code, 0, whole.stdout);
  }),
);

test(
  'pages that a killed run repeats on standard output can be removed by one command',
  withFolder(site, async (folder) => {
    const run = async (...words: string[]): Promise<void> => {
      const command = [process.execPath, MAIN, ...words, '--state', 'store', '--skip-known', '--fields', 'id,text'];
      execFileSync('sh', ['-c', '"$@" >> pages.ndjson', 'sh', ...command, '-q'], { cwd: folder });
    };
    await run('site/1.html', 'site/2.html');
    const path = join(folder, 'pages.ndjson');
    const lines = readFileSync(path, 'utf8');
    // Simulates a kill in the second line of the next batch, before the log contains this batch.
    writeFileSync(join(folder, 'store/WRITTEN'), '0 begun \n');
    const [again, cut] = ['{"id":"3.html","text":"Story three"}\n', '{"id":"4.html","text":"Sto'];
    writeFileSync(path, lines + again + cut);
    await run('site');
    const [command = ''] = /^awk .*$/m.exec(readFileSync(COMMAND_LINE, 'utf8')) ?? [];
    execFileSync('sh', ['-c', command], { cwd: folder });
    const once = pageLines(readFileSync(join(folder, 'once.ndjson'), 'utf8'));
    assert.equal(
      once.map(({ id }) => id),
      [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `${number}.html`),
    );
  }),
);

const GLOBS: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  'a/*': [
    ['a/b', 'a/b/', 'a/.b'],
    ['a/', 'a', 'a/b/c'],
  ],
  '*': [
    ['a', 'a/'],
    ['', 'a/b'],
  ],
  'a*': [
    ['a', 'ab'],
    ['a/b', 'ab/'],
  ],
  '*.html': [['a.html', '.html'], ['a/b.html']],
  '**': [['a', 'a/b', '/a'], []],
  'a/**': [['a', 'a/', 'a/b', 'a/b/c/'], ['ab']],
  '**/b': [['b', 'a/b', '/b', 'a/c/b'], ['ab']],
  'a/**/b': [['a/b', 'a/x/b', 'a/x/y/b'], ['axb']],
  '**a': [['xa', 'a'], ['x/a']],
  'a?b': [
    ['axb', 'a?b', 'a😀b'],
    ['a/b', 'ab'],
  ],
  '[1-3].html': [['1.html', '3.html'], ['4.html']],
  '[!a-c]x': [['dx'], ['bx', '/x']],
  'a\\{b': [['a{b'], ['ab']],
  'a\\*b': [['a*b'], ['axb']],
  './a': [['a'], ['b']],
  'https://b.example/**': [['https://b.example/x/y', 'https://b.example/'], ['https://d.example/']],
  '**/*page=*': [['https://a.example/x?page=2'], ['https://a.example/x']],
};

for (const [glob, [matching, others]] of Object.entries(GLOBS)) {
  test(`${glob} matches the expected URLs`, () => {
    const matches = globTest(glob);
    for (const text of matching) assert.ok(matches(text), text);
    for (const text of others) assert.not.ok(matches(text), text);
  });
}

test('refuses unreadable inputs, and globs that are too long', () => {
  for (const glob of ['', '!a', 'a/!(b|c)', '+(a)', '[a', 'a'.repeat(1001), '{a,b}'])
    assert.throws(() => globTest(glob), undefined, glob);
});

test('takes linear time for every glob and URL', async () => {
  const addressesOf = (length: number): readonly string[] => [
    'a-'.repeat(length / 2),
    'a'.repeat(length),
    `${'a/'.repeat(length / 2)}b`,
    `${'ab'.repeat(length / 2)}/`,
  ];
  const globs = ['**/*-*-*-*.html', '*a'.repeat(15), '**/'.repeat(20), '*?'.repeat(32)];
  for (const glob of globs)
    await assertLinear(glob, 8000, (length) => {
      const matches = globTest(glob);
      for (const address of addressesOf(length)) for (const end of ['', 'c', '/c']) matches(`${address}${end}`);
    });
});

test.run();
