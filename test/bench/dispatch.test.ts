/** Benches and checks by name, and the search for import cycles. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BENCHES } from '../../bench/benches.ts';
import { cyclesOf } from '../../scripts/imports/graph.ts';

const labelled = fileURLToPath(new URL('../fixtures/labelled', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

const run = (script: string, ...words: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', script, ...words], { cwd: root, encoding: 'utf8' });

test('the package has at most fifteen npm scripts', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  assert.ok(Object.keys(scripts).length <= 15, Object.keys(scripts).join(', '));
});

test('every name in the table of benches leads to a file', () => {
  for (const { name, file } of BENCHES) assert.ok(existsSync(file), name);
});

test('a bench that is selected by name gets the options behind its name', () => {
  const { stdout, stderr, status } = run('bench/run.ts', 'lifetimes', labelled, '--json');
  assert.is(status, 0, stderr);
  assert.equal(JSON.parse(stdout).sites, ['garden', 'harbour']);
});

test('without a name the throughput bench gets all options', () => {
  const { stderr, status } = run('bench/run.ts', '--quick', '--sites', 'no/such/folder');
  assert.is(status, 1);
  assert.is(stderr, 'bench: no/such/folder: there is no such folder\n');
});

test('an unknown name lists the names with one line each', () => {
  const bench = run('bench/run.ts', 'magic');
  assert.is(bench.status, 1);
  assert.is(bench.stdout, '');
  assert.match(bench.stderr, /^bench: there is no bench magic\. The names are:\n/);
  for (const { name, summary } of BENCHES) assert.ok(bench.stderr.includes(summary), name);
  const check = run('scripts/check.ts', 'magic');
  assert.is(check.status, 1);
  assert.match(check.stderr, 'there is no check magic.');
  assert.match(check.stderr, /\n {2}generated /);
});

test('generated files are what their generators write', () => {
  const { stderr, status } = run('scripts/check-generated.ts');
  assert.is(stderr, '');
  assert.is(status, 0);
});

test('finds files that import each other, directly or through others, and themselves', () => {
  const graph = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['a']],
    ['d', ['e']],
    ['e', []],
    ['f', ['f', 'a']],
  ]);
  assert.equal(cyclesOf(graph), [['a', 'b', 'c'], ['f']]);
  assert.equal(
    cyclesOf(
      new Map([
        ['a', ['b']],
        ['b', []],
        ['c', ['a', 'b']],
      ]),
    ),
    [],
  );
});

test.run();
