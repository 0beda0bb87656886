/** `refrain/smoothing`: isotonic smoothing of scores over trees. */
import { InputError, LimitError } from '../errors.ts';
import { type CoreInstance, type CoreModule, loadCore } from '../load.ts';

/** A tree with a score for each node, in document order: a node's children come after it, its descendants without a gap. */
export interface ScoredTree {
  /** Place of each node's parent; what stands for the first node, the root, is not looked at. */
  readonly parents: ArrayLike<number>;
  /** Numbers, at most 1e100 from 0; shares of template for example. */
  readonly scores: ArrayLike<number>;
  /** What a node's deviation from its score weighs, 0 or more; 1 for all unless given. */
  readonly weights?: ArrayLike<number>;
}

export interface SmoothedTree {
  /** A value for each node, none less than its parent's, each one of the scores. */
  readonly values: Float64Array<ArrayBuffer>;
  /** `Σ weight · |score − value| + penalty · sections`, which no other such values make smaller. */
  readonly cost: number;
  /** Groups of nodes that hang together and have one value. */
  readonly sections: number;
}

const NO_PARENT = 0xffffffff;
const NODES_MAX = 2 ** 24;

/**
 * Regularised isotonic regression on a tree (Chakrabarti, Kumar and Punera, *Page-level Template Detection via Isotonic
 * Smoothing*, WWW 2007), in time of nodes × distinct scores.
 */
export class TreeSmoother {
  readonly #core: CoreInstance;

  private constructor(core: CoreInstance) {
    this.#core = core;
  }

  static async create({ wasm }: { readonly wasm?: CoreModule } = {}): Promise<TreeSmoother> {
    return new TreeSmoother(await loadCore(wasm));
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
    this.#write(parents, scores, weights, count);
    const core = this.#core;
    const status = core.smoothTree(count, penalty);
    if (status === this.#constant('STATUS_BAD_SCORES')) {
      throw new InputError('nodes are not in document order, or a number is none, too large or below 0');
    }
    if (status !== this.#constant('STATUS_OK')) throw noMemory();
    const at = new DataView(core.memory.buffer).getUint32(core.pageResult() + this.#constant('PAGE_OUTPUT'), true);
    const result = new Float64Array(core.memory.buffer, at, count + 2);
    return { values: result.slice(0, count), cost: result[count] ?? 0, sections: result[count + 1] ?? 0 };
  }

  #write(
    parents: ArrayLike<number>,
    scores: ArrayLike<number>,
    weights: ArrayLike<number> | undefined,
    count: number,
  ): void {
    const words = count + (count % 2);
    const address = this.#core.reserveInput(4 * words + 16 * count) >>> 0;
    if (address === 0) throw noMemory();
    const { buffer } = this.#core.memory;
    const parentWords = new Uint32Array(buffer, address, words);
    parentWords.set(parents);
    parentWords[0] = NO_PARENT;
    new Float64Array(buffer, address + 4 * words, count).set(scores);
    const own = new Float64Array(buffer, address + 4 * words + 8 * count, count);
    if (weights === undefined) own.fill(1);
    else own.set(weights);
  }

  #constant(name: string): number {
    return Number((this.#core[name] as WebAssembly.Global).value);
  }
}

const noMemory = (): LimitError => new LimitError('OUT_OF_MEMORY', 'linear memory would outgrow what the host has');
