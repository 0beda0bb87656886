/** Completions of shells, and the manual page: what the flags are. */
import { execFileSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { COMPLETIONS } from '../src/arguments/completion.ts';
import { flagOf } from '../src/arguments/flags.ts';
import { manual } from '../src/arguments/help.ts';
import { COMMANDS } from '../src/run-command.ts';

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
