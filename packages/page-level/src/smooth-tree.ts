import { InputError, LimitError } from 'refrain';
import { check } from 'refrain/engine';
import { depthsOf, distinctOf, type SmoothedTree, STEPS_MAX, smooth } from './smooth.ts';

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
