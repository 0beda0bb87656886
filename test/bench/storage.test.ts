/** Storage for a recall, on small pages. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BLOCKS, Shingle } from '../../bench/baselines/shingle.ts';
import { findSites } from '../../bench/corpus/sites.ts';
import { batchCurve, batchSizes, runBatches } from '../../bench/experiments/batches.ts';
import { smallest } from '../../bench/experiments/curve.ts';
import { readLabelledPages } from '../../bench/experiments/pages.ts';
import type { Share } from '../../bench/experiments/table1.ts';
import { tableCurve } from '../../bench/experiments/tables.ts';

const labelled = fileURLToPath(new URL('../fixtures/labelled', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const make = () => new Shingle({ separators: BLOCKS, pages: 5, isNear: false });

const garden = async () => {
  const [site] = findSites(labelled);
  assert.ok(site);
  return readLabelledPages(site, { pages: 'all', shuffle: 'none' });
};

test('counts only full batches for the batch size, and the growing batch for the bytes at a time', async () => {
  const pages = await garden();
  const bytes = pages.map(({ html }) => Buffer.byteLength(html));
  const sum = (count: number): number => bytes.slice(0, count).reduce((total, size) => total + size, 0);
  const figures = runBatches(pages, make(), 5);
  assert.is(figures.recall, 10 / 12);
  assert.is(figures.bytes, sum(5));
  const kept = [1, 2, 3, 4, 5].map(sum).reduce((total, size) => total + size, bytes[5] ?? 0);
  assert.is(figures.heldBytes, kept / 6);
});

test('finds the smallest batch that reaches a recall, or none', async () => {
  const pages = await garden();
  const curve = batchCurve(pages, make);
  assert.equal(smallest(curve, 0.8)?.setting, { pages: 5 });
  assert.equal(smallest(curve, 0.9)?.setting, { pages: 6 });
  assert.is(smallest(batchCurve(pages.slice(0, 4), make), 0.8), undefined);
  assert.equal(batchSizes(12), [2, 3, 4, 5, 6, 8, 10, 12]);
});

test('finds the smallest table that reaches a recall', async () => {
  const curve = await tableCurve(await garden(), 39);
  assert.is(smallest(curve, 0.8), undefined);
  const least = smallest(curve, 4 / 12);
  assert.ok(least);
  assert.ok(curve.every(({ recall, bytes }) => recall < 4 / 12 || bytes >= least.bytes));
});

const run = (...words: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'bench/storage.ts', ...words], { cwd: root, encoding: 'utf8' });

test('prints unreachable where no setting reaches the recall', () => {
  const { stdout, stderr, status } = run(labelled, '--shuffle', 'none', '--recall', '0.8');
  assert.is(stderr, '');
  assert.is(status, 0);
  assert.match(stdout, /garden +refrain, 39 bits +unreachable/);
  assert.match(stdout, /garden +shingle +5 pages +0\.667/);
  const { sites, shares } = JSON.parse(run(labelled, '--shuffle', 'none', '--recall', '0.3', '--json').stdout);
  assert.equal([...new Set(sites.map(({ site }: { site: string }) => site))], ['garden', 'harbour']);
  const share = shares.find((one: Share) => one.batch === 'shingle' && one.table === 'refrain, 39 bits');
  assert.equal(share.sites, [2, 2]);
});

test('reports bad input', () => {
  for (const [words, message] of [
    [[labelled, '--recall', '2'], /--recall must be/],
    [['no/such'], /there is no such folder/],
    [['test/fixtures/sites/admin-lte.tar.gz', '--pages', '2'], /has a data-gold label/],
  ] as const) {
    const { stderr, status } = run(...words);
    assert.is(status, 1);
    assert.match(stderr, message);
  }
});

test.run();
