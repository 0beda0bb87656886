import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';

/** Text of the block with which the main content begins; empty without main content. `unit`: if this unit decided on it. */
export function mainStartOf(core: Core, unit?: number): string {
  core.divideParts();
  const end = core.result(layout.Page.SEGMENT_COUNT) * layout.Segment.BYTES;
  for (let at = 0; core.hasMain && at < end; at += layout.Segment.BYTES) {
    const block = core.segment(at, layout.Segment.BLOCK);
    if (core.block(block, layout.Block.PART) === layout.Part.MAIN)
      return unit === undefined || core.unitOf(block) === unit ? core.renderBlock(block) : '';
  }
  return '';
}
