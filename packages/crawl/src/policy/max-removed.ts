import type { Page } from 'refrain';
import { OptionError } from 'refrain';

/**
 * Keeps a page whole where too much of it would be taken out: a page that seems to be template for the most part is a
 * mirror, a list or an error page more often than one without content.
 *
 * What counts is what would really go: the text of the template blocks that are not kept, in code points, over all
 * text. So another policy that keeps blocks, such as `KeepOne`, comes first, and this one last.
 *
 * @param ratio largest share that may go, from 0 (nothing) to 1 (everything)
 * @returns whether the page is kept whole by this call
 * @throws {OptionError} where the ratio can not be
 * @throws {UsageError} `PAGE_STALE`
 */
export function limitRemoved<N>(page: Page<N>, ratio: number): boolean {
  if (!(ratio >= 0 && ratio <= 1)) throw new OptionError(`ratio must be a number from 0 to 1, not ${String(ratio)}`);
  const { template, content } = page.lengths;
  const most = ratio * (template + content);
  // Most pages need no look at their blocks.
  if (template <= most) return false;
  let going = 0;
  for (const block of page.blocks) if (block.kind === 'template' && !block.kept) going += block.length;
  if (going <= most) return false;
  page.keepAll();
  return true;
}
