import { once } from 'node:events';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lines, listed, outcome, page, refrain, site, start, withFiles } from './command.ts';

/** Pages whose lines fill any pipe, so that a run with nobody reading can not be over. */
const long = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`long/${10 + index}.html`, page('many words '.repeat(10_000))]),
);

test(
  'pages that fail are named with their code, and the others are done',
  withFiles({ ...site, 'site/4.html': 'x'.repeat(5000), 'empty/notes.txt': '' }, async (folder) => {
    symlinkSync('nowhere', join(folder, 'site/0.html'));
    const { code, stdout, stderr } = await refrain(folder, 'site', 'missing', 'empty', '--max-page-bytes', '4999');
    assert.is(code, 1);
    assert.equal(
      lines(stdout).map(({ id }) => id),
      ['1', '2', '3', '5', '6', '7', '8'].map((name) => `site/${name}.html`),
    );
    assert.equal(stderr.split('\n').slice(0, 4), [
      'refrain: missing: no such file or directory (ENOENT)',
      'refrain: empty: no .html, .htm or .xhtml file in it (NO_PAGES)',
      'refrain: site/0.html: no such file or directory (ENOENT)',
      'refrain: site/4.html: the page has 5000 bytes, more than 4999 (PAGE_TOO_LARGE)',
    ]);
    assert.match(stderr, /refrain: 7 pages, 4 failed; /);
  }),
);

test(
  'a model that is none is told of before any page is read, whoever works on them',
  withFiles({ ...site, 'bad.model': 'no model' }, async (folder) => {
    for (const [name, message] of [
      ['bad.model', /^refrain: --model bad\.model: the model is damaged, or of another version/],
      ['none.model', /^refrain: --model none\.model: ENOENT/],
    ] as const) {
      for (const jobs of ['1', '2']) {
        const { code, stdout, stderr } = await refrain(folder, 'site', '--model', name, '--jobs', jobs);
        assert.is(code, 2);
        assert.is(stdout, '');
        assert.match(stderr, message);
      }
    }
    assert.is((await refrain(folder, 'site', '--evidence', 'nothing')).code, 2);
  }),
);

test(
  'a table that is full refuses what it can not hold and goes on',
  withFiles(
    { ...site, 'site/0.html': page(Array.from({ length: 5000 }, (_, index) => `<p>${index}</p>`).join('')) },
    async (folder) => {
      const { code, stdout, stderr } = await refrain(folder, 'site', '--max-table-bytes', '8192', '-q');
      assert.is(code, 1);
      assert.is(stderr, 'refrain: site/0.html: the table would outgrow maxTableBytes (TABLE_FULL)\n');
      assert.is(lines(stdout).at(-1)?.page, 8);
    },
  ),
);

test(
  'files that are plainly not HTML are refused by name; an empty file and text are pages',
  withFiles(
    {
      'a.html': new Uint8Array([0, 255, 254, 60, 0, 33]),
      'b.html': '',
      'c.html': '<'.repeat(100),
      'd.html': '%PDF-1.7',
      'e.html': '<?xml version="1.0"?><urlset></urlset>',
      'f.xhtml': '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body>text</body></html>',
      'lines.ndjson': '',
    },
    async (folder) => {
      const { code, stdout, stderr } = await refrain(folder, '.', 'lines.ndjson');
      assert.is(code, 1);
      assert.equal(
        lines(stdout).map(({ id }) => id),
        ['b.html', 'c.html', 'f.xhtml'],
      );
      assert.equal(stderr.split('\n').slice(0, 4), [
        'refrain: a.html: it is a binary file, not HTML (INPUT_INVALID)',
        'refrain: d.html: it is a PDF file, not HTML (INPUT_INVALID)',
        'refrain: e.html: it is an XML sitemap, not HTML (INPUT_INVALID)',
        'refrain: lines.ndjson: the input is empty (NO_PAGES)',
      ]);
      assert.match(stderr, /refrain: 3 pages, 4 failed; /);
    },
  ),
);

for (const [words, message] of [
  [[], /no input was given/],
  [['site', '--no-such'], /unknown option '--no-such'/],
  [['site', '--constructor'], /unknown option '--constructor'/],
  [['site', '-x'], /unknown option '-x'/],
  [['site', '--site'], /option '--site <value>' argument missing/],
  [['site', '--site='], /--site must not be empty/],
  [['site', '--quiet=yes'], /option '-q, --quiet' does not take an argument/],
  [['site', '--format', 'xml'], /--format must be one of ndjson, text, html, warc, bulk, minisearch, not xml/],
  [['site', '--bulk-index', 'pages'], /--bulk-index goes with --format bulk/],
  [['site', '--format', 'bulk', '--bulk-index='], /--bulk-index must not be empty/],
  [['site', '--ranking', 'bm25'], /unknown option '--ranking'/],
  [['site', '--shuffle', '1.5'], /--shuffle must be a whole number from 0 to 4294967295, not 1\.5/],
  [['site', '--shuffle', '4294967296'], /--shuffle must be a whole number/],
  [['site', '--max-removed', '2'], /--max-removed must be a number from 0 to 1, not 2/],
  [['site', '--jobs', '0'], /--jobs must be a whole number from 1 to 64, not 0/],
  [
    ['site', '--flush-every', 'often'],
    /--flush-every must be a number of pages \(5000\) or seconds \(30s\), not often/,
  ],
  [['site', '--site-of', 'page'], /--site-of must be host, domain or folders:N, not page/],
  [['-', '--relabel'], /standard input comes once/],
  [['state'], /state must be followed by one of list, export, import, forget/],
  [['state', 'forget', 'x'], /refrain state forget wants FOLDER SITE/],
  [['site', '--label-only'], /--label-only needs --state/],
] as const) {
  test(
    `refused, with a word on the usage: refrain ${words.join(' ')}`,
    withFiles(site, async (folder) => {
      const { code, stdout, stderr } = await refrain(folder, ...words);
      assert.is(code, 2);
      assert.is(stdout, '');
      assert.match(stderr, message);
      assert.match(stderr, /\nusage: refrain INPUT…/);
    }),
  );
}

for (const [words, message] of [
  [['--template-df', 'many'], '--template-df must be a whole number from 1 to 65535, not many'],
  [['--template-df', ''], '--template-df must not be empty'],
  [['--template-ratio=-1'], '--template-ratio must be a number from 0 to 1, not -1'],
  [['--path', 'long'], '--path must be one of tags, none, indexed, classes, not long'],
  [['--separators', 'div,body'], '--separators: body is always the root block and can not be one'],
  [
    ['--base-lifetime', '1e6'],
    '--base-lifetime × --lifetime-growth must be at most 16384 pages, or --base-lifetime Infinity',
  ],
] as const) {
  test(
    `an option of the detector that can not be: ${words.join(' ')}`,
    withFiles(site, async (folder) => {
      const { code, stdout, stderr } = await refrain(folder, 'site', ...words);
      assert.is(code, 2);
      assert.is(stdout, '');
      assert.ok(stderr.startsWith(`refrain: ${message}`), stderr);
    }),
  );
}

test(
  'the help names every flag; the version is that of the package',
  withFiles({}, async (folder) => {
    const { code, stdout } = await refrain(folder, '--help', '--state', 's');
    assert.is(code, 0);
    for (const flag of ['--state FOLDER', '--template-df PAGES', '(default 5)', '-q, --quiet'])
      assert.match(stdout, flag);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    assert.is((await refrain(folder, '--version')).stdout, `${version}\n`);
  }),
);

test(
  'a reader that has enough ends the run without a word, and the state is as it was',
  withFiles(long, async (folder) => {
    const child = start(folder, ['long', '--state', 's']);
    const ended = outcome(child);
    await once(child.stdout ?? child, 'data');
    child.stdout?.destroy();
    const { code, stderr } = await ended;
    assert.is(code, 0);
    assert.is(stderr, '');
    assert.is((await refrain(folder, 'state', 'list', 's')).stdout, '');
  }),
);

test(
  'an interruption finishes the page in hand and saves what was learned',
  withFiles(long, async (folder) => {
    const child = start(folder, ['long', '--state', 's']);
    const ended = outcome(child);
    await once(child.stdout ?? child, 'data');
    child.stdout?.pause();
    child.kill('SIGINT');
    // Long enough for the signal to be taken where the run waits for its reader.
    await new Promise((resolve) => setTimeout(resolve, 100));
    child.stdout?.resume();
    const { code, stdout, stderr } = await ended;
    const pages = lines(stdout);
    assert.is(code, 130);
    assert.ok(pages.length > 0 && pages.length < 40, `${pages.length} pages`);
    assert.match(stderr, `refrain: ${pages.length} page`);
    assert.match(stderr, 'interrupted; what was learned is in s: the same command goes on from there');
    assert.is((await listed(folder, 's'))[0]?.pages, pages.length);
  }),
);

test.run();
