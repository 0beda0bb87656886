/** What is written of a page where the part that was asked for has next to no text: a document is never silently empty. */
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import type { PageKind, Part } from './records.ts';
import * as selection from './selection.ts';

/**
 * Why a document has something else than main content, or nothing: `no-main`, there is less than a sentence of it beside its headline, or
 * of the items of a list hardly any, so that the document has all content; `no-content`, all text of the page is template; `no-text`, the
 * page has no text, perhaps because its scripts write it.
 */
export type Shortfall = 'no-main' | 'no-content' | 'no-text';

/** What is written of a page, and what it lacks. */
export interface Shown {
  readonly part: Part;
  readonly reason?: Shortfall;
}

/** Code points of a short sentence. */
const SENTENCE = 40;
/** Kinds of pages that list items, and the share of the content below which the items cannot be in the main content. */
const LISTS: readonly (PageKind | undefined)[] = ['forum', 'listing', 'collection', 'home'];
const ITEMS = 0.1;

/**
 * The part that is asked for, or the content in place of main content that is next to nothing. `kind`: of the page.
 *
 * @throws as `selection.check` does
 */
export function shownOf(core: Core, given: Part | undefined, kind: () => PageKind | undefined): Shown {
  const part = selection.check('part', given, core.hasMain);
  const isMain = part === 'main' || part === 'main+comments';
  if (!isMain && (part !== 'content' || core.result(layout.Page.CONTENT_LENGTH) > 0)) return { part };
  let [main, content, all, headline] = [0, 0, 0, 0];
  let hasMain = false;
  for (const block of core.textBlocks()) {
    const length = core.block(block, layout.Block.LENGTH);
    all += length;
    if (core.block(block, layout.Block.VERDICT) !== layout.Verdict.TEMPLATE) content += length;
    if (!isMain || core.partOf(block) !== layout.Part.MAIN) continue;
    // A headline alone says nothing of what is below it.
    if (!hasMain && /^h[1-6]$/.test(core.nameOf(core.block(block, layout.Block.NODE)))) headline = length;
    hasMain = true;
    main += length;
  }
  const isEnough = main - headline >= SENTENCE && (main >= ITEMS * content || !LISTS.includes(kind()));
  if (isMain && isEnough) return { part };
  if (content === 0) return { part, reason: all === 0 ? 'no-text' : 'no-content' };
  return isMain ? { part: 'content', reason: 'no-main' } : { part };
}
