/** The index bench: validation before timing, and equal files with little and with much memory. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { addressed } from '../../bench/throughput/indexing.ts';
import { type BenchPage, mixPages, readBenchSites } from '../../bench/throughput/pages.ts';
import { compareFiles } from '../../bench/throughput/same-file.ts';
import { validateIndexes } from '../../bench/throughput/validate-index.ts';
import { seeded } from '../support/random.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const labelled = fileURLToPath(new URL('../fixtures/labelled', import.meta.url));

test('validates indexes against plain TypeScript', async () => {
  const sites = await readBenchSites(labelled);
  const validation = await validateIndexes(sites.map(({ pages }) => addressed(pages)));
  assert.is(validation.pages, 11);
  // Three of the six pages of the garden; what the harbour repeats is one word of each block.
  assert.ok(validation.templateBlocks >= 6 * 3, `${validation.templateBlocks} blocks`);
  assert.ok(validation.searches > 0);
});

/** A page with many words, so that a few copies exceed the small memory limit. */
function longPage(number: number): BenchPage {
  const random = seeded(number);
  const words = Array.from({ length: 30_000 }, () => random.below(1 << 20).toString(36)).join(' ');
  const html = `<ul><li>Home<li>About</ul><p>${words}</p>`;
  return { name: `long/${number}`, site: 'long', bytes: new TextEncoder().encode(html), html };
}

test('merges runs on disk to the same file as an index built in memory', async () => {
  const pages = Array.from({ length: 8 }, (_, number) => longPage(number));
  const { template, same, copies, runs, pages: added } = await compareFiles(pages, 'two-stage');
  assert.equal([template, same, added], ['two-stage', true, copies * pages.length]);
  assert.ok(runs[0] >= 2 && runs[1] === 0, `${runs}`);
});

test('gives no result where no run went to disk', async () => {
  const [page] = mixPages(await readBenchSites(labelled), 1);
  assert.ok(page);
  const { same, runs } = await compareFiles([page], 'none');
  assert.equal([same, runs], [null, [0, 0]]);
});

const run = (...words: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'bench/index.ts', ...words], { cwd: root, encoding: 'utf8' });

test('bench index --json prints one object and nothing else', () => {
  const { stdout, stderr, status } = run('--sites', labelled, '--pages', '5', '--rounds', '2', '--json');
  assert.is(stderr, '');
  assert.is(status, 0);
  const report = JSON.parse(stdout);
  assert.equal([report.pages, report.rounds, report.sites.length], [10, 2, 2]);
  assert.equal(Object.keys(report.ratios).sort(), [
    ...['indexIncrementalVsNone', 'indexTwoStageVsIncremental', 'indexTwoStageVsNone', 'indexTwoStageVsShingle'],
    ...['indexTwoStageVsShingleParsed', 'indexTwoStageVsSst', 'indexTwoStageVsSstParsed'],
  ]);
  assert.ok(Math.abs(report.share - (report.ratios.indexTwoStageVsNone - 1)) < 1e-12);
  assert.equal(Object.keys(report.faster), ['shingle', 'shingle, parsed before', 'sst', 'sst, parsed before']);
  for (const name of ['none', 'two-stage', 'incremental']) {
    assert.ok(report.megabytesPerSecond[name] > 0 && report.milliseconds[name] > 0, name);
  }
  // Ten pages of a few words: a thousand copies of them are not much.
  assert.is(report.filesAreSame, null);
  assert.equal(
    report.files.map(({ template }: { template: string }) => template),
    ['none', 'two-stage', 'incremental'],
  );
});

test('reports wrong arguments in one line', () => {
  for (const [words, message] of [
    [['--sites', 'no/such'], /no\/such: there is no such folder/],
    [['--rounds', '0'], /--rounds must be a whole number above 0/],
    [['sites'], /unexpected argument sites: use --sites/],
  ] as const) {
    const { stderr, status } = run(...words);
    assert.is(status, 1);
    assert.match(stderr, message);
    assert.is(stderr.trimEnd().split('\n').length, 1);
  }
});

test.run();
