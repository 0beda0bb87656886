import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';

/** Text of the block with which the main content begins; empty without main content. `inLayer`: and where that is no layer over others. */
export function mainStartOf(core: Core, inLayer = false): string {
  core.divideParts();
  const end = core.result(layout.Page.SEGMENT_COUNT) * layout.Segment.BYTES;
  for (let at = 0; core.hasMain && at < end; at += layout.Segment.BYTES) {
    const block = core.segment(at, layout.Segment.BLOCK);
    if (core.block(block, layout.Block.PART) === layout.Part.MAIN)
      return !inLayer || core.isLayer(block) ? core.renderBlock(block) : '';
  }
  return '';
}
