/**
 * Gradient boosting of oblivious trees for log odds: all leaves of a level have the same split, the one that reduces
 * the loss of the tree most (second order, as in XGBoost). Features are bytes, so a histogram of 256 values is exact.
 */
import { mulberry32 } from '../../bench/random.ts';
import { LEAF_SCALE, leafOf, type Tree } from '../../bench/reference/model.ts';

export interface Examples {
  readonly count: number;
  readonly features: number;
  readonly bytes: Uint8Array;
  /** Share of template, 0 to 1. */
  readonly target: Float32Array;
  readonly weight: Float32Array;
}

export interface BoostOptions {
  readonly trees: number;
  readonly depth: number;
  readonly rate: number;
  /** Regularisation: is added to the second derivative of a leaf. Unit: examples of mean weight. */
  readonly lambda: number;
  /** Minimum second derivative of each side of a split. */
  readonly minWeight: number;
  /** Shares of examples and features that are sampled for each tree. */
  readonly rows: number;
  readonly columns: number;
  readonly seed: number;
  /** Features that splits may use. */
  readonly allowed: readonly number[];
}

const VALUES = 256;

const sigmoid = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** Grows trees: their sum, added to `scores`, fits the examples. Updates `scores`. */
export function boost(examples: Examples, scores: Float64Array, options: BoostOptions): Tree[] {
  const random = mulberry32(options.seed);
  const trees: Tree[] = [];
  for (let made = 0; made < options.trees; made += 1) {
    const rows = drawRows(examples.count, options.rows, random);
    const columns = options.allowed.filter(() => random() < options.columns);
    const tree = growTree(examples, scores, rows, columns.length === 0 ? options.allowed : columns, options);
    trees.push(tree);
    const { bytes, features, count } = examples;
    for (let row = 0; row < count; row += 1) {
      (scores[row] as number) += tree.leaves[leafOf(tree, bytes, row * features)] as number;
    }
  }
  return trees;
}

function drawRows(count: number, share: number, random: () => number): Int32Array {
  const rows = new Int32Array(count);
  let drawn = 0;
  for (let row = 0; row < count; row += 1) {
    if (random() >= share) continue;
    rows[drawn] = row;
    drawn += 1;
  }
  return rows.subarray(0, drawn);
}

function gather({ bytes, features }: Examples, rows: Int32Array, columns: readonly number[]): Uint8Array {
  const width = columns.length;
  const picked = Int32Array.from(columns);
  const gathered = new Uint8Array(rows.length * width);
  let to = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = (rows[at] as number) * features;
    for (let column = 0; column < width; column += 1) {
      gathered[to] = bytes[row + (picked[column] as number)] as number;
      to += 1;
    }
  }
  return gathered;
}

function growTree(
  examples: Examples,
  scores: Float64Array,
  rows: Int32Array,
  columns: readonly number[],
  { depth, rate, lambda, minWeight }: BoostOptions,
): Tree {
  const { target, weight } = examples;
  const bytes = gather(examples, rows, columns);
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
    let from = 0;
    for (let at = 0; at < rows.length; at += 1) {
      const g = first[at] as number;
      const h = second[at] as number;
      let base = (leaf[at] as number) * width * VALUES;
      for (const end = from + width; from < end; from += 1, base += VALUES) {
        const cell = (base + (bytes[from] as number)) * 2;
        (sums[cell] as number) += g;
        (sums[cell + 1] as number) += h;
      }
    }
    const best = bestSplit(sums, leaves, width, lambda, minWeight);
    const feature = columns[best.column] ?? 0;
    chosen.push(feature);
    limits.push(best.limit);
    for (let at = 0; at < rows.length; at += 1) {
      const byte = bytes[at * width + best.column] as number;
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

/** The split with the largest gain, summed over all leaves. */
function bestSplit(
  sums: Float32Array,
  leaves: number,
  width: number,
  lambda: number,
  minWeight: number,
): { column: number; limit: number } {
  let best = { column: 0, limit: VALUES - 1 };
  let bestGain = 0;
  const gains = new Float64Array(VALUES);
  for (let column = 0; column < width; column += 1) {
    gains.fill(0);
    for (let leaf = 0; leaf < leaves; leaf += 1)
      addGains(sums, (leaf * width + column) * VALUES * 2, lambda, minWeight, gains);
    for (let limit = 0; limit < VALUES - 1; limit += 1) {
      if ((gains[limit] as number) <= bestGain) continue;
      bestGain = gains[limit] as number;
      best = { column, limit };
    }
  }
  return best;
}

/** Adds the gain of splitting one leaf at each limit. */
function addGains(sums: Float32Array, from: number, lambda: number, minWeight: number, gains: Float64Array): void {
  let allG = 0;
  let allH = 0;
  for (let value = 0; value < VALUES; value += 1) {
    allG += sums[from + value * 2] as number;
    allH += sums[from + value * 2 + 1] as number;
  }
  if (allH < 2 * minWeight) return;
  const whole = (allG * allG) / (allH + lambda);
  let g = 0;
  let h = 0;
  for (let value = 0; value < VALUES - 1; value += 1) {
    g += sums[from + value * 2] as number;
    h += sums[from + value * 2 + 1] as number;
    const rest = allH - h;
    if (h < minWeight || rest < minWeight) continue;
    (gains[value] as number) += (g * g) / (h + lambda) + ((allG - g) * (allG - g)) / (rest + lambda) - whole;
  }
}
