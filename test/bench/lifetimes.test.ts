import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSites } from '../../bench/corpus/sites.ts';
import { readReplaySite } from '../../bench/lifetimes/read.ts';
import { lifetimeOf, type ReplayPage, replay } from '../../bench/lifetimes/replay.ts';
import { ReferenceDetector } from '../reference/detector.ts';
import type { SegmentedBlock } from '../reference/segment.ts';
import { seeded } from '../support/random.ts';

test('computes the lifetimes of the paper in whole pages', () => {
  assert.equal(
    [1, 2, 3, 4, 5].map((df) => lifetimeOf(df, 10, 5)),
    [10, 21, 33, 42, 47],
  );
});

test('replays pages by the law of the paper', () => {
  const block = (...keys: [key: number, length: number][]) =>
    keys.map(([key, length]) => ({ key, length, label: 'template' as const }));
  const pages = Array.from(
    { length: 6 },
    (_, page): ReplayPage => [
      block([0, 4], [1, 5], [2 + page, 3]),
      block([8 + page, 2]).map((segment) => ({ ...segment, label: 'content' as const })),
    ],
  );
  const figures = replay({ name: '', keys: 14, pages }, 2, 3);
  assert.is(figures.entries, (4 + 6 + 8 + 8 + 8 + 8) / 6);
  assert.is(figures.recall, 24 / 72);
  assert.is(figures.precision, 1);
  assert.is(figures.contentLost, 0);
});

test('the replay equals the twin on random pages', () => {
  const random = seeded(7);
  for (const [baseLifetime, lifetimeGrowth] of [
    [1, 1],
    [2, 3],
    [3, 8],
    [5.5, 2],
    [20, 16],
  ] as const) {
    const pages = Array.from(
      { length: 300 },
      (_, page): ReplayPage =>
        Array.from({ length: 4 }, () =>
          Array.from({ length: 1 + random.below(5) }, () => {
            const key =
              random.below(3) === 0 ? 100 + random.below(900) : (Math.floor(page / 40) % 4) * 25 + random.below(25);
            return { key, length: 1 + (key % 9), label: 'template' as const };
          }),
        ),
    );
    const twin = new ReferenceDetector({ baseLifetime, lifetimeGrowth });
    let entries = 0;
    let found = 0;
    let all = 0;
    for (const page of pages) {
      const blocks = page.map(
        (segments): SegmentedBlock => ({
          path: '',
          segments: segments.map(({ key, length }) => ({ text: String(key), path: '', length, key: String(key) })),
        }),
      );
      for (const { kind, length } of twin.learnSegmented(blocks).blocks) {
        all += length;
        if (kind === 'template') found += length;
      }
      entries += twin.expandedEntries;
    }
    const figures = replay({ name: '', keys: 1000, pages }, baseLifetime, lifetimeGrowth);
    assert.is(figures.entries, entries / pages.length);
    assert.is(figures.recall, found / all);
  }
});

test('reads a labelled site as numbers', async () => {
  const [garden] = findSites(fileURLToPath(new URL('../fixtures/labelled', import.meta.url)));
  assert.ok(garden);
  const site = await readReplaySite(garden, { pages: 2, shuffle: 'none' });
  assert.is(site.keys, 5);
  assert.equal(site.pages[1], [
    [{ key: 0, length: 11, label: 'template' }],
    [{ key: 4, length: 20, label: 'content' }],
    [{ key: 2, length: 13, label: 'content' }],
    [{ key: 3, length: 8, label: 'template' }],
  ]);
});

test.run();
