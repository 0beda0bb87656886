import type { Core } from 'refrain/engine';

/** The probability that a block is template. */
export interface BlockProbability {
  readonly block: number;
  readonly probability: number;
}

/** Maximum of a score's absolute value, for probabilities of 0 and 1. */
const SCORE_MAX = 16;

function logOdds(probability: number): number {
  const odds = Math.log(probability / (1 - probability));
  return Math.max(-SCORE_MAX, Math.min(SCORE_MAX, odds));
}

/** Replaces the verdicts on blocks of the current page: template above the threshold, else content. */
export function setVerdicts(core: Core, blocks: readonly BlockProbability[], threshold: number): void {
  const { Block, BlockKind, Page } = core.layout;
  const lengths = { content: 0, template: 0 };
  for (const { block, probability } of blocks) {
    const length = core.block(block, Block.LENGTH);
    if (length === 0) continue;
    const isTemplate = probability > threshold;
    lengths[isTemplate ? 'template' : 'content'] += length;
    core.setBlock(block, Block.KIND, isTemplate ? BlockKind.TEMPLATE : BlockKind.CONTENT);
    core.setBlock(block, Block.SCORE, Math.round(logOdds(probability) * 1024));
  }
  core.setResult(Page.CONTENT_LENGTH, lengths.content);
  core.setResult(Page.TEMPLATE_LENGTH, lengths.template);
}
