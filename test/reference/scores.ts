/** The reference implementation of scores: sums of the leaves of a forest, and the blocks with the greatest expected F-measure. */
import { type Forest, leafOf, type Model } from '../../bench/twin/model.ts';
import type { Features } from './evidence.ts';

/** Log odds by a forest of what has these features: their values in the order of their numbers. */
export const scoreOf = ({ base, trees }: Forest, values: Uint8Array): number =>
  trees.reduce((sum, tree) => sum + (tree.leaves[leafOf(tree, values, 0)] ?? 0), base);

/** Values of features in the order of their names. */
export const valuesOf = (names: readonly string[], block: Features): Uint8Array =>
  Uint8Array.from(names, (name) => block[name] ?? 0);

/**
 * Log odds of template by the site and the page. Values that the site takes for template have those of the page alone, at most the
 * threshold.
 */
export function templateScoreOf(
  model: Pick<Model, 'prior' | 'joint' | 'threshold'>,
  names: readonly string[],
  block: Features,
): number {
  const values = valuesOf(names, block);
  const joint = scoreOf(model.joint, values);
  if (joint <= model.threshold || !block['value']) return joint;
  const page = scoreOf(model.prior, values);
  return page <= 1 || block['value'] === 2 ? Math.min(page, model.threshold) : joint;
}

interface Likely {
  readonly length: number;
  readonly odds: number | undefined;
}

/**
 * The blocks with the greatest expected Fβ by their lengths: of all sets of the most probable ones the best. `recall`: β.
 */
export function mostF(blocks: readonly Likely[], recall = 1): boolean[] {
  const weight = Math.round(recall ** 2 * 4096) / 4096;
  const probabilities = blocks.map(({ odds }) =>
    odds === undefined ? 0 : Math.min(Math.max(Math.round(odds * 1024) + 2048, 0), 4096),
  );
  const sum = (of: (length: number, probability: number) => number): number =>
    blocks.reduce((all, { length }, at) => all + of(length, probabilities[at] ?? 0), 0);
  const expected = sum((length, probability) => length * probability);
  const partFrom = (least: number): number => {
    const length = sum((own, probability) => (probability >= least ? own : 0));
    const right = sum((own, probability) => (probability >= least ? own * probability : 0));
    return length === 0 ? 0 : right / (length + (expected * weight) / 4096);
  };
  const best = Math.max(0, ...[...new Set(probabilities)].filter((each) => each > 0).map(partFrom));
  // A page may have no main content.
  return probabilities.map((probability) => probability > Math.max(best, 2048 / (1 + weight)));
}
