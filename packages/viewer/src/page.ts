/** A page of the detector for the viewer: HTML that can do nothing, the verdicts, and the result. */
import type { Page, ResolvedOptions } from 'refrain';
import { Cursor, contextOf } from 'refrain/engine';
import type { Judgement, PageEntry } from './collection.ts';
import { resultOf } from './result.ts';
import { sanitise } from './sanitiser.ts';
import { blockView, type PageView, tableView } from './view.ts';

/** Blocks of a page that are shown. */
const BLOCKS_MAX = 5000;

/**
 * The current page of a detector, read at once: it is stale when the next one is labelled.
 */
export function pageView(page: Page, options: ResolvedOptions): PageView {
  const { blocks, kind, kindConfidence } = page;
  return {
    markup: markupOf(page),
    ...(kind !== undefined && kindConfidence !== undefined && { kind: [kind, kindConfidence] }),
    blocks: blocks.slice(0, BLOCKS_MAX).map((block) => blockView(block, options.templateDf)),
    hidden: Math.max(0, blocks.length - BLOCKS_MAX),
    result: resultOf(page),
    table: tableView(options, page),
  };
}

/** UTF-16 code units of an id. */
const ID_MAX = 500;
/** UTF-16 code units of a title. */
const TITLE_MAX = 200;

/** @param opened undefined for a page that cannot be opened */
export function judgementOf(page: Page, site: string, opened?: Pick<PageEntry, 'id' | 'file'>): Judgement {
  const { number: counted, lengths } = page;
  if (opened === undefined) return { site, counted, lengths, entry: undefined };
  const { title, confidence, reason } = page.document({ fields: ['title', 'confidence', 'reason'] });
  const [id, name] = [opened.id.slice(0, ID_MAX).toWellFormed(), title.slice(0, TITLE_MAX).toWellFormed()];
  return { site, counted, lengths, entry: { ...opened, id, title: name, confidence, reason } };
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
