/**
 * Isotonic smoothing over a tree (Chakrabarti, Kumar and Punera, WWW 2007): for scores x with weights w, finds values y
 * that never decrease from a node to its child and minimise `Σ w·|x − y| + c · sections`. A section is a connected set
 * of nodes with one value. An optimal y takes its values from x, so dynamic programming over nodes × distinct values V
 * is enough:
 *
 *   E[v][j] = w·|x_v − V[j]| + Σ over children u of min(E[u][j], c + min over k > j of E[u][k])
 *
 * The nodes are in document order. From the last to the first, every child is complete before its parent, and only the
 * rows of a node and its ancestors are open: one row per depth. A complete row keeps two flags per value for the
 * traceback. Ties: the value of the parent is preferred, then the smallest value.
 */

/** A tree with a score for each node, in document order: a node is directly before its descendants. */
export interface ScoredTree {
  /** Parent of each node by index. The root is first; its entry is ignored. */
  readonly parents: readonly number[];
  readonly scores: readonly number[];
  /** Weight of each node's deviation from its score. Default: 1. */
  readonly weights?: readonly number[];
}

export interface SmoothedTree {
  /** A value for each node: one of the scores, at least its parent's value. */
  readonly values: Float64Array<ArrayBuffer>;
  /** `Σ weight · |score − value| + penalty · sections`, the minimum of all valid values. */
  readonly cost: number;
  readonly sections: number;
}

/** Maximum of nodes × distinct scores, which is the number of steps and of bytes. */
export const STEPS_MAX = 2 ** 26;
/** The node's value differs from its parent's. */
const LEAVES = 1;
/** No larger value has a lower cost. */
const LEAST = 2;

function depthsOf(parents: readonly number[]): Int32Array {
  const depths = new Int32Array(parents.length);
  for (let node = 1; node < parents.length; node += 1) depths[node] = (depths[parents[node] ?? 0] ?? 0) + 1;
  return depths;
}

/**
 * Smooths a tree in time and memory proportional to nodes × distinct scores. `penalty`: cost of a section, in units of
 * a score.
 */
export function smoothTree({ parents, scores, weights }: ScoredTree, penalty: number): SmoothedTree {
  const candidates = new Float64Array(new Set(scores)).sort();
  const depths = depthsOf(parents);
  const width = candidates.length;
  const rows = new Float64Array((depths.reduce((most, depth) => Math.max(most, depth), 0) + 1) * width);
  const flags = new Uint8Array(scores.length * width);
  let least = 0;
  for (let node = scores.length - 1; node >= 0; node -= 1) {
    const [score = 0, weight = 1, depth = 0] = [scores[node], weights?.[node], depths[node]];
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

/** From the root on, each node takes its parent's value or the next larger one with the lowest cost. */
function walkBack(parents: readonly number[], candidates: Float64Array, flags: Uint8Array): Omit<SmoothedTree, 'cost'> {
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
