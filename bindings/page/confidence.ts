/** How sure the verdicts on the current page are. */
import type { Core } from '../core.ts';

/** Scores are surer than they should be on sites that the model has not seen: `npm run evaluate -- SITES --calibration`. */
const SLOPE = 0.85;

/** Mean probability of the verdicts by the length of the text; undefined where no model decides, and without text. */
export function confidenceOf(core: Core): number | undefined {
  const { BLOCK_BYTES, BLOCK_KIND, BLOCK_KIND_CONTENT, BLOCK_LENGTH, PAGE_BLOCK_COUNT } = core.layout;
  if (!core.hasScores) return undefined;
  const end = core.result(PAGE_BLOCK_COUNT) * BLOCK_BYTES;
  let all = 0;
  let sure = 0;
  for (let block = 0; block < end; block += BLOCK_BYTES) {
    const length = core.block(block, BLOCK_LENGTH);
    if (length === 0) continue;
    const odds = SLOPE * core.scoreOf(block);
    const verdict = core.block(block, BLOCK_KIND) === BLOCK_KIND_CONTENT ? -odds : odds;
    all += length;
    sure += length / (1 + Math.exp(-verdict));
  }
  return all === 0 ? undefined : sure / all;
}
