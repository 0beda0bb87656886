/** Which pages are read: `--include`, `--exclude` and their globs, `--files-from`; and which are written: `--skip-known`. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertLinear } from '../../../test/support/cpu.ts';
import { globTest } from '../src/read/patterns.ts';
import { outcome, page, pageLines, refrain, refrainWithInput, site, start, withFolder } from './command.ts';

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
    assert.equal(await of('--include', 'https://{b,c}.example/**'), ['b.example/tag/x?page=2']);
    assert.equal(await ids(folder, 'site', '--include', '[12].html'), ['1.html', '2.html']);
    assert.equal(await ids(folder, 'site', '--include', 'none'), []);
    const { stderr } = await refrain(folder, 'index', 'site', '--out', 'x', '--exclude', '[1-6].html');
    assert.match(stderr, '2 pages of 1 site');
  }),
);

test(
  'HTML in a line is text already, whatever character set the page names',
  withFolder({}, async (folder) => {
    const html = `<meta charset="euc-kr">${page('Grüße aus einem Ordner')}`;
    writeFileSync(join(folder, 'in.ndjson'), `${JSON.stringify({ url: 'https://a.example/', html })}\n`);
    const { stdout } = await refrain(folder, 'in.ndjson', '--fields', 'encoding,text');
    assert.match(stdout, 'Grüße aus einem Ordner');
    assert.match(stdout, '"name":"UTF-8","source":"header"');
    await refrain(folder, 'index', 'in.ndjson', '--out', 'x');
    assert.match((await refrain(folder, 'search', 'x', 'grüße')).stdout, 'https://a.example/');
  }),
);

test(
  '--files-from reads inputs from a file and from standard input, between line ends or NULs',
  withFolder(
    { ...site, 'lines.txt': 'site/2.html\r\n\nsite/1.html\n', 'nuls.txt': 'site/3.html\0site/4.html\0' },
    async (folder) => {
      assert.equal(await ids(folder, '--files-from', 'lines.txt'), ['1.html', '2.html']);
      assert.equal(await ids(folder, 'site/5.html', '--files-from', 'nuls.txt'), ['3.html', '4.html', '5.html']);
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
      for (let round = 0; round < 3; round += 1) {
        const child = start(folder, words);
        let count = 0;
        child.stdout?.setEncoding('utf8').on('data', (text: string) => {
          count += text.split('\n').length;
          if (count > 60) child.kill('SIGKILL');
        });
        const { stdout } = await outcome(child);
        for (const [, id = ''] of stdout.matchAll(/"id":"([^"]+)"\}\n/g)) seen.add(id);
      }
      for (const id of await ids(folder, ...words)) seen.add(id);
      assert.is(seen.size, 600);
    },
  ),
);

/** Texts that match, and texts that do not. */
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
  '**': [['a', 'a/b', '/a'], ['']],
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
  '{a,b{c,d}}': [
    ['a', 'bc', 'bd'],
    ['b', 'bcd'],
  ],
  '{*.html,x/**}': [['a.html', 'x/y'], ['y/x']],
  'a{b': [['a{b'], ['ab']],
  'a\\*b': [['a*b'], ['axb']],
  './a': [['a'], ['b']],
  'https://{b,c}.example/**': [['https://b.example/x/y', 'https://b.example/'], ['https://d.example/']],
  '**/*page=*': [['https://a.example/x?page=2'], ['https://a.example/x']],
};

for (const [glob, [matching, others]] of Object.entries(GLOBS)) {
  test(`${glob} matches what it says`, () => {
    const matches = globTest(glob);
    for (const text of matching) assert.ok(matches(text), text);
    for (const text of others) assert.not.ok(matches(text), text);
  });
}

test('refuses what is not read, and globs that are too long', () => {
  for (const glob of ['', '!a', 'a/!(b|c)', '+(a)', '[a', 'a'.repeat(1001)])
    assert.throws(() => globTest(glob), undefined, glob);
});

test('takes linear time for every glob and address', async () => {
  const addressesOf = (length: number): readonly string[] => [
    'a-'.repeat(length / 2),
    'a'.repeat(length),
    `${'a/'.repeat(length / 2)}b`,
    `${'ab'.repeat(length / 2)}/`,
  ];
  const globs = [
    '**/*-*-*-*.html',
    '*a'.repeat(15),
    '{a*,a*}'.repeat(9),
    '**/'.repeat(20),
    '*?'.repeat(32),
    '*{a,*{a,*{a,*}}}',
  ];
  for (const glob of globs)
    await assertLinear(glob, 8000, (length) => {
      const matches = globTest(glob);
      for (const address of addressesOf(length)) for (const end of ['', 'c', '/c']) matches(`${address}${end}`);
    });
});

test.run();
