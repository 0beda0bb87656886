/** The reference implementation of scores: sums of the leaves of a forest. */
import { type Forest, leafOf, type Model } from '../../bench/reference/model.ts';
import type { Features } from './evidence.ts';

/** Log odds by a forest. `values`: features by number. */
export const scoreOf = ({ base, trees }: Forest, values: Uint8Array): number =>
  trees.reduce((sum, tree) => sum + (tree.leaves[leafOf(tree, values, 0)] ?? 0), base);

export const valuesOf = (names: readonly string[], block: Features): Uint8Array =>
  Uint8Array.from(names, (name) => block[name] ?? 0);

/** Maximum log odds that the place of a new text adds to the score by the page. */
const PLACE_MAX = 4;

/**
 * Log odds of template by the site and the page. For a value that is template by the site, the score is that by the
 * page, at most the threshold. For a new text, it is at most `PLACE_MAX` above that by the page.
 */
export function templateScoreOf(
  model: Pick<Model, 'prior' | 'joint' | 'threshold'>,
  names: readonly string[],
  block: Features,
): number {
  const values = valuesOf(names, block);
  const joint = scoreOf(model.joint, values);
  const page = scoreOf(model.prior, values);
  const isTemplate = joint > model.threshold;
  const isValue = block['value'] && (page <= 1 || block['value'] === 2);
  if (isTemplate && isValue) return raised(Math.min(page, model.threshold), model, block);
  const isNew = isTemplate && block['folded'] === 0;
  return raised(isNew ? Math.min(joint, page + PLACE_MAX) : joint, model, block);
}

/** The score of a block that is surely template, if it is one. */
export const raised = (score: number, { threshold }: Pick<Model, 'threshold'>, block: Features): number =>
  block['outside'] ? Math.max(score, threshold + 6) : score;
