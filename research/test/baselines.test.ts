import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Random, seededRandom } from '../../test/support/random.ts';
import { readTree } from '../baselines/document.ts';
import { shingle, siteLevel } from '../baselines/fragments.ts';
import { leafImportance, StyleTree } from '../baselines/style-tree.ts';
import { createPageLevel } from '../methods/page-level/method.ts';
import { smoothTree } from '../methods/page-level/smooth.ts';

const page = (body: string) => readTree(`<body>${body}</body>`);
const MENU = '<div>home about</div>';
const site = (count: number) => Array.from({ length: count }, (_, at) => page(`${MENU}<div>story ${at}</div>`));

test('shingle: a chunk on five pages is template, one on four is not', () => {
  const method = shingle();
  for (const [count, isTemplate] of [
    [4, false],
    [5, true],
  ] as const) {
    const pages = site(count);
    method.fit(pages);
    assert.equal(method.label(pages[0] ?? page('')), [isTemplate, false]);
  }
  assert.is(method.bytes, 6 * 12);
});

test('site-level: a fragment on at least five pages and a tenth of all is template with its descendants', () => {
  const method = siteLevel();
  method.fit(site(5));
  assert.equal(method.label(page(`${MENU}<div>new</div>`)), [true, false]);
  method.fit(site(4));
  assert.equal(method.label(page(MENU)), [false]);
  const many = Array.from({ length: 61 }, (_, at) => page(at < 6 ? MENU : `<div>story ${at}</div>`));
  method.fit(many.slice(0, 60));
  assert.equal(method.label(page(MENU)), [true]);
  method.fit(many);
  assert.equal(method.label(page(MENU)), [false]);
});

// Site Style Tree: values computed by hand from the formulas of Yi, Liu and Li, KDD 2003.

const near = (value: number, wanted: number): void =>
  assert.ok(Math.abs(value - wanted) < 1e-6, `${value} is not ${wanted}`);

const counted = (...words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

test('importance is 0 for equal leaves, 1 for leaves that differ on every page, between for their parent', () => {
  const tree = new StyleTree();
  tree.fit([0, 1, 2, 3].map((at) => page(`<p>menu home</p><p>first${at} second${at}</p>`)));
  const [style] = [...tree.root.styles.values()];
  const [nav, main] = style?.elements ?? [];
  near(nav?.importance ?? -1, 0);
  near(main?.importance ?? -1, 1);
  near(tree.root.importance, 0.45);
});

test('leaf importance follows the distribution of features over pages', () => {
  near(leafImportance([counted('a', 'b', 'c'), counted('a', 'b'), counted('a'), counted('a')], 4), 0.5);
  near(leafImportance([counted('a', 'a'), counted('a'), counted('a'), counted()], 4), 0.25);
  assert.is(leafImportance([counted('a')], 1), 1);
  assert.is(leafImportance([counted(), counted()], 2), 0);
});

test('labels noise as template; keeps important blocks and unknown layouts', () => {
  const tree = new StyleTree(0.3);
  const menu = '<div><p>menu home</p><p>about us</p></div>';
  tree.fit([0, 1, 2, 3, 4].map((at) => page(`${menu}<div><p>story${at} of${at}</p></div>`)));
  assert.equal(tree.label(page(`${menu}<div><p>another story</p></div>`)), [true, true, false]);
  assert.equal(tree.label(page(`${menu}<table><tr><td>menu home</td></tr></table>`)), [false, false, false]);
});

// The page-level method (Chakrabarti et al., WWW 2007).

const links = (page: number, isNew: boolean): string =>
  Array.from(
    { length: isNew ? 4 : 8 },
    (_, at) => `<li><a href="${at}">${isNew ? `Place ${page} of ${at}` : `Section ${at}`}</a></li>`,
  ).join('');

const sentence = (page: number, at: number): string =>
  `On day ${page} the ${['heron', 'otter', 'badger'][at % 3]} came down to the river number ${page * 7 + at}, and it stayed for a while.`;

/** A list of links, five paragraphs, and a list whose links are new on every page. */
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

// Isotonic smoothing (Chakrabarti et al., WWW 2007) by brute force, for small trees.

interface Smoothing {
  readonly values: readonly number[];
  readonly cost: number;
  readonly sections: number;
}

/** A section is a connected component of equal values, so their number is 1 + edges with a change. */
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
): Smoothing => {
  const candidates = [...new Set(scores)].sort((a, b) => a - b);
  let best: Smoothing = { values: [], cost: Number.POSITIVE_INFINITY, sections: 0 };
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
    near(smoothed.cost, cost);
    assert.is(smoothed.sections, sections);
    assert.equal([...smoothed.values], [...values]);
  }
});

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
  const random = seededRandom(11);
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
