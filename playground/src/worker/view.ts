/** A page as it is shown: safe markup, and everything that is known of its blocks. */
import type { Block, Page } from 'refrain';
import type { JudgedBy, ViewedBlock, ViewedPage } from '../protocol.ts';
import type { Render } from '../rendering.ts';
import type { HeldPage } from './hand.ts';

const SEGMENTS = 8;
const TEXT = 240;
/** Explaining a block looks at all others: pages of tens of thousands are not explained to the end. */
const EXPLAINING = 300;

const shortened = (text: string): string => (text.length > TEXT ? `${text.slice(0, TEXT)}…` : text);

export const shareOf = ({ lengths: { template, content } }: Page): number =>
  template + content === 0 ? 0 : template / (template + content);

/** Reads all that the view needs before anything else is judged. */
export function viewOf(
  page: Page,
  { key, html }: HeldPage,
  { by, render }: { readonly by: JudgedBy; readonly render: Render | undefined },
): ViewedPage {
  const { blocks } = page;
  const until = performance.now() + EXPLAINING;
  const places = blocks.map(({ path, segments }) => ({ path, starts: segments.flatMap(({ start }) => start ?? []) }));
  return {
    key,
    by,
    title: page.title,
    share: shareOf(page),
    content: page.text('content'),
    blocks: blocks.map((block) => blockOf(block, performance.now() < until)),
    markup: render?.(html, places),
  };
}

function blockOf(block: Block, isExplained: boolean): ViewedBlock {
  const { kind, score, ratio, length, path, segments } = block;
  return {
    ...{ kind, score, ratio, length, path },
    text: shortened(block.text),
    reason: isExplained ? block.explain().reason : undefined,
    segments: segments.slice(0, SEGMENTS).map(({ text, df, lastPage, template }) => ({
      ...{ df, lastPage, template },
      text: shortened(text),
    })),
    segmentCount: segments.length,
  };
}
