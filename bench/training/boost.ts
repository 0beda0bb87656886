/**
 * Gradient boosting of oblivious trees for log odds: at each level all leaves are asked the same question, the one by which
 * the loss of the whole tree falls most (second order, as XGBoost has it). Features are bytes, so a histogram of 256 is
 * exact.
 */
import { mulberry32 } from '../../packages/cli/src/shuffle.ts';

export interface Tree {
  /** One a level: is the byte of this feature above this limit? The answers, first level first, number the leaf. */
  readonly features: readonly number[];
  readonly limits: readonly number[];
  /** Log odds, in 256 parts, so that a leaf is a byte. */
  readonly leaves: readonly number[];
}

export interface Examples {
  readonly count: number;
  readonly features: number;
  /** A row of bytes for each example. */
  readonly bytes: Uint8Array;
  /** Share of template, 0 to 1. */
  readonly target: Float32Array;
  readonly weight: Float32Array;
}

export interface BoostOptions {
  readonly trees: number;
  readonly depth: number;
  /** Share of a tree's step that is taken. */
  readonly rate: number;
  /** What is added to the second derivative of a leaf, in examples of mean weight. */
  readonly lambda: number;
  /** Second derivative that a side of a split has at least. */
  readonly least: number;
  /** Shares of examples and of features that a tree sees. */
  readonly rows: number;
  readonly columns: number;
  readonly seed: number;
  /** Features that may be asked for. */
  readonly allowed: readonly number[];
}

/** Leaves are so many parts of log odds, and a byte with a sign: what is lost in one tree, the next can make good. */
export const LEAF_SCALE = 256;

const VALUES = 256;

const sigmoid = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** Trees whose sum, added to `scores`, fits the examples; `scores` is moved along. */
export function boost(examples: Examples, scores: Float64Array, options: BoostOptions): Tree[] {
  const random = mulberry32(options.seed);
  const trees: Tree[] = [];
  for (let made = 0; made < options.trees; made += 1) {
    const rows = Int32Array.from({ length: examples.count }, (_, row) => row).filter(() => random() < options.rows);
    const columns = options.allowed.filter(() => random() < options.columns);
    const tree = growTree(examples, scores, rows, columns.length === 0 ? options.allowed : columns, options);
    trees.push(tree);
    const { bytes, features, count } = examples;
    for (let row = 0; row < count; row += 1) {
      scores[row] = (scores[row] ?? 0) + (tree.leaves[leafOf(tree, bytes, row * features)] ?? 0);
    }
  }
  return trees;
}

/** Number of the leaf that a row of bytes comes to. */
export function leafOf(tree: Tree, bytes: Uint8Array, at: number): number {
  let leaf = 0;
  for (let level = 0; level < tree.features.length; level += 1) {
    leaf = leaf * 2 + ((bytes[at + (tree.features[level] ?? 0)] ?? 0) > (tree.limits[level] ?? 0) ? 1 : 0);
  }
  return leaf;
}

function growTree(
  { bytes, features, target, weight }: Examples,
  scores: Float64Array,
  rows: Int32Array,
  columns: readonly number[],
  { depth, rate, lambda, least }: BoostOptions,
): Tree {
  const first = new Float64Array(rows.length);
  const second = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as number;
    const chance = sigmoid(scores[row] as number);
    first[at] = (weight[row] as number) * (chance - (target[row] as number));
    second[at] = (weight[row] as number) * Math.max(1e-3, chance * (1 - chance));
  }
  const leaf = new Uint8Array(rows.length);
  const chosen: number[] = [];
  const limits: number[] = [];
  const width = columns.length;
  for (let level = 0; level < depth; level += 1) {
    const leaves = 1 << level;
    const sums = new Float32Array(leaves * width * VALUES * 2);
    for (let at = 0; at < rows.length; at += 1) {
      const row = (rows[at] as number) * features;
      const g = first[at] as number;
      const h = second[at] as number;
      let base = (leaf[at] as number) * width * VALUES;
      for (let column = 0; column < width; column += 1, base += VALUES) {
        const cell = (base + (bytes[row + (columns[column] as number)] as number)) * 2;
        (sums[cell] as number) += g;
        (sums[cell + 1] as number) += h;
      }
    }
    const best = bestQuestion(sums, leaves, width, lambda, least);
    const feature = columns[best.column] ?? 0;
    chosen.push(feature);
    limits.push(best.limit);
    for (let at = 0; at < rows.length; at += 1) {
      const byte = bytes[(rows[at] as number) * features + feature] as number;
      leaf[at] = (leaf[at] as number) * 2 + (byte > best.limit ? 1 : 0);
    }
  }
  const g = new Float64Array(1 << depth);
  const h = new Float64Array(1 << depth);
  for (let at = 0; at < rows.length; at += 1) {
    (g[leaf[at] as number] as number) += first[at] as number;
    (h[leaf[at] as number] as number) += second[at] as number;
  }
  const leaves = [...g].map((sum, at) => asLeaf((-rate * sum) / ((h[at] as number) + lambda)));
  return { features: chosen, limits, leaves };
}

const asLeaf = (odds: number): number => Math.max(-128, Math.min(127, Math.round(odds * LEAF_SCALE))) / LEAF_SCALE;

/** The question by which the loss falls most, summed over the leaves that it divides. */
function bestQuestion(
  sums: Float32Array,
  leaves: number,
  width: number,
  lambda: number,
  least: number,
): { column: number; limit: number } {
  let best = { column: 0, limit: VALUES - 1 };
  let most = 0;
  const gains = new Float64Array(VALUES);
  for (let column = 0; column < width; column += 1) {
    gains.fill(0);
    for (let leaf = 0; leaf < leaves; leaf += 1)
      addGains(sums, (leaf * width + column) * VALUES * 2, lambda, least, gains);
    for (let limit = 0; limit < VALUES - 1; limit += 1) {
      if ((gains[limit] as number) <= most) continue;
      most = gains[limit] as number;
      best = { column, limit };
    }
  }
  return best;
}

/** Adds what dividing one leaf at each limit gains. */
function addGains(sums: Float32Array, from: number, lambda: number, least: number, gains: Float64Array): void {
  let allG = 0;
  let allH = 0;
  for (let value = 0; value < VALUES; value += 1) {
    allG += sums[from + value * 2] as number;
    allH += sums[from + value * 2 + 1] as number;
  }
  if (allH < 2 * least) return;
  const whole = (allG * allG) / (allH + lambda);
  let g = 0;
  let h = 0;
  for (let value = 0; value < VALUES - 1; value += 1) {
    g += sums[from + value * 2] as number;
    h += sums[from + value * 2 + 1] as number;
    const rest = allH - h;
    if (h < least || rest < least) continue;
    (gains[value] as number) += (g * g) / (h + lambda) + ((allG - g) * (allG - g)) / (rest + lambda) - whole;
  }
}
