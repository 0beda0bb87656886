import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { waitFor } from '../../../test/support/wait.ts';
import { LINES, listSites, outcome, page, pageLines, refrain, site, start, withFolder } from './command.ts';

/** Pages whose lines do not fit into a pipe, so that a run without a reader cannot end. */
const long = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`long/${10 + index}.html`, page('many words '.repeat(10_000))]),
);

test(
  'refuses an invalid or missing model before it reads a page, with one worker and with two',
  withFolder({ ...site, 'bad.model': 'no model' }, async (folder) => {
    for (const [name, message] of [
      ['bad.model', /^refrain: --model bad\.model: the model is damaged, or belongs to another version/],
      ['none.model', /^refrain: --model none\.model: no such file or directory \(ENOENT\)\n$/],
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
  'reports an unusable --out once, before it reads a page',
  withFolder({ ...site, taken: 'mine' }, async (folder) => {
    for (const words of [
      ['--format', 'text', '--out', 'taken'],
      ['--format', 'html', '--out', 'taken/clean'],
      ['--out', 'taken/pages.ndjson'],
      ['--format', 'html', '--out', '/proc/clean'],
      ['--out', '/proc/pages.ndjson'],
      ['--state', '/proc/state'],
    ]) {
      if (words.some((word) => word.startsWith('/proc')) && !existsSync('/proc')) continue;
      const { code, stdout, stderr } = await refrain(folder, 'site', ...words);
      assert.is(code, 2, stderr);
      assert.is(stdout, '');
      assert.match(stderr, new RegExp(`^refrain: ${words.slice(-2).join(' ')}: .* \\([A-Z_]+\\)\\n$`));
    }
    assert.equal(readdirSync(folder).sort(), ['site', 'taken']);
  }),
);

test(
  'fails a page that does not fit into the table and labels the others',
  withFolder(
    { ...site, 'site/0.html': page(Array.from({ length: 5000 }, (_, index) => `<p>${index}</p>`).join('')) },
    async (folder) => {
      const { code, stdout, stderr } = await refrain(folder, 'site', '--option', 'maxTableBytes=8192', '-q', ...LINES);
      assert.is(code, 1);
      assert.is(stderr, 'refrain: site/0.html: the table would exceed maxTableBytes (TABLE_FULL)\n');
      assert.is(pageLines(stdout).at(-1)?.page, 8);
    },
  ),
);

test(
  'files that are clearly not HTML are refused with their names; an empty file and text are pages',
  withFolder(
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
        pageLines(stdout).map(({ id }) => id),
        ['b.html', 'c.html', 'f.xhtml'],
      );
      // An input fails when it is read. By then, its pages wait to be judged together.
      assert.equal(stderr.split('\n').slice(0, 4), [
        'refrain: lines.ndjson: the input is empty (NO_PAGES)',
        'refrain: a.html: it is a binary file, not HTML (NOT_HTML)',
        'refrain: d.html: it is a PDF file, not HTML (NOT_HTML)',
        'refrain: e.html: it is an XML sitemap, not HTML (NOT_HTML)',
      ]);
      assert.match(stderr, /refrain: 3 pages of 1 site, 4 failed; /);
    },
  ),
);

test(
  '--version prints the version of the package',
  withFolder({}, async (folder) => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    assert.is((await refrain(folder, '--version')).stdout, `${version}\n`);
  }),
);

test(
  'ends silently and leaves the store empty when the reader closes the pipe',
  withFolder(long, async (folder) => {
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
  'ends silently when the reader of help, a version or a list of sites closes the pipe',
  withFolder(site, async (folder) => {
    await refrain(folder, 'site', '--state', 's', '-q');
    for (const words of [['help'], ['--version'], ['state', 'list', 's']]) {
      const child = start(folder, words);
      child.stdout?.destroy();
      const { code, stderr } = await outcome(child);
      assert.equal([code, stderr], [0, ''], words.join(' '));
    }
  }),
);

test(
  'finishes the current page and saves the state after SIGINT',
  withFolder(long, async (folder) => {
    const child = start(folder, ['long', '--state', 's']);
    const ended = outcome(child);
    await once(child.stdout ?? child, 'data');
    // The command waits for its reader: the remaining lines are longer than the pipe.
    child.stdout?.pause();
    child.kill('SIGINT');
    await sleep(500);
    child.stdout?.resume();
    const { code, stdout, stderr } = await ended;
    const pages = pageLines(stdout);
    assert.is(code, 130);
    assert.ok(pages.length > 0 && pages.length < 40, `${pages.length} pages`);
    assert.match(stderr, `refrain: ${pages.length} page`);
    assert.match(stderr, 'interrupted; what was learned is in s: the same command continues from there');
    assert.is((await listSites(folder, 's'))[0]?.pages, pages.length);
  }),
);

test(
  'SIGINT ends a run that writes files without waiting for a reader',
  withFolder(
    Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`long/${1000 + at}.html`, page('many words '.repeat(5000))]),
    ),
    async (folder) => {
      const written = (): number => (existsSync(join(folder, 'clean')) ? readdirSync(join(folder, 'clean')).length : 0);
      const child = start(folder, ['long', '--format', 'html', '--out', 'clean']);
      const ended = outcome(child);
      await waitFor('the first page', () => written() > 0 || undefined);
      child.kill('SIGINT');
      const { code, stderr } = await ended;
      assert.is(code, 130);
      assert.ok(written() < 300, `${written()} pages`);
      assert.match(stderr, 'results in clean');
      assert.match(stderr, 'nothing that was learned was kept');
    },
  ),
);

/** Opens a named pipe as soon as it has a reader. */
function writerOf(path: string): number | undefined {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

const PIPES = [
  { words: ['pipe'], text: '<p>The beginning of a page' },
  { words: ['--files-from', 'pipe'], text: 'site/1.html\nsite/2' },
];

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  (process.platform === 'win32' ? test.skip : test)(
    `${signal} ends the reading of a named pipe, before its first byte and behind it`,
    withFolder(site, async (folder) => {
      const path = join(folder, 'pipe');
      execFileSync('mkfifo', [path]);
      for (const { words, text } of PIPES) {
        for (const part of ['', text]) {
          const child = start(folder, words);
          const ended = outcome(child);
          const writer = await waitFor('a reader of the pipe', () => writerOf(path));
          if (part !== '') writeSync(writer, part);
          child.kill(signal);
          assert.is((await ended).code, code, words.join(' '));
          closeSync(writer);
        }
      }
    }),
  );
}

test.run();
