import type { Page } from 'refrain';
import { check } from 'refrain/engine';
import { checkPage } from '../check.ts';

/**
 * Keeps a page whole if too much of it would be removed. These pages are more often mirrors, lists or error pages than
 * pages without content.
 *
 * The share is the text of template blocks that are not kept, divided by all text of the page, in code points. Apply
 * policies that keep blocks, such as `KeepOne`, first.
 *
 * @param ratio maximum share that may be removed, from 0 (nothing) to 1 (everything)
 * @returns true if this call keeps the page whole
 * @throws {OptionError} `OPTION_INVALID` for a ratio out of range
 * @throws {InputError} `INPUT_INVALID`
 * @throws {UsageError} `PAGE_STALE`
 */
export function limitRemoved<N, E>(page: Page<N, E>, ratio: number): boolean {
  checkPage(page);
  const isRatio = typeof ratio === 'number' && ratio >= 0 && ratio <= 1;
  if (!isRatio) throw check.optionError('ratio', 'a number from 0 to 1', ratio);
  const { template, content } = page.lengths;
  const limit = ratio * (template + content);
  // Most pages are within the limit, so their blocks need not be read.
  if (template <= limit) return false;
  let removed = 0;
  for (const block of page.blocks) if (block.verdict === 'template' && !block.kept) removed += block.length;
  if (removed <= limit) return false;
  page.keepAll();
  return true;
}
