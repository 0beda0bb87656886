import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isForgotten, life } from './lifetime.ts';

const vectors = [
  {
    baseLifetime: 10,
    lifetimeGrowth: 5,
    lives: '10.0000 20.2305 32.4393 41.6963 46.5869 48.6878 49.5091 49.8183 49.9330 49.9753',
  },
  {
    baseLifetime: 4,
    lifetimeGrowth: 25,
    lives: '4.0000 10.1739 23.5402 45.5604 69.4649 86.0799 94.3850 97.8584 99.2013 99.7047',
  },
];

for (const { baseLifetime, lifetimeGrowth, lives } of vectors) {
  test(`gives the lifetime of DF 1 to 10 with Tb=${baseLifetime}, N=${lifetimeGrowth}`, () => {
    const computed = Array.from({ length: 10 }, (_, at) => life(at + 1, baseLifetime, lifetimeGrowth).toFixed(4));
    assert.is(computed.join(' '), lives);
  });
}

test('is Tb for every DF when N is 1', () => {
  assert.is(life(1, 7, 1), 7);
  assert.is(life(1000, 7, 1), 7);
});

test('is infinite when Tb is infinite', () => {
  assert.is(life(1, Number.POSITIVE_INFINITY, 3), Number.POSITIVE_INFINITY);
  assert.is(life(50, Number.POSITIVE_INFINITY, 3), Number.POSITIVE_INFINITY);
});

test('reached and exceeded differ only when the age equals the lifetime', () => {
  assert.equal(
    [1, 2, 3].map((age) => isForgotten(age, 2, 'reached')),
    [false, true, true],
  );
  assert.equal(
    [1, 2, 3].map((age) => isForgotten(age, 2, 'exceeded')),
    [false, false, true],
  );
});

test.run();
