/** Cross-validation: trains on some groups of sites and judges the others, for the accuracy on unseen sites. */

import { mulberry32 } from '../../packages/cli/src/shuffle.ts';
import { type BoostOptions, boost, type Examples, leafOf, type Tree } from './boost.ts';
import type { Judgement } from './figures.ts';
import type { Rows } from './rows.ts';

/** Settings of the training. */
export interface Growth {
  readonly priorTrees: number;
  readonly jointTrees: number;
  readonly depth: number;
  /** Number of features about the site; they are the first ones. */
  readonly siteFeatures: number;
  /** Features about names. */
  readonly names: readonly number[];
  /** Features to leave out. */
  readonly without: ReadonlySet<number>;
  readonly seed: number;
}

export interface Forest {
  readonly prior: { readonly base: number; readonly trees: readonly Tree[] };
  readonly joint: { readonly base: number; readonly trees: readonly Tree[] };
}

/** Maximum blocks of a site, and of all pages with a text. */
const ROWS_OF_SITE = 4000;
const ROWS_OF_TEXT = 60000;
/** Maximum blocks of a start, which is six pages of a site, and its weight beside the run over the site. */
const ROWS_OF_START = 250;
const START_WEIGHT = 0.06;
/** Weight of all pages with a text, in sites. */
const TEXT_WEIGHT = 14;
const RATE = 0.18;
/** Share of the blocks whose names are hidden, and the byte of a name without information. */
const NAMELESS = 0.2;
const NEUTRAL = 128;
/** Shares of blocks and of features that are sampled for each tree. */
const ROWS = 0.35;
const COLUMNS = 0.35;
/** The weight of a block is the length of its text to this power, so that many short blocks are not ignored. */
const LENGTH_POWER = 0.6;
const MIN_WEIGHT = 20;
const LAMBDA = 20;

const maxRowsOf = ({ part }: Rows): number => (part === 'run' ? ROWS_OF_SITE : ROWS_OF_START);

function collectExamples(sites: readonly Rows[], growth: Growth): Examples {
  const random = mulberry32(growth.seed);
  const features = sites[0]?.features ?? 0;
  const ofText = sites.filter(({ from }) => from === 'text');
  const textRows = ofText.reduce((sum, { count }) => sum + count, 0);
  const inGroup = new Map<string, number>();
  for (const { group, part } of sites) if (part === 'run') inGroup.set(group, (inGroup.get(group) ?? 0) + 1);
  const taken: { readonly rows: Rows; readonly row: number; readonly weight: number }[] = [];
  for (const rows of sites) {
    const isText = rows.from === 'text';
    const keep = Math.min(
      1,
      isText ? ROWS_OF_TEXT / textRows : maxRowsOf(rows) / (inGroup.get(rows.group) ?? 1) / rows.count,
    );
    const own = Array.from({ length: rows.count }, (_, row) => row)
      .filter(() => random() < keep)
      .map((row) => ({
        rows,
        row,
        weight: ((rows.template[row] ?? 0) + (rows.content[row] ?? 0)) ** LENGTH_POWER,
      }));
    const sum = own.reduce((total, { weight }) => total + weight, 0);
    const share = isText
      ? TEXT_WEIGHT / ofText.length
      : (rows.part === 'start' ? START_WEIGHT : 1) / (inGroup.get(rows.group) ?? 1);
    for (const example of own) taken.push({ ...example, weight: (example.weight / sum) * share });
  }
  const total = taken.reduce((sum, { weight }) => sum + weight, 0);
  const bytes = new Uint8Array(taken.length * features);
  for (const [index, { rows, row }] of taken.entries()) {
    bytes.set(rows.bytes.subarray(row * features, (row + 1) * features), index * features);
    // An unseen site may have names that no training site has.
    if (random() < NAMELESS) for (const feature of growth.names) bytes[index * features + feature] = NEUTRAL;
  }
  return {
    count: taken.length,
    features,
    bytes,
    target: Float32Array.from(taken, ({ rows, row }) => {
      const template = rows.template[row] ?? 0;
      return template / (template + (rows.content[row] ?? 0));
    }),
    weight: Float32Array.from(taken, ({ weight }) => (weight / total) * taken.length),
  };
}

/** Trains the trees that use the page alone, and the trees that use all features. */
export function grow(sites: readonly Rows[], growth: Growth): Forest {
  const examples = collectExamples(sites, growth);
  const all = Array.from({ length: examples.features }, (_, feature) => feature).filter(
    (at) => !growth.without.has(at),
  );
  const base: Omit<BoostOptions, 'trees' | 'allowed' | 'seed'> = {
    depth: growth.depth,
    rate: RATE,
    lambda: LAMBDA,
    minWeight: MIN_WEIGHT,
    rows: ROWS,
    columns: COLUMNS,
  };
  const page = all.filter((feature) => feature >= growth.siteFeatures);
  const prior = boost(examples, new Float64Array(examples.count), {
    ...base,
    trees: growth.priorTrees,
    allowed: page,
    seed: growth.seed + 1,
  });
  const joint = boost(examples, new Float64Array(examples.count), {
    ...base,
    trees: growth.jointTrees,
    allowed: all,
    seed: growth.seed + 2,
  });
  return { prior: { base: 0, trees: prior }, joint: { base: 0, trees: joint } };
}

/** Log odds of each row by one part of the model. */
export function score(forest: Forest, rows: Rows, part: 'prior' | 'joint'): Float64Array {
  const trees = forest[part].trees;
  const scores = new Float64Array(rows.count);
  for (const tree of trees) {
    for (let row = 0; row < rows.count; row += 1) {
      scores[row] = (scores[row] as number) + (tree.leaves[leafOf(tree, rows.bytes, row * rows.features)] as number);
    }
  }
  return scores;
}

/** Log odds of each site by a model that was not trained on its group: by the page alone, and by all features. */
export function judgeByFolds(
  sites: readonly Rows[],
  growth: Growth,
  folds: number,
): { readonly page: Judgement[]; readonly joint: Judgement[] } {
  const groups = [...new Set(sites.map(({ group }) => group))];
  const foldOf = new Map(groups.map((group, index) => [group, index % folds]));
  const page: Judgement[] = [];
  const joint: Judgement[] = [];
  for (let fold = 0; fold < folds; fold += 1) {
    const forest = grow(
      sites.filter(({ group }) => foldOf.get(group) !== fold),
      growth,
    );
    for (const rows of sites.filter(({ group }) => foldOf.get(group) === fold)) {
      page.push({ rows, scores: score(forest, rows, 'prior') });
      joint.push({ rows, scores: score(forest, rows, 'joint') });
    }
  }
  return { page, joint };
}
