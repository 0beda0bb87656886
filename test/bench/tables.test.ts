/** Tables 2 and 3 of Chen et al.: on a site small enough to know, and on times made by hand. */
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSites } from '../../bench/corpus/sites.ts';
import { meanFound, measureTable2, TABLE2_METHODS } from '../../bench/experiments/table2.ts';
import { meanSite, type SiteTimes, speedsOf, timeIndexing, timesOf } from '../../bench/experiments/table3.ts';
import { readBenchSites } from '../../bench/throughput/pages.ts';

const labelled = fileURLToPath(new URL('../fixtures/labelled', import.meta.url));

const isNear = (one: number | undefined, other: number): boolean => Math.abs((one ?? Number.NaN) - other) < 1e-12;

test('Table 2: gives recall and precision of template blocks', async () => {
  const [garden] = findSites(labelled);
  assert.ok(garden);
  const found = await measureTable2(garden, { pages: 'all', shuffle: 'none' });
  assert.equal(
    found.map(({ method }) => method),
    TABLE2_METHODS,
  );
  const of = (name: string) => found.find(({ method }) => method === name);
  // Two blocks of a page are template; a third is content that is the same on all six pages.
  for (const name of ['two-stage', 'two-stage-blocks', 'shingle']) {
    assert.equal([of(name)?.pages, of(name)?.recall, of(name)?.precision], [6, 1, 12 / 18], name);
  }
  assert.ok((of('sst-tuned')?.f1 ?? 0) >= (of('sst')?.f1 ?? 1));
  const [few] = await measureTable2(garden, { pages: 4, shuffle: 'none' });
  assert.equal([few?.pages, few?.recall], [4, 0]);
});

test('averages over sites', () => {
  const one = { site: 'pond', pages: 9, method: 'sst', recall: 0.5, precision: 1, f1: 0.25 };
  const all = [one, { ...one, site: 'brook', recall: 1 }, { ...one, method: 'shingle', recall: 0 }];
  assert.equal(meanFound(all, 'sst'), { recall: 0.75, precision: 1, f1: 0.25 });
});

const pond: SiteTimes = {
  ...{ site: 'pond', pages: 10, megabytes: 3 },
  rounds: {
    none: [10, 20, 40],
    'two-stage': [12, 22, 60],
    incremental: [10, 20, 40],
    ...{ shingle: [16, 44, 100], 'shingle, parsed before': [12, 11, 60] },
    ...{ sst: [24, 44, 240], 'sst, parsed before': [24, 44, 240] },
  },
};

test('Table 3: compares times of the same round', () => {
  const { milliseconds, ratios, share, faster } = timesOf(pond);
  assert.equal([milliseconds['none'], milliseconds['two-stage'], milliseconds['sst']], [20, 22, 44]);
  // Rounds say 1.2, 1.1 and 1.5.
  assert.is(ratios['indexTwoStageVsNone'], 1.2);
  assert.ok(isNear(share, 0.2));
  // Of shingle’s time .75, .5 and .6, of its time without parsing 1, 2 and 1.
  assert.ok(isNear(faster['shingle'], 0.4));
  assert.ok(isNear(faster['shingle, parsed before'], 0));
  assert.ok(isNear(faster['sst'], 0.5));
  assert.ok(isNear(ratios['indexTwoStageVsSstParsed'], 0.5));
});

test('Table 3: averages sites round by round', () => {
  const brook: SiteTimes = {
    ...pond,
    site: 'brook',
    megabytes: 1,
    rounds: { none: [30, 20, 0], 'two-stage': [30, 30, 0] },
  };
  const { rounds } = meanSite([pond, brook]);
  assert.equal(rounds['none'], [20, 20, 20]);
  assert.equal(rounds['two-stage'], [21, 26, 30]);
  // Four megabytes in two times twenty milliseconds.
  assert.ok(isNear(speedsOf([pond, brook])['none'], 100));
});

test('Table 3: measures every site in every round', async () => {
  const sites = await readBenchSites(labelled);
  const times = await timeIndexing(sites, 5, { warmups: 0, rounds: 2 });
  assert.equal(
    times.map(({ site, pages }) => [site, pages]),
    [
      ['garden', 5],
      ['harbour', 5],
    ],
  );
  for (const { rounds } of times) {
    assert.equal(Object.keys(rounds), Object.keys(pond.rounds));
    for (const own of Object.values(rounds)) assert.ok(own.length === 2 && own.every((one) => one > 0));
  }
});

test.run();
