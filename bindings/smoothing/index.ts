/**
 * refrain/smoothing: isotonic smoothing of scores over trees.
 *
 * @module refrain/smoothing
 */

import { InputError, LimitError } from '../errors.ts';
import { loadCore } from '../load.ts';
import { Core } from '../memory.ts';
import type { CreateOptions } from '../open.ts';
import { resolveOptions } from '../options.ts';

/** A tree with a score for each node, in document order: a node's children come after it, its descendants without a gap. */
export interface ScoredTree {
  /** Place of each node's parent; what stands for the first node, the root, is not looked at. */
  readonly parents: ArrayLike<number>;
  /** Numbers, at most 1e100 from 0; shares of template for example. */
  readonly scores: ArrayLike<number>;
  /** What a node's deviation from its score weighs, 0 or more; 1 for all unless given. */
  readonly weights?: ArrayLike<number>;
}

/** What smoothing makes of a {@link ScoredTree}. */
export interface SmoothedTree {
  /** A value for each node, none less than its parent's, each one of the scores. */
  readonly values: Float64Array<ArrayBuffer>;
  /** `Σ weight · |score − value| + penalty · sections`, which no other such values make smaller. */
  readonly cost: number;
  /** Groups of nodes that hang together and have one value. */
  readonly sections: number;
}

const NODES_MAX = 2 ** 24;

/**
 * Regularised isotonic regression on a tree (Chakrabarti, Kumar and Punera, *Page-level Template Detection via Isotonic
 * Smoothing*, WWW 2007), in time of nodes × distinct scores.
 */
export class TreeSmoother {
  readonly #core: Core;

  private constructor(core: Core) {
    this.#core = core;
  }

  /** A smoother has an instance of the module, and nothing that stays from one tree to the next. */
  static async create({ wasm }: Pick<CreateOptions, 'wasm'> = {}): Promise<TreeSmoother> {
    return new TreeSmoother(new Core(await loadCore(wasm), resolveOptions()));
  }

  /**
   * @param penalty what a section costs, 0 or more
   * @throws {InputError} `INPUT_INVALID` where lengths differ, the order is none, or a number is none, too large or negative
   * @throws {LimitError} `TOO_MANY_NODES` above 2^24, `OUT_OF_MEMORY`
   */
  smooth({ parents, scores, weights }: ScoredTree, penalty: number): SmoothedTree {
    const count = scores.length;
    if (count === 0 || parents.length !== count || (weights !== undefined && weights.length !== count)) {
      throw new InputError('a tree has a node at least, and a parent, a score and a weight for each');
    }
    if (count > NODES_MAX) throw new LimitError('TOO_MANY_NODES', `the tree has more than ${NODES_MAX} nodes`);
    return this.#core.smooth(parents, scores, weights ?? new Float64Array(count).fill(1), penalty);
  }
}
