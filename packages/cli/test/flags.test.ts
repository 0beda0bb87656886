/** Flags: bounds, defaults and help; completions of shells and the manual page; `refrain.config.json`. */

import { execFileSync } from 'node:child_process';
import { resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { resolveIndexOptions } from '../../search/src/options.ts';
import type { Command } from '../src/arguments/command.ts';
import { MIB, RUN_MEMORY } from '../src/arguments/common-flags.ts';
import { COMPLETIONS } from '../src/arguments/completion.ts';
import { flagOf, formatSize, sizeOf } from '../src/arguments/flags.ts';
import { manual } from '../src/arguments/help.ts';
import { INDEX_MEMORY } from '../src/commands/index/flags.ts';
import { JOBS, REPORT_PAGES_DEFAULT } from '../src/commands/pages/flags.ts';
import { SEARCH_LIMIT } from '../src/commands/search/flags.ts';
import { COMMANDS, helpOf, prepareCommand } from '../src/run-command.ts';
import { refrain, withFolder } from './command.ts';

const isRefused = (work: () => unknown): boolean => {
  try {
    work();
    return false;
  } catch {
    return true;
  }
};

test('--max-memory has the bounds of the detector, and of the index builder with its default', () => {
  for (const [{ min, max }, resolve] of [
    [{ ...RUN_MEMORY, min: MIB }, (maxMemory: number) => resolveOptions({ maxMemory })],
    [INDEX_MEMORY, (maxMemory: number) => resolveIndexOptions({ maxMemory })],
  ] as const) {
    assert.equal(
      [min - 1, min, max, max + 1].map((bytes) => isRefused(() => resolve(bytes))),
      [true, false, false, true],
    );
  }
  assert.is(resolveIndexOptions().maxMemory, INDEX_MEMORY.default);
});

const helpNamed = (name: string): string => helpOf(COMMANDS.find((command) => command.name === name) as Command);

test('the help has the defaults of the code', () => {
  const text = (name: string): string => helpNamed(name).replaceAll(/\s+/g, ' ');
  const run = text('');
  assert.match(run, `threads, ${JOBS.min} to ${JOBS.max} (default ${JOBS.default})`);
  assert.match(run, `of all threads together (default ${formatSize(RUN_MEMORY.default)})`);
  assert.match(run, `largest page (default ${formatSize(resolveOptions().maxPageBytes)})`);
  assert.match(run, 'or names and commas (default blocks)');
  assert.match(text('report'), `(default ${REPORT_PAGES_DEFAULT})`);
  assert.match(text('index'), `(default ${formatSize(INDEX_MEMORY.default)})`);
  assert.match(text('search'), `(default ${SEARCH_LIMIT.default})`);
});

test('help fits 80 columns, except for lines of examples', () => {
  for (const command of COMMANDS) {
    const long = helpOf(command)
      .split('\n')
      .filter((line) => line.length > 90);
    assert.equal(long, [], command.name);
  }
});

test('no flag takes a value in one command and none in another, so that flags can stand before the command', () => {
  const kinds = new Map<string, boolean>();
  for (const { allFlags } of COMMANDS) {
    for (const [name, { value }] of Object.entries(allFlags)) {
      assert.is(kinds.get(name) ?? value !== undefined, value !== undefined, name);
      kinds.set(name, value !== undefined);
    }
  }
});

test('reads a command behind its flags', () => {
  assert.type(prepareCommand(['--root', '.', 'mcp']), 'function');
  assert.throws(
    () => prepareCommand(['--root', '.', 'site']),
    /--root: not a flag of refrain INPUT…, but of refrain mcp/,
  );
});

test('reads sizes with the units K, M and G, with or without B or iB, as powers of 1024', () => {
  for (const [text, bytes] of [
    ['64K', 65_536],
    ['256MB', 268_435_456],
    ['256m', 268_435_456],
    ['1.5GiB', 1_610_612_736],
    ['4096B', 4096],
    ['2', 2_097_152],
  ] as const) {
    assert.is(sizeOf(text, '--max-memory'), bytes, text);
  }
  assert.is(sizeOf('2', '--max-page-bytes'), 2);
  for (const text of ['', 'M', '-1', '1T', '1e3', '1 2', '1KK', '0x10'])
    assert.ok(
      isRefused(() => sizeOf(text, '--x')),
      text,
    );
});

const listed = COMMANDS.filter(({ name, summary }) => name === '' || summary !== '');

test('bash completes commands, flags of the command, and words of a flag', () => {
  if (process.platform === 'win32') return;
  const complete = (...words: readonly string[]): string[] => {
    const script = `${COMPLETIONS.bash(listed)}COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _refrain; echo "\${COMPREPLY[*]}"`;
    const found = execFileSync('bash', ['-c', script, 'bash', 'refrain', ...words], { encoding: 'utf8' });
    return found.trim().split(' ');
  };
  assert.equal(complete('ru'), ['rules']);
  assert.equal(complete('site/', '--frontm'), ['--frontmatter']);
  assert.equal(complete('rules', '--frontm'), ['']);
  assert.equal(complete('site/', '--format', 'ma'), ['markdown']);
  assert.equal(complete('site/', 'si'), ['']);
});

test('all scripts and the manual have every flag of every command', () => {
  const texts = [...Object.values(COMPLETIONS).map((write) => write(listed)), manual(listed, '1.0.0')];
  for (const text of texts) {
    assert.not.match(text, /undefined|\[object/);
    for (const { name, allFlags } of listed) {
      assert.match(text.toLowerCase(), name);
      for (const flag of Object.keys(allFlags)) assert.match(text.replaceAll('\\-', '-'), flagOf(flag), flag);
    }
  }
});

const PAGE = `<html lang=en><title>A meadow</title><body><div id=menu>Home News</div>
<main><h1>A meadow</h1><p>The meadow behind the town hall will be mown twice a year, which is what the council has decided.</p>
<div class="note old"><p>Read the letters of readers, whom nobody has asked before it was decided by the council.</p></div></main>
<footer><div class=imprint>River Post, Mill Lane</div></footer>`;

const config = (value: unknown) => ({
  'page.html': PAGE,
  'refrain.config.json': typeof value === 'string' ? value : JSON.stringify(value),
});

/** The Markdown of the page by a configuration of its only site. */
async function written(folder: string, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await refrain(folder, 'page.html', '--evidence', 'page', '-q', ...words);
  assert.is(code, 0, stderr);
  return stdout;
}

test(
  'flags of the file are defaults',
  withFolder(config({ flags: { md: true, keep: 'main', 'max-depth': 100, quiet: false } }), async (folder) => {
    assert.match(await written(folder), /^# A meadow\n/);
    assert.is(await written(folder, '--print', 'title'), 'A meadow\n');
    assert.is(JSON.parse(await written(folder, '--format', 'ndjson')).title, 'A meadow');
  }),
);

test(
  'what selectors name is always kept or always dropped, in all parts and formats',
  withFolder(
    config({ sites: { '*': { keep: ['footer > .imprint', '#menu'], drop: ['main .note.old', '#menu'] } } }),
    async (folder) => {
      for (const words of [
        ['text'],
        ['markdown', '--keep', 'main'],
        ['html', '--keep', 'main'],
        ['text', '--jobs', '2'],
      ]) {
        const found = await written(folder, '--format', ...words);
        assert.match(found, 'twice a year');
        assert.match(found, 'River Post, Mill Lane');
        assert.not.match(found, 'letters of readers');
        assert.not.match(found, 'Home News');
      }
    },
  ),
);

test(
  'a named site has its own decisions, and others those of the star',
  withFolder(
    config({ sites: { '*': { language: 'fr' }, other: { language: 'de', kind: 'forum', drop: ['h1'] } } }),
    async (folder) => {
      assert.is(await written(folder, '-p', 'language'), 'fr\n');
      const fields = ['--format', 'ndjson', '--fields', 'language,kind'];
      assert.is(await written(folder, ...fields, '--site', 'other'), '{"language":"de","kind":"forum"}\n');
      assert.match(await written(folder, '--md', '--frontmatter', '--site', 'other'), '\nlanguage: "de"\n');
    },
  ),
);

const REFUSED: readonly [config: unknown, message: string][] = [
  ['{', 'refrain.config.json: is not JSON'],
  [[], 'refrain.config.json: must be an object'],
  [{ flag: {} }, 'refrain.config.json: flag: unknown; must be one of $schema, flags, sites; did you mean flags?'],
  [{ flags: { kep: 'main' } }, 'flags.kep: no flag has this name; did you mean keep?'],
  [{ flags: { out: 'x' } }, 'flags.out: names a file, which only the command line can do'],
  [{ flags: { md: 'yes' } }, 'flags.md: must be true or false'],
  [
    { flags: { keep: 'mian' } },
    'refrain.config.json: flags.keep: must be one of main, main+comments, content, comments, template, all, not mian',
  ],
  [{ sites: { a: { drop: '#menu' } } }, 'sites.a.drop: must be a list of selectors'],
  [
    { sites: { a: { keep: ['p', 'a:hover'] } } },
    'sites.a.keep[1]: must be a selector of names, ids, classes and attributes',
  ],
  [{ sites: { a: { kind: 'blog' } } }, 'sites.a.kind: must be one of article,'],
  [{ sites: { a: { language: 7 } } }, 'sites.a.language: must be a tag'],
];

for (const [value, message] of REFUSED) {
  test(
    `refuses ${JSON.stringify(value)}`,
    withFolder(config(value), async (folder) => {
      const { code, stdout, stderr } = await refrain(folder, 'page.html');
      assert.is(code, 2);
      assert.is(stdout, '');
      assert.ok(stderr.includes(message), stderr);
    }),
  );
}

test(
  '--config names another file',
  withFolder({ 'page.html': PAGE, 'my.json': '{"flags":{"print":"title"}}' }, async (folder) => {
    assert.is(await written(folder, '--config', 'my.json'), 'A meadow\n');
    const { code, stderr } = await refrain(folder, 'page.html', '--config', 'none.json');
    assert.is(code, 2);
    assert.match(stderr, /^refrain: none\.json: .*\(ENOENT\)\n/);
  }),
);

test.run();
