/**
 * refrain/smoothing: isotonic smoothing of scores over trees.
 *
 * @module refrain/smoothing
 */

import { checkObject, shown } from '../check.ts';
import { Core } from '../core.ts';
import { InputError, LimitError } from '../errors.ts';
import { loadCore } from '../load.ts';
import type { CreateOptions } from '../open.ts';
import { resolveOptions } from '../options.ts';
import { smoothTree } from './smooth.ts';

/** A tree with a score for each node, in document order: a node is directly before its descendants. */
export interface ScoredTree {
  /** The index of each node's parent. The first node is the root, and its entry is ignored. */
  readonly parents: ArrayLike<number>;
  /** Numbers from 0 to 1e100, template ratios for example. */
  readonly scores: ArrayLike<number>;
  /** Weight of each node's deviation from its score, from 0. Default: 1. */
  readonly weights?: ArrayLike<number>;
}

/** The result of smoothing a {@link ScoredTree}. */
export interface SmoothedTree {
  /** A value for each node, not less than its parent's; each value is one of the scores. */
  readonly values: Float64Array<ArrayBuffer>;
  /** `Σ weight · |score − value| + penalty · sections`: the minimum over all such values. */
  readonly cost: number;
  /** Number of connected groups of nodes with one value. */
  readonly sections: number;
}

const NODES_MAX = 2 ** 24;

/**
 * Regularised isotonic regression on a tree (Chakrabarti, Kumar and Punera, *Page-level Template Detection via Isotonic
 * Smoothing*, WWW 2007), in time proportional to nodes × distinct scores.
 */
export class TreeSmoother {
  readonly #core: Core;

  private constructor(core: Core) {
    this.#core = core;
  }

  /** A smoother is one instance of the module, without state from one tree to the next. */
  static async create(create: Pick<CreateOptions, 'wasm'> = {}): Promise<TreeSmoother> {
    const { wasm } = checkObject('create', create, ['wasm']);
    return new TreeSmoother(new Core(await loadCore(wasm), resolveOptions()));
  }

  /**
   * @param penalty cost of a section, from 0
   * @throws {InputError} `INPUT_INVALID` where lengths differ, nodes are not in document order, or a number is out of range
   * @throws {LimitError} `TOO_MANY_NODES` above 2^24 nodes, `OUT_OF_MEMORY`
   */
  smooth(tree: ScoredTree, penalty: number): SmoothedTree {
    const { parents, scores, weights } = checkObject('smooth', tree, ['parents', 'scores', 'weights']);
    const count = lengthOf(scores);
    if (!(count > 0) || lengthOf(parents) !== count || (weights !== undefined && lengthOf(weights) !== count)) {
      throw new InputError('a tree must have at least one node, and as many parents (and weights) as scores');
    }
    if (typeof penalty !== 'number') throw new InputError(`penalty must be a number from 0, not ${shown(penalty)}`);
    if (count > NODES_MAX)
      throw new LimitError('TOO_MANY_NODES', `the tree has ${count} nodes, more than ${NODES_MAX}`);
    return smoothTree(this.#core, { parents, scores, weights: weights ?? new Float64Array(count).fill(1) }, penalty);
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
