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
  if (joint <= model.threshold) return joint;
  const page = scoreOf(model.prior, values);
  if (block['value'] && (page <= 1 || block['value'] === 2)) return Math.min(page, model.threshold);
  return block['folded'] === 0 ? Math.min(joint, page + PLACE_MAX) : joint;
}
