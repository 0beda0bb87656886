/** A page of the detector as HTML that can do nothing. */
import type { Page } from 'refrain';
import { Cursor, contextOf } from 'refrain/engine';
import { sanitise } from './sanitiser.ts';

/**
 * The current page of a detector, with the numbers of its blocks; without those behind the first `maxBlocks`. Both verdicts and
 * markup are read from one tree.
 */
export function markupOf(page: Page, maxBlocks = Number.POSITIVE_INFINITY): string {
  const context = contextOf(page);
  const { core } = context;
  const { layout } = core;
  const numberOf = new Map<number, number>();
  const texts = new Set<number>();
  for (const block of core.textBlocks().slice(0, maxBlocks)) {
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
