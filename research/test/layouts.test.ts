/** Layouts against kinds of pages. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inFolder } from '../../test/support/folder.ts';
import { kindOf, readKinds } from '../layouts/kinds.ts';
import { adjustedRandIndex } from '../layouts/rand-index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the index is 1 for equal groups, whatever their names, and 0 for one group', () => {
  assert.is(adjustedRandIndex(['a', 'a', 'b', 'c'], ['x', 'x', 'y', 'z']), 1);
  assert.is(adjustedRandIndex(['a', 'a', 'b', 'b'], ['x', 'x', 'x', 'x']), 0);
  assert.is(adjustedRandIndex(['a', 'a'], ['x', 'x']), 1);
});

test('the first pattern that fits says the kind of a page', () => {
  const rules = readKinds().get('dar') ?? [];
  assert.is(kindOf(rules, 'classlibdar_1_1mask-members.html'), 'members');
  assert.is(kindOf(rules, 'classlibdar_1_1mask.html'), 'class');
  assert.is(kindOf(rules, 'annotated.html'), undefined);
});

const page = (number: number): [string, string] => [
  `clickwiki/${number}.html`,
  `<div class=a><p>Page ${number}</p></div>`,
];

test('npm run research layouts prints the index of each site', () =>
  inFolder(Object.fromEntries([0, 1, 2, 3, 4].map(page)), (folder) => {
    const words = ['--import', 'tsx', 'research/run.ts', 'layouts', folder, '--json'];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
    assert.is(status, 0, stderr);
    assert.equal(JSON.parse(stdout), {
      sites: [{ site: 'clickwiki', pages: 5, kinds: 1, layouts: [1, 1, 1], index: [1, 1, 1] }],
    });
  }));

test.run();
