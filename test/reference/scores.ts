/** The reference implementation of scores: sums of the leaves of a forest, and the blocks with the greatest expected F-measure. */
import type { Features } from './evidence.ts';

/** Trees that ask the same question of every block at a level: is the byte of this feature above that limit? */
export interface ReferenceForest {
  readonly base: number;
  readonly trees: readonly {
    readonly features: readonly number[];
    readonly limits: readonly number[];
    readonly leaves: readonly number[];
  }[];
}

/** Log odds of a block by a forest. `names` are the names of the features by their numbers. */
export const scoreOf = (forest: ReferenceForest, names: readonly string[], block: Features): number =>
  forest.trees.reduce((sum, { features, limits, leaves }) => {
    const answers = features.map((feature, level) => (block[names[feature] ?? ''] ?? 0) > (limits[level] ?? 0));
    return sum + (leaves[Number.parseInt(answers.map(Number).join(''), 2)] ?? 0);
  }, forest.base);

/**
 * Log odds of template by the site and the page. Values that the site takes for template have those of the page alone, at most the
 * threshold.
 */
export function templateScoreOf(
  model: { readonly prior: ReferenceForest; readonly joint: ReferenceForest; readonly threshold: number },
  names: readonly string[],
  block: Features,
): number {
  const joint = scoreOf(model.joint, names, block);
  if (joint <= model.threshold || !block['value']) return joint;
  const page = scoreOf(model.prior, names, block);
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
