/** The examples in documents of `cases`, and the calls in `cases/usage-errors.txt`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inFolder } from '../../../test/support/folder.ts';
import { refrainWithInput, site } from './command.ts';
import { documents, examplesIn, isLike } from './examples.ts';

function assertFiles(folder: string, expected: Iterable<[string, string | Uint8Array]>): void {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path)] as const);
  const texts = (files: Iterable<readonly [string, string | Uint8Array]>): string[] =>
    [...files].map(([name, content]) => `${name}:\n${Buffer.from(content).toString()}`).sort();
  assert.equal(texts(found), texts(expected));
}

for (const document of documents()) {
  for (const example of examplesIn(document)) {
    test(`${document}: ${example.name}`, () =>
      inFolder(Object.fromEntries(example.files), async (folder) => {
        const { code, stdout, stderr } = await refrainWithInput(folder, example.stdin, ...example.words);
        assert.is(code, example.code, stderr);
        if (!isLike(stdout, example.stdout)) assert.is(stdout, example.stdout);
        for (const text of example.stderr ?? []) {
          if (text === '') assert.is(stderr, '');
          else assert.match(stderr, text);
        }
        assertFiles(folder, new Map([...example.files, ...example.written]));
      }));
  }
}

for (const line of readFileSync(new URL('cases/usage-errors.txt', import.meta.url), 'utf8').split('\n')) {
  if (line.trim() === '' || line.startsWith('#')) continue;
  const [call = '', ...parts] = line.split(' | ');

  test(`refuses without reading a page: ${call.trim()}`, () =>
    inFolder(site, async (folder) => {
      const words = call.trim().split(/\s+/).slice(1);
      const { code, stdout, stderr } = await refrainWithInput(folder, '', ...words);
      assert.is(code, 2, stderr);
      assert.is(stdout, '');
      for (const part of parts) assert.match(stderr, part.trim());
      assertFiles(folder, Object.entries(site));
    }));
}

test.run();
