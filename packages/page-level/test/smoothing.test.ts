/** Isotonic smoothing (Chakrabarti et al., WWW 2007): examples, small trees against brute force, large trees, bad input. */
import { smoothTree } from '@refrain/page-level';
import { InputError, LimitError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Random, seeded } from '../../../test/support/random.ts';

// Isotonic smoothing (Chakrabarti et al., WWW 2007, smoothing) by brute force, for trees of few nodes.

export interface Smoothed {
  readonly values: readonly number[];
  readonly cost: number;
  readonly sections: number;
}

/** Cost of an assignment. A section is a connected component of equal values, so their number is 1 + edges with a change. */
export const costOf = (
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

export const smoothByForce = (
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

test('moves nodes with larger weights less', () => {
  const weights = [1, 3, 1, 2, 1, 1, 1];
  const fine = smoothTree({ parents, scores, weights }, 0.1);
  assert.ok(near(fine.cost, 1));
  assert.equal([[...fine.values], fine.sections], [[0.2, 0.8, 0.8, 0.8, 0.2, 0.2, 0.4], 3]);
  const coarse = smoothTree({ parents, scores, weights }, 0.25);
  assert.ok(near(coarse.cost, 1.4));
  // The values .2 and .3 cost the same for nodes outside the second node's subtree.
  assert.is(coarse.sections, 2);
  assert.equal([...coarse.values.slice(1, 4)], [0.8, 0.8, 0.8]);
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

test('larger trees and a chain have ordered values, the reported cost and no cheaper neighbour', () => {
  const random = seeded(12);
  for (const [count, isChain] of [
    [1, false],
    [40, false],
    [333, false],
    [2000, false],
    [700, true],
  ] as const) {
    const tree = isChain ? Array.from({ length: count }, (_, at) => at - 1) : randomParents(random, count);
    const own = Array.from({ length: count }, () => random.below(1_000_000) / 1_000_000);
    const { values, cost, sections } = smoothTree({ parents: tree, scores: own }, 0.25);
    const actual = costOf(tree, own, [], 0.25, [...values]);
    assert.is(sections, actual.sections);
    assert.ok(near(cost, actual.cost));
    for (let node = 1; node < count; node += 1) {
      assert.ok((values[node] ?? Number.NaN) >= (values[tree[node] ?? 0] ?? Number.NaN));
    }
    // No random change of one value is cheaper.
    for (let tries = 0; tries < 50; tries += 1) {
      const other = [...values];
      other[random.below(count)] = own[random.below(count)] ?? 0;
      if (other.some((value, at) => at > 0 && value < (other[tree[at] ?? 0] ?? 0))) continue;
      assert.ok(costOf(tree, own, [], 0.25, other).cost >= cost - 1e-9);
    }
  }
});

test('rejects invalid input and smooths the next tree', () => {
  for (const [tree, penalty] of [
    [{ parents: [], scores: [] }, 0.1],
    [{ parents: [-1, 0], scores: [1] }, 0.1],
    [{ parents: [-1, 0], scores: [1, 2], weights: [1] }, 0.1],
    [{ parents: [-1, 0], scores: [1, Number.NaN] }, 0.1],
    [{ parents: [-1, 0], scores: [1, Number.POSITIVE_INFINITY] }, 0.1],
    [{ parents: [-1, 0], scores: [1, 2], weights: [1, -1] }, 0.1],
    [{ parents: [-1, 0], scores: [1, 1e101] }, 0.1],
    [{ parents: [-1, 0], scores: [1, 2], weights: [1, Number.MAX_VALUE] }, 0.1],
    [{ parents: [-1, 0], scores: [1, 2] }, -1],
    [{ parents: [-1, 0], scores: [1, 2] }, Number.NaN],
    // A later parent, a node that is its own parent, and a parent whose subtree has ended.
    [{ parents: [-1, 2, 0], scores: [1, 2, 3] }, 0.1],
    [{ parents: [-1, 1], scores: [1, 2] }, 0.1],
    [{ parents: [-1, 0, 0, 1], scores: [1, 2, 3, 4] }, 0.1],
  ] as const) {
    assert.throws(
      () => smoothTree(tree, penalty),
      (error: unknown) => error instanceof InputError && error.code === 'INPUT_INVALID',
    );
  }
  assert.throws(
    () => smoothTree({ parents: { length: 2 ** 25 }, scores: { length: 2 ** 25 } }, 0.1),
    (error: unknown) => error instanceof LimitError && error.code === 'TOO_MANY_NODES',
  );
  const many = Array.from({ length: 20_000 }, (_, at) => at - 1);
  assert.throws(
    () => smoothTree({ parents: many, scores: many }, 0.1),
    (error: unknown) => error instanceof LimitError && error.code === 'TOO_MANY_NODES',
  );
  assert.equal([...smoothTree({ parents: [-1], scores: [0.5] }, 1).values], [0.5]);
  const largest = smoothTree({ parents: [-1, 0], scores: [1e100, -1e100], weights: [0, 1e100] }, 1e100);
  assert.equal([...largest.values], [-1e100, -1e100]);
});

test.run();
