import type { Core } from '../core.ts';
import { InputError, RefrainError } from '../errors.ts';

/** Columns of the nodes of a tree, all of the same length. */
interface Nodes {
  readonly parents: ArrayLike<number>;
  readonly scores: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

/** Isotonic smoothing: the values of the nodes, their cost, and the number of sections. */
export function smoothTree(
  core: Core,
  { parents, scores, weights }: Nodes,
  penalty: number,
): { values: Float64Array<ArrayBuffer>; cost: number; sections: number } {
  core.invalidate();
  const count = scores.length;
  try {
    core.writeColumns(parents, [scores, weights]);
  } catch (cause) {
    if (cause instanceof RefrainError) throw cause;
    throw new InputError('a list of the tree cannot be read as numbers', 'INPUT_INVALID', { cause });
  }
  core.check((exports) => exports.smoothTree(count, penalty));
  const output = core.outputNumbers(count + 2);
  return { values: output.slice(0, count), cost: output[count] ?? 0, sections: output[count + 1] ?? 0 };
}
