/** Flags: bounds, defaults and help; completions of shells and the manual page. */

import { execFileSync } from 'node:child_process';
import { resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Command } from '../src/arguments/command.ts';
import { MIB, RUN_MEMORY } from '../src/arguments/common-flags.ts';
import { COMPLETIONS } from '../src/arguments/completion.ts';
import { flagOf, formatSize, sizeOf } from '../src/arguments/flags.ts';
import { manual } from '../src/arguments/help.ts';
import { JOBS, REPORT_PAGES_DEFAULT } from '../src/commands/pages/flags.ts';
import { COMMANDS, helpOf, prepareCommand } from '../src/run-command.ts';

const isRefused = (work: () => unknown): boolean => {
  try {
    work();
    return false;
  } catch {
    return true;
  }
};

test('--max-memory has the upper bound of the detector', () => {
  const { max } = RUN_MEMORY;
  assert.equal(
    [MIB - 1, MIB, max, max + 1].map((maxMemory) => isRefused(() => resolveOptions({ maxMemory }))),
    [true, false, false, true],
  );
});

const helpNamed = (name: string): string => helpOf(COMMANDS.find((command) => command.name === name) as Command);

test('the help has the defaults of the code', () => {
  const text = (name: string): string => helpNamed(name).replaceAll(/\s+/g, ' ');
  const run = text('');
  assert.match(run, `threads, ${JOBS.min} to ${JOBS.max} (default ${JOBS.default})`);
  assert.match(run, `of all threads together (default ${formatSize(RUN_MEMORY.default)})`);
  assert.match(run, `largest page (default ${formatSize(resolveOptions().maxPageBytes)})`);
  assert.match(run, 'paper, html5 or blocks (default blocks)');
  assert.match(text('report'), `(default ${REPORT_PAGES_DEFAULT})`);
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

test.run();
