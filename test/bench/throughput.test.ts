import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Detector, resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REPETITION } from '../../bench/methods/repetition.ts';
import { fillerFor } from '../../bench/throughput/filler.ts';
import { measureGrowth } from '../../bench/throughput/growth.ts';
import { coldVisits, visitsOf } from '../../bench/throughput/hot-sites.ts';
import { mixPages, readBenchSites } from '../../bench/throughput/pages.ts';
import { median, speedRatio, timeRounds } from '../../bench/throughput/rounds.ts';
import { measureStorage } from '../../bench/throughput/storage.ts';
import { syntheticAdapter, syntheticPage } from '../../bench/throughput/synthetic.ts';
import { validate } from '../../bench/throughput/validate.ts';

const labelled = fileURLToPath(new URL('../fixtures/labelled', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

test('mixes pages evenly and removes labels', async () => {
  const sites = await readBenchSites(labelled);
  const pages = mixPages(sites, 6);
  assert.equal(pages.map(({ site }) => site).sort(), ['garden', 'garden', 'garden', 'harbour', 'harbour', 'harbour']);
  assert.equal(mixPages(sites, 6), pages);
  assert.is(mixPages(sites, 100).length, 11);
  for (const { html, bytes } of pages) {
    assert.not.match(html, /data-gold/);
    assert.is(new TextDecoder().decode(bytes), html);
  }
});

test('validates contenders against the twin', async () => {
  const pages = mixPages(await readBenchSites(labelled), 100);
  const validation = await validate(pages, resolveOptions(REPETITION));
  assert.is(validation.pages, 11);
  assert.is(validation.templateBlocks + validation.contentBlocks, 6 * 4 + 5 * 2);
  assert.is(validation.htmlparser2Pages, 11);
});

test('visits all pages of some tables before those of the next ones', async () => {
  const sites = await readBenchSites(labelled);
  const order = (tables: number, hot: number): number[] => visitsOf(sites, tables, hot).map(({ table }) => table);
  assert.equal(order(2, 1), [...Array<number>(8).fill(0), ...Array<number>(8).fill(1)]);
  assert.equal(order(3, 2).slice(0, 4), [0, 1, 0, 1]);
  assert.equal(order(3, 2).slice(-8), Array<number>(8).fill(2));
  for (const { table, page } of visitsOf(sites, 5, 3)) assert.is(page.site, sites[table % 2]?.name);
});

test('cold visits have a table each, and the filler is as large as the largest page', async () => {
  const pages = mixPages(await readBenchSites(labelled), 100);
  assert.equal(
    coldVisits(pages).map(({ table }) => table),
    pages.map((_, at) => at),
  );
  const longest = Math.max(...pages.map(({ bytes }) => bytes.length));
  assert.ok(fillerFor(pages).length >= longest && fillerFor(pages).length < longest + 100);
});

test('computes medians, and speed ratios by the fastest rounds', () => {
  assert.is(median([3, 1, 2]), 2);
  assert.is(median([4, 1, 2, 3]), 2.5);
  const timings = new Map([
    ['fast', [1, 2, 10]],
    ['slow', [4, 6, 50]],
  ]);
  assert.is(speedRatio(timings, 'fast', 'slow'), 4);
});

test('interleaves contenders in rounds, prepares each one anew, and leaves out warm-ups', async () => {
  const log: string[] = [];
  const contender = (name: string, milliseconds: number) => ({
    name,
    meaning: '',
    prepare: async () => {
      log.push(`prepare ${name}`);
      return () => {
        log.push(name);
        return { found: 1, milliseconds };
      };
    },
  });
  const timings = await timeRounds([contender('a', 1), contender('b', 2)], { warmups: 1, rounds: 2 });
  assert.equal(
    log.filter((entry) => !entry.startsWith('prepare')),
    ['a', 'b', 'b', 'a', 'a', 'b'],
  );
  assert.is(log.length, 12);
  assert.equal(
    [...timings],
    [
      ['a', [1, 1]],
      ['b', [2, 2]],
    ],
  );
});

test('waits for asynchronous rounds and rejects a round without result', async () => {
  const waited = {
    ...{ name: 'waited', meaning: '', isAsync: true as const },
    prepare: async () => async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { found: 1 };
    },
  };
  const empty = { ...waited, name: 'empty', prepare: async () => async () => ({ found: 0 }) };
  const timings = await timeRounds([waited], { warmups: 0, rounds: 2 });
  assert.ok(timings.get('waited')?.every((milliseconds) => milliseconds > 15));
  let message = '';
  await timeRounds([empty], { warmups: 0, rounds: 1 }).catch((error: unknown) => {
    message = String(error);
  });
  assert.match(message, 'empty found nothing');
});

test('generates synthetic pages with the proportions of real pages', async () => {
  const detector = await Detector.create();
  for (let number = 1; number < 60; number += 1)
    detector.learnTree(syntheticPage(number), { adapter: syntheticAdapter });
  const page = detector.learnTree(syntheticPage(60), { adapter: syntheticAdapter });
  assert.is(page.blocks.flatMap(({ segments }) => segments).length, 180);
  assert.ok(page.fresh >= 55 && page.fresh <= 110, `${page.fresh} fresh`);
  assert.ok(page.blocks.some(({ kind }) => kind === 'template'));
  assert.ok(page.blocks.some(({ kind }) => kind === 'content'));
});

test('measures growth on tables with the same entries', async () => {
  const growth = await measureGrowth(resolveOptions(), { youngPage: 1000, oldPage: 1200, repetitions: 1 });
  assert.is(growth.youngEntries, growth.oldEntries);
  assert.ok(growth.ratio > 0 && growth.youngMicroseconds > 0 && growth.oldMicroseconds > 0);
});

test('measures storage on sites with enough pages only', async () => {
  assert.equal(await measureStorage(await readBenchSites(labelled), resolveOptions(), 100), []);
  const [storage] = await measureStorage(await readBenchSites(undefined), resolveOptions(), 60);
  assert.is(storage?.pages, 60);
  const bytes = storage?.bytesPerEntry ?? 0;
  // Of few entries: those of the layouts are a part.
  assert.ok(bytes > 4 && bytes < 20, `${bytes} bytes an entry`);
});

test('bench --quick --json prints one object and nothing else', () => {
  const words = ['--import', 'tsx', 'bench/bench.ts', '--quick', '--json', '--sites', labelled];
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  assert.is(stderr, '');
  assert.is(status, 0);
  const { ratios, bytesPerEntry, pageCostGrowth, contenders, quick, growth, ...more } = JSON.parse(stdout);
  assert.is(contenders[0].name, 'default');
  assert.equal(more.defaultByTemplateShare.map(({ name }: { name: string }) => name).sort(), ['garden', 'harbour']);
  assert.equal(Object.keys(ratios).sort(), [
    ...[
      'defaultVsHtmlparser2Parse',
      'defaultVsPaper',
      'defaultVsTwin',
      'parseVsHtmlparser2',
      'parseVsParse5',
      'tableVsTwin',
      'wholeVsHtmlparser2Detector',
      'wholeVsHtmlparser2Parse',
      'wholeVsTwin',
    ],
  ]);
  assert.is(bytesPerEntry, null);
  assert.is(pageCostGrowth, growth.ratio);
  assert.is(quick, true);
  for (const { pagesPerSecond, megabytesPerSecond } of contenders) {
    assert.ok(pagesPerSecond > 0 && megabytesPerSecond > 0);
  }
});

test('reports a missing folder in one line and exits with code 1', () => {
  const words = ['--import', 'tsx', 'bench/bench.ts', '--quick', '--sites', 'no/such/folder'];
  const { stderr, status } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  assert.is(status, 1);
  assert.is(stderr, 'bench: no/such/folder: there is no such folder\n');
});

test.run();
