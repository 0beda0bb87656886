import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seeded } from '../../../../test/support/random.ts';
import { RecentSet } from '../../src/policy/keep-one.ts';

test('contains numbers of the last half of its size and no unknown ones', () => {
  const random = seeded(3);
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

test.run();
