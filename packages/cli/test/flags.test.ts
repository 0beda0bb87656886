/** Flags: bounds, defaults and help. */

import { resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Command, parseWords } from '../src/arguments/command-line.ts';
import { RUN_MEMORY } from '../src/arguments/detector.ts';
import { formatSize, MIB, sizeOf } from '../src/arguments/flag-kinds.ts';
import { FLAGS } from '../src/arguments/flag-table.ts';
import { help, helpAll } from '../src/arguments/help.ts';
import { COMMANDS, prepareCommand } from '../src/run-command.ts';

const isRefused = (work: () => unknown): boolean => {
  try {
    work();
    return false;
  } catch {
    return true;
  }
};

test('--max-memory has the bounds of the detector', () => {
  const { max } = RUN_MEMORY;
  assert.equal(
    [MIB - 1, MIB, max, max + 1].map((maxMemory) => isRefused(() => resolveOptions({ maxMemory }))),
    [true, false, false, true],
  );
});

const named = (name: string): Command => COMMANDS.find((command) => command.name === name) as Command;

test('the long help has the defaults of the code; only the long help has options of the detector', () => {
  const text = helpAll(named(''), COMMANDS).replaceAll(/\s+/g, ' ');
  assert.match(text, 'threads, 1 to 64 (default 1)');
  assert.match(text, `(default ${formatSize(RUN_MEMORY.default)})`);
  assert.match(text, `largest page (default ${formatSize(resolveOptions().maxPageBytes)})`);
  for (const command of COMMANDS.filter(({ hasDetector }) => hasDetector)) {
    assert.match(helpAll(command, COMMANDS), '--evidence KIND');
    assert.not.match(help(command, COMMANDS), '--evidence');
  }
});

test('the flags of the table are those of all commands', () => {
  const used = new Set(COMMANDS.flatMap(({ allFlags }) => Object.keys(allFlags)));
  assert.equal([...used].sort(), Object.keys(FLAGS).sort());
});

for (const [words, flags] of [
  [['--md'], { format: ['markdown'] }],
  [['-p', 'title'], { format: ['value'], fields: ['title'] }],
  [['--print=title'], { format: ['value'], fields: ['title'] }],
  [['--author'], { format: ['value'], fields: ['authors'] }],
  [['--output-dir', 'x/'], { out: ['x/'] }],
  [['--format', 'md'], { format: ['markdown'] }],
  [['--format', 'JSON'], { format: ['ndjson'] }],
  [['--keep', 'article'], { keep: ['main'] }],
  [['--label-only', '--cookie-jar', 'jar'], { relabel: [''], cookies: ['jar'] }],
  [['--frontmatter', 'all', '--no-frontmatter'], { frontmatter: ['all', 'none'] }],
  [['--front-matter', 'title,url'], { frontmatter: ['title,url'] }],
] as const)
  test(`${words.join(' ')} stands for flags of the table`, () => {
    const { texts, operands } = parseWords(['site', ...words], named(''), COMMANDS);
    assert.equal(Object.fromEntries(texts), flags);
    assert.equal(operands, ['site']);
  });

test('help fits 80 columns, except for lines of examples', () => {
  for (const command of COMMANDS) {
    const long = helpAll(command, COMMANDS)
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

test('reads a command after its flags', () => {
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

test.run();
