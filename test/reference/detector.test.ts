/** The reference implementation also has the other reading of the paper's lifetime. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ReferenceDetector } from './detector.ts';
import { isForgotten, type LifetimeBoundary, life } from './options.ts';

const divs = (...contents: readonly string[]): string => contents.map((content) => `<div>${content}</div>`).join('');

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'];

const traces: Record<LifetimeBoundary, { expanded: number[]; shrunk: number[] }> = {
  reached: { expanded: [4, 6, 8, 8, 8, 8], shrunk: [4, 6, 6, 6, 6, 6] },
  exceeded: { expanded: [4, 6, 8, 10, 10, 10], shrunk: [4, 6, 8, 8, 8, 8] },
};

for (const lifetimeBoundary of ['reached', 'exceeded'] as const) {
  test(`labels and evicts over six pages with Tb=2, N=3, lifetime ${lifetimeBoundary}`, () => {
    const detector = new ReferenceDetector({
      baseLifetime: 2,
      lifetimeGrowth: 3,
      lifetimeBoundary,
    });
    const seen = months.map((month, at) => {
      const page = detector.learn(divs(`<a>Home</a><a>About</a>${month}`, `b${at + 1}`));
      return {
        blocks: page.blocks.map(({ templateLength, length, verdict }) => `${templateLength}/${length} ${verdict}`),
        fresh: page.fresh,
        expanded: detector.expandedEntries,
        shrunk: detector.entries,
      };
    });
    const content = ['0/12 content', '0/2 content'];
    const template = ['9/12 template', '0/2 content'];
    assert.equal(
      seen.map(({ blocks }) => blocks),
      [content, content, content, content, template, template],
    );
    assert.equal(
      seen.map(({ fresh }) => fresh),
      [4, 2, 2, 2, 2, 2],
    );
    assert.equal(
      seen.map(({ expanded }) => expanded),
      traces[lifetimeBoundary].expanded,
    );
    assert.equal(
      seen.map(({ shrunk }) => shrunk),
      traces[lifetimeBoundary].shrunk,
    );
  });
}

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
  test(`has the lifetime of DF 1 to 10 with Tb=${baseLifetime}, N=${lifetimeGrowth}`, () => {
    const computed = Array.from({ length: 10 }, (_, at) => life(at + 1, baseLifetime, lifetimeGrowth).toFixed(4));
    assert.is(computed.join(' '), lives);
  });
}

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
