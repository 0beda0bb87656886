/** How sure the verdicts on the current page are. */

import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';

/** Scores are surer than they should be on sites that the model has not seen (docs/accuracy.md). */
const SLOPE = 0.85;

/** Mean probability of the verdicts by the length of the text, with four decimals; undefined where no model decides, and without text. */
export function confidenceOf(core: Core): number | undefined {
  if (!core.hasScores) return undefined;
  let all = 0;
  let sure = 0;
  for (const block of core.textBlocks()) {
    const length = core.block(block, layout.Block.LENGTH);
    const odds = SLOPE * core.scoreOf(block);
    const verdict = core.isContent(block) ? -odds : odds;
    all += length;
    sure += length / (1 + Math.exp(-verdict));
  }
  return all === 0 ? undefined : Math.round((1e4 * sure) / all) / 1e4;
}
