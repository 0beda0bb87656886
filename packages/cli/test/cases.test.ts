/**
 * Cases of the command that need no TypeScript: the folders of cases and the lines of usage-errors.txt. cases/README.md
 * describes their files.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Files, inFolder } from '../../../test/support/folder.ts';
import { DEFAULT_INPUT, refrainWithInput } from './command.ts';

const CASES = fileURLToPath(new URL('cases', import.meta.url));
const USAGE_ERRORS = fileURLToPath(new URL('usage-errors.txt', import.meta.url));

/** The files below a folder by their paths; none where there is no such folder. */
function filesOf(folder: string): Record<string, Buffer> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' });
  return Object.fromEntries(
    files
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))
      .map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path)]),
  );
}

const argumentsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** Fails with names and texts where the files of a folder are not those expected. */
const assertFiles = (folder: string, expected: Files): void => {
  const texts = (files: Files): unknown =>
    Object.entries(files)
      .map(([name, content]) => `${name}:\n${Buffer.from(content).toString()}`)
      .sort();
  assert.equal(texts(filesOf(folder)), texts(expected));
};

for (const name of readdirSync(CASES).sort()) {
  const folder = join(CASES, name);
  const read = (file: string): string | undefined =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : undefined;
  const words = read('args.txt');
  if (words === undefined) continue;

  test(name.replaceAll('-', ' '), async () => {
    const input = filesOf(existsSync(join(folder, 'input')) ? join(folder, 'input') : DEFAULT_INPUT);
    await inFolder(input, async (working) => {
      const stdin = read('stdin.txt') ?? '';
      const { code, stdout, stderr } = await refrainWithInput(working, stdin, ...argumentsIn(words));
      assert.is(code, Number(read('exit.txt') ?? 0), stderr);
      const parts = read('stdout-contains.txt');
      if (parts === undefined) assert.is(stdout, read('stdout.txt') ?? '');
      else for (const part of linesOf(parts)) assert.match(stdout, part);
      for (const part of linesOf(read('stderr.txt') ?? '')) assert.match(stderr, part);
      if (read('stderr.txt') === '') assert.is(stderr, '');
      assertFiles(working, { ...input, ...filesOf(join(folder, 'output')) });
    });
  });
}

for (const line of linesOf(readFileSync(USAGE_ERRORS, 'utf8'))) {
  if (line.startsWith('#')) continue;
  const [words = '', ...parts] = line.split(' | ');

  test(`refuses without reading a page: ${words.trim()}`, async () => {
    const input = filesOf(DEFAULT_INPUT);
    await inFolder(input, async (working) => {
      const { code, stdout, stderr } = await refrainWithInput(working, '', ...argumentsIn(words).slice(1));
      assert.is(code, 2, stderr);
      assert.is(stdout, '');
      for (const part of parts) assert.match(stderr, part.trim());
      assertFiles(working, input);
    });
  });
}

test.run();
