/**
 * Isotonic smoothing over a tree (Chakrabarti, Kumar and Punera, WWW 2007): for scores x with weights w, values y that never
 * fall from a node to its child and make `Σ w·|x − y| + c · sections` smallest, where a section is nodes of one value that
 * hang together. Such a y takes its values from x, so a table of nodes by distinct values is all there is to fill:
 *
 *   E[v][j] = w·|x_v − V[j]| + Σ over children u of min(E[u][j], c + min over k > j of E[u][k])
 *
 * The nodes come in document order, so from the last to the first every child is done before its parent, and the only rows
 * that are open at a time are those of a node and its ancestors: a row for each depth is enough. Of a finished row two flags
 * a value stay, and from these the way back is walked. Of equal costs, the parent's value is kept, and then the smallest is taken.
 */
import { InputError, LimitError } from 'refrain';
import { check } from 'refrain/engine';

/** Columns of the nodes of a tree, all of the same length, in document order. The parent of the first is not read. */
interface Nodes {
  readonly parents: Int32Array;
  readonly scores: Float64Array;
  readonly weights: Float64Array;
}

/** The result of smoothing a tree. */
export interface SmoothedTree {
  /** A value for each node, not less than its parent's; each value is one of the scores. */
  readonly values: Float64Array<ArrayBuffer>;
  /** `Σ weight · |score − value| + penalty · sections`: the minimum over all such values. */
  readonly cost: number;
  /** Number of connected groups of nodes with one value. */
  readonly sections: number;
}

/** Nodes × distinct scores that are smoothed: steps, and bytes. */
export const STEPS_MAX = 2 ** 26;
/** The node leaves its parent's value here. */
const LEAVES = 1;
/** No larger value costs less. */
const LEAST = 2;

/** Depths of nodes; undefined where a parent is not one of the nodes whose subtree is open. */
function depthsOf(parents: Int32Array): Int32Array | undefined {
  const depths = new Int32Array(parents.length);
  for (let node = 1; node < parents.length; node += 1) {
    const parent = parents[node] ?? 0;
    let open = node - 1;
    while (open !== parent && open > 0) open = parents[open] ?? 0;
    if (open !== parent) return undefined;
    depths[node] = (depths[parent] ?? 0) + 1;
  }
  return depths;
}

/** The scores, each once, from the least to the largest. */
const distinctOf = (scores: Float64Array): Float64Array => new Float64Array(new Set(scores)).sort();

/** Takes steps of nodes × candidates, and as many bytes. The candidates are the distinct scores. */
function smooth(nodes: Nodes, depths: Int32Array, candidates: Float64Array, penalty: number): SmoothedTree {
  const { parents, scores, weights } = nodes;
  const width = candidates.length;
  const rows = new Float64Array((depths.reduce((most, depth) => Math.max(most, depth), 0) + 1) * width);
  const flags = new Uint8Array(scores.length * width);
  let least = 0;
  for (let node = scores.length - 1; node >= 0; node -= 1) {
    const [score = 0, weight = 0, depth = 0] = [scores[node], weights[node], depths[node]];
    const [own, above, line] = [depth * width, (depth - 1) * width, node * width];
    least = Number.POSITIVE_INFINITY;
    for (let at = width - 1; at >= 0; at -= 1) {
      const cost = (rows[own + at] ?? 0) + weight * Math.abs(score - (candidates[at] ?? 0));
      const rise = penalty + least;
      flags[line + at] = (rise < cost ? LEAVES : 0) | (cost <= least ? LEAST : 0);
      least = Math.min(least, cost);
      if (depth === 0) continue;
      // The next node of this depth begins with zeros.
      rows[own + at] = 0;
      rows[above + at] = (rows[above + at] ?? 0) + Math.min(rise, cost);
    }
  }
  return { ...walkBack(parents, candidates, flags), cost: penalty + least };
}

/** From the root on, each node has its parent's value, or, where it leaves that, the next larger one that costs least. */
function walkBack(parents: Int32Array, candidates: Float64Array, flags: Uint8Array): Omit<SmoothedTree, 'cost'> {
  const width = candidates.length;
  const places = new Int32Array(parents.length);
  const values = new Float64Array(parents.length);
  let sections = 0;
  for (let node = 0; node < parents.length; node += 1) {
    const line = node * width;
    let place = node === 0 ? -1 : (places[parents[node] ?? 0] ?? 0);
    if (node === 0 || ((flags[line + place] ?? 0) & LEAVES) !== 0) {
      sections += 1;
      do place += 1;
      while (((flags[line + place] ?? LEAST) & LEAST) === 0);
    }
    places[node] = place;
    values[node] = candidates[place] ?? 0;
  }
  return { values, sections };
}

// ── Trees of any source ──

/** A tree with a score for each node, in document order: a node is directly before its descendants. */
export interface ScoredTree {
  /** The index of each node's parent. The first node is the root, and its entry is ignored. */
  readonly parents: ArrayLike<number>;
  /** Numbers from −1e100 to 1e100, template ratios for example. */
  readonly scores: ArrayLike<number>;
  /** Weight of each node's deviation from its score, from 0 to 1e100. Default: 1. */
  readonly weights?: ArrayLike<number>;
}

const NODES_MAX = 2 ** 24;
/** Numbers up to here can be multiplied and added for all nodes, and the result is still a number. */
const LARGEST = 1e100;

/**
 * Regularised isotonic regression on a tree (Chakrabarti, Kumar and Punera, *Page-level Template Detection via Isotonic
 * Smoothing*, WWW 2007), in time proportional to nodes × distinct scores.
 *
 * @param penalty cost of a section, from 0 to 1e100, in units of a score
 * @throws {InputError} `INPUT_INVALID` where lengths differ, nodes are not in document order, or a number is out of range
 * @throws {OptionError} `OPTION_INVALID` for something else than a tree
 * @throws {LimitError} `TOO_MANY_NODES` above 2^24 nodes, or 2^26 nodes × distinct scores
 */
export function smoothTree(tree: ScoredTree, penalty: number): SmoothedTree {
  const { parents, scores, weights } = check.object('smoothTree', tree, ['parents', 'scores', 'weights']);
  const count = lengthOf(scores);
  if (!(count > 0) || lengthOf(parents) !== count || (weights !== undefined && lengthOf(weights) !== count))
    throw new InputError('a tree must have at least one node, and as many parents (and weights) as scores');
  if (!isWithin(penalty, 0)) throw new InputError(`penalty must be a number from 0, not ${check.shown(penalty)}`);
  if (count > NODES_MAX) throw new LimitError('TOO_MANY_NODES', `the tree has ${count} nodes, more than ${NODES_MAX}`);
  const nodes = {
    parents: columnOf(parents, Int32Array),
    scores: columnOf(scores, Float64Array),
    weights: columnOf(weights ?? new Float64Array(count).fill(1), Float64Array),
  };
  const depths = depthsOf(nodes.parents);
  const areNumbers =
    nodes.scores.every((score) => isWithin(score, -LARGEST)) && nodes.weights.every((one) => isWithin(one, 0));
  if (depths === undefined || !areNumbers)
    throw new InputError(
      `nodes must be in document order, scores within ±${LARGEST}, and weights from 0 to ${LARGEST}`,
    );
  const candidates = distinctOf(nodes.scores);
  if (count * candidates.length > STEPS_MAX)
    throw new LimitError(
      'TOO_MANY_NODES',
      `the tree has ${count} nodes × ${candidates.length} distinct scores, more than ${STEPS_MAX}`,
    );
  return smooth(nodes, depths, candidates, penalty);
}

const isWithin = (value: unknown, least: number): boolean =>
  typeof value === 'number' && value >= least && value <= LARGEST;

/** @throws {InputError} `INPUT_INVALID` for a list that cannot be read as numbers */
function columnOf<T>(list: ArrayLike<number>, column: { from(list: ArrayLike<number>): T }): T {
  try {
    return column.from(list);
  } catch (cause) {
    throw new InputError('a list of the tree cannot be read as numbers', 'INPUT_INVALID', { cause });
  }
}

/** The length of a list of numbers; 0 for another value. */
function lengthOf(list: unknown): number {
  try {
    const length = typeof list === 'object' ? (list as { length?: unknown } | null)?.length : undefined;
    return typeof length === 'number' && Number.isInteger(length) ? length : 0;
  } catch {
    return 0;
  }
}
