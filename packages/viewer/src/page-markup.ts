/** A page of the detector for the viewer: HTML that can do nothing, the verdicts, and the result. */
import type { Page } from 'refrain';
import { Cursor, contextOf } from 'refrain/engine';
import { resultOf } from './result.ts';
import { sanitise } from './sanitiser.ts';
import { blockView, type PageView } from './view.ts';

/** Blocks of a page that are shown. */
const BLOCKS_MAX = 5000;

/**
 * The current page of a detector, read at once: it is stale when the next one is labelled.
 *
 * @param listed maximum of segments of a block that are listed
 */
export function pageView(page: Page, templateDf: number, listed = 0): PageView {
  const { blocks, kind, kindConfidence } = page;
  return {
    markup: markupOf(page),
    ...(kind !== undefined && kindConfidence !== undefined && { kind: [kind, kindConfidence] }),
    blocks: blocks.slice(0, BLOCKS_MAX).map((block) => blockView(block, templateDf, listed)),
    hidden: Math.max(0, blocks.length - BLOCKS_MAX),
    result: resultOf(page),
  };
}

/** With the numbers of the blocks. Both verdicts and markup are read from one tree. */
function markupOf(page: Page): string {
  const context = contextOf(page);
  const { core } = context;
  const { layout } = core;
  const numberOf = new Map<number, number>();
  const texts = new Set<number>();
  for (const block of core.textBlocks().slice(0, BLOCKS_MAX)) {
    numberOf.set(core.block(block, layout.Block.NODE), numberOf.size);
    let at = core.block(block, layout.Block.FIRST_SEGMENT);
    for (; at !== layout.Segment.NONE; at = core.segment(at, layout.Segment.NEXT)) {
      texts.add(core.segment(at, layout.Segment.NODE));
    }
  }
  const cursor = new Cursor(context);
  return sanitise(cursor, {
    blockOfElement: () => numberOf.get(cursor.node),
    isBlockText: () => texts.has(cursor.node),
  });
}
