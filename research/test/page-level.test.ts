/** The page-level method (Chakrabarti et al., WWW 2007): template that never repeats, and isotonic smoothing against brute force. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Random, seeded } from '../../test/support/random.ts';
import { createPageLevel } from '../methods/page-level/method.ts';
import { smoothTree } from '../methods/page-level/smooth.ts';

const links = (page: number, isNew: boolean): string =>
  Array.from(
    { length: isNew ? 4 : 8 },
    (_, at) => `<li><a href="${at}">${isNew ? `Place ${page} of ${at}` : `Section ${at}`}</a></li>`,
  ).join('');

const sentence = (page: number, at: number): string =>
  `On day ${page} the ${['heron', 'otter', 'badger'][at % 3]} came down to the river number ${page * 7 + at}, and it stayed for a while.`;

/** A list of links, five paragraphs, and a second list whose links are new on every page. */
const pageOf = (page: number): string =>
  `<body><ul>${links(page, false)}</ul><div>${Array.from({ length: 5 }, (_, at) => `<p>${sentence(page, at)}</p>`).join('')}</div><ul>${links(page, true)}</ul></body>`;

test('labels links that never repeat as template because they look like links that do; keeps sentences', async () => {
  const method = await createPageLevel({});
  const labelled = (page: number): string[] => {
    method.read(pageOf(page), '');
    return method
      .verdicts()
      .filter(({ template }) => template)
      .map(({ text }) => text);
  };
  assert.equal(labelled(1), []);
  let found: string[] = [];
  for (let number = 2; number <= 60; number += 1) found = labelled(number);
  for (const text of ['Section 3', 'Place 60 of 3']) assert.ok(found.includes(text), text);
  assert.equal(
    found.filter((text) => text.startsWith('On day')),
    [],
  );
});

// Isotonic smoothing (Chakrabarti et al., WWW 2007, smoothing) by brute force, for trees of few nodes.

interface Smoothed {
  readonly values: readonly number[];
  readonly cost: number;
  readonly sections: number;
}

/** Cost of an assignment. A section is a connected component of equal values, so their number is 1 + edges with a change. */
const costOf = (
  parents: readonly number[],
  scores: readonly number[],
  weights: readonly number[],
  penalty: number,
  values: readonly number[],
): { cost: number; sections: number } => {
  const deviation = scores.reduce(
    (sum, score, at) => sum + (weights[at] ?? 1) * Math.abs(score - (values[at] ?? 0)),
    0,
  );
  const sections = 1 + values.filter((value, at) => at > 0 && value !== values[parents[at] ?? 0]).length;
  return { cost: deviation + penalty * sections, sections };
};

const smoothByForce = (
  parents: readonly number[],
  scores: readonly number[],
  weights: readonly number[],
  penalty: number,
): Smoothed => {
  const candidates = [...new Set(scores)].sort((a, b) => a - b);
  let best: Smoothed = { values: [], cost: Number.POSITIVE_INFINITY, sections: 0 };
  const extend = (values: readonly number[]): void => {
    const at = values.length;
    if (at === scores.length) {
      const { cost, sections } = costOf(parents, scores, weights, penalty, values);
      if (cost < best.cost) best = { values, cost, sections };
      return;
    }
    const least = at === 0 ? Number.NEGATIVE_INFINITY : (values[parents[at] ?? 0] ?? 0);
    for (const value of candidates) if (value >= least) extend([...values, value]);
  };
  extend([]);
  return best;
};

const near = (one: number, other: number): boolean => Math.abs(one - other) < 1e-9;

// In document order. Level by level the example is numbered 0 1 3 4 2 5 6.
const parents = [-1, 0, 1, 1, 0, 4, 4];
const scores = [0.3, 0.8, 0.9, 0.6, 0.2, 0.1, 0.4];

test('smooths seven nodes with five penalties', () => {
  for (const [penalty, values, cost, sections] of [
    [0, [0.2, 0.6, 0.9, 0.6, 0.2, 0.2, 0.4], 0.4, 4],
    [0.1, [0.2, 0.6, 0.9, 0.6, 0.2, 0.2, 0.4], 0.8, 4],
    [0.25, [0.2, 0.8, 0.8, 0.8, 0.2, 0.2, 0.2], 1.2, 2],
    [0.5, [0.2, 0.8, 0.8, 0.8, 0.2, 0.2, 0.2], 1.7, 2],
    [2, [0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4], 3.7, 1],
  ] as const) {
    const smoothed = smoothTree({ parents, scores }, penalty);
    assert.ok(near(smoothed.cost, cost), `penalty ${penalty}: ${smoothed.cost}`);
    assert.is(smoothed.sections, sections);
    assert.equal([...smoothed.values], [...values]);
  }
});

/** Parents of a random tree in document order. */
function randomParents(random: Random, count: number): number[] {
  const tree = [-1];
  for (let node = 1; node < count; node += 1) {
    let parent = node - 1;
    while (parent > 0 && random.below(3) === 0) parent = tree[parent] ?? 0;
    tree.push(parent);
  }
  return tree;
}

function checkFeasible(tree: readonly number[], values: ArrayLike<number>, among: readonly number[]): void {
  for (let node = 0; node < tree.length; node += 1) {
    const value = values[node] ?? Number.NaN;
    assert.ok(among.includes(value));
    if (node > 0) assert.ok(value >= (values[tree[node] ?? 0] ?? Number.NaN));
  }
}

test('three thousand small trees have the cost that brute force finds', () => {
  const random = seeded(11);
  for (let round = 0; round < 3000; round += 1) {
    const count = 1 + random.below(6);
    const tree = randomParents(random, count);
    const own = Array.from({ length: count }, () => random.below(8) / 8);
    const weights = Array.from({ length: count }, () => random.below(4) / 2);
    const penalty = random.below(6) / 8;
    const smoothed = smoothTree({ parents: tree, scores: own, weights }, penalty);
    const wanted = smoothByForce(tree, own, weights, penalty);
    assert.is(smoothed.cost, wanted.cost, `round ${round}`);
    checkFeasible(tree, smoothed.values, own);
    const actual = costOf(tree, own, weights, penalty, [...smoothed.values]);
    assert.equal([smoothed.cost, smoothed.sections], [actual.cost, actual.sections], `round ${round}`);
  }
});

test.run();
