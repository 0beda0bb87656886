import { Detector, OptionError, type Page } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seededRandom } from '../../../test/support/random.ts';
import { REPETITION } from '../../../test/support/repetition.ts';
import { KeepOne, RecentSet } from '../src/policy/keep-one.ts';
import { limitRemoved } from '../src/policy/max-removed.ts';

const MENU = 'Home About us';
const FOOT = '© 2008 The site';

/** 20 code points of content and 28 of template. */
const html = (story: string): string =>
  `<div>${MENU}</div><div><p>${`Told by ${story}`.padEnd(20, '.')}</div><div>${FOOT}</div>`;

/** By now, the site has enough pages for template. */
const known = async (): Promise<Detector> => {
  const detector = await Detector.create(REPETITION);
  for (let number = 1; number <= 5; number += 1) detector.learn(html(`page ${number}`));
  return detector;
};

const keptTexts = <N>(page: Page<N>): string[] => page.blocks.filter(({ kept }) => kept).map(({ text }) => text);

test('keeps the first copy of a template block per site', async () => {
  const detector = await known();
  const keepOne = new KeepOne();
  const read = (site: string, source: string): string[] => {
    const page = detector.label(source);
    keepOne.apply(site, page);
    return keptTexts(page);
  };
  assert.equal(read('a', html('one')), [MENU, FOOT]);
  assert.equal(read('a', html('two')), []);
  assert.equal(read('b', html('two')), [MENU, FOOT]);
  assert.equal(read('a', html('three')), []);
  assert.equal(read('b', html('three')), []);
  assert.equal(read('c', `<div>${MENU}</div><div>${MENU}</div><div>${FOOT}</div>`), [MENU, FOOT]);
});

test('does not affect blocks that are still content', async () => {
  const detector = await known();
  const keepOne = new KeepOne();
  for (let number = 1; number <= 6; number += 1) {
    const page = detector.learn(html('same').replaceAll('div', 'section'));
    keepOne.apply('a', page);
    assert.is(page.text(), number <= 5 ? page.text('all') : '', `page ${number}`);
  }
});

test('keeps a block again after it was evicted', async () => {
  const detector = await known();
  const keepOne = new KeepOne({ maxBlocks: 4 });
  const read = (site: string): number => {
    const page = detector.label(html('one'));
    keepOne.apply(site, page);
    return keptTexts(page).length;
  };
  assert.equal(['a', 'a', 'b', 'b', 'c', 'a'].map(read), [2, 0, 2, 0, 2, 2]);
});

for (const most of [1, 2.5, Number.NaN, 2 ** 29]) {
  test(`rejects maxBlocks of ${most}`, () => {
    assert.throws(
      () => new KeepOne({ maxBlocks: most }),
      (error: unknown) => error instanceof OptionError,
    );
  });
}

test('contains numbers of the last half of its size and no unknown ones', () => {
  const random = seededRandom(3);
  for (const most of [2, 3, 10, 1000]) {
    const set = new RecentSet(most);
    const lastRound = new Map<number, number>();
    for (let round = 0; round < 20_000; round += 1) {
      const number = random.below(2 ** 21) < 2 ** 20 ? random.below(3 * most) : random.below(2 ** 32) * 2 ** 20;
      const known = set.add(number);
      const age = round - (lastRound.get(number) ?? Number.NEGATIVE_INFINITY);
      if (age <= Math.floor(most / 2)) assert.ok(known, `${number} was added ${age} rounds ago, size ${most}`);
      if (age === Number.POSITIVE_INFINITY) assert.not(known, `${number} is new`);
      lastRound.set(number, round);
    }
  }
});

test('never contains more numbers than its size', () => {
  const set = new RecentSet(100);
  for (let number = 1; number <= 1000; number += 1) set.add(number * 40_000_000);
  let known = 0;
  // Newest first, because every check adds the number and evicts old ones.
  for (let number = 1000; number > 0; number -= 1) if (set.add(number * 40_000_000)) known += 1;
  assert.ok(known >= 50 && known <= 100, `${known}`);
});

const SHARE = 28 / 48;

test('does not change a page that would lose more than the given ratio', async () => {
  const detector = await known();
  const page = detector.label(html('a tale'));
  assert.equal(page.lengths, { template: 28, content: 20 });
  assert.not(limitRemoved(page, SHARE));
  assert.not(limitRemoved(page, 1));
  assert.is(page.text(), page.blocks[1]?.text);
  assert.ok(limitRemoved(page, SHARE - 0.001));
  assert.is(page.text(), page.text('all'));
  assert.not(limitRemoved(page, 0));
  assert.not(limitRemoved(detector.label(''), 0));
  assert.not(limitRemoved(detector.label('<p>All of it new'), 0));
});

test('does not count blocks that another policy keeps', async () => {
  const detector = await known();
  const keepOne = new KeepOne();
  const first = detector.label(html('a tale'));
  keepOne.apply('a', first);
  assert.not(limitRemoved(first, 0.2));
  const second = detector.label(html('an end'));
  keepOne.apply('a', second);
  assert.equal(keptTexts(second), []);
  assert.ok(limitRemoved(second, 0.2));
  // One of two template blocks is kept: 15 of 48 code points are removed.
  const third = detector.label(html('a tale'));
  for (const block of third.blocks) if (block.text === MENU) third.keep(block);
  assert.not(limitRemoved(third, 15 / 48));
  assert.ok(limitRemoved(third, 0.3));
});

test('rejects ratios outside 0 to 1', async () => {
  const page = (await known()).label(html('a tale'));
  for (const ratio of [-0.1, 1.1, Number.NaN]) {
    assert.throws(
      () => limitRemoved(page, ratio),
      (error: unknown) => error instanceof OptionError,
    );
  }
});

test.run();
