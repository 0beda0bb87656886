/** Isotonic smoothing (Chakrabarti et al., WWW 2007, smoothing) by brute force, for trees of few nodes. */

export interface Smoothed {
  readonly values: readonly number[];
  readonly cost: number;
  readonly sections: number;
}

/** Cost of an assignment. A section is a connected component of equal values, so their number is 1 + edges with a change. */
export const costOf = (
  parents: readonly number[],
  scores: readonly number[],
  weights: readonly number[],
  penalty: number,
  values: readonly number[],
): { cost: number; sections: number } => {
  const deviation = scores.reduce(
    (sum, score, at) => sum + (weights[at] ?? 1) * Math.abs(score - (values[at] ?? 0)),
    0,
  );
  const sections = 1 + values.filter((value, at) => at > 0 && value !== values[parents[at] ?? 0]).length;
  return { cost: deviation + penalty * sections, sections };
};

export const smoothByForce = (
  parents: readonly number[],
  scores: readonly number[],
  weights: readonly number[],
  penalty: number,
): Smoothed => {
  const candidates = [...new Set(scores)].sort((a, b) => a - b);
  let best: Smoothed = { values: [], cost: Number.POSITIVE_INFINITY, sections: 0 };
  const extend = (values: readonly number[]): void => {
    const at = values.length;
    if (at === scores.length) {
      const { cost, sections } = costOf(parents, scores, weights, penalty, values);
      if (cost < best.cost) best = { values, cost, sections };
      return;
    }
    const least = at === 0 ? Number.NEGATIVE_INFINITY : (values[parents[at] ?? 0] ?? 0);
    for (const value of candidates) if (value >= least) extend([...values, value]);
  };
  extend([]);
  return best;
};
