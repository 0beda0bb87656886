/** A page for the view: safe markup, and the facts of its blocks. */
import type { Section } from '@refrain/viewer';
import { markupOf } from '@refrain/viewer/page';
import type { Block, Page } from 'refrain';
import type { JudgedBy, ViewedBlock, ViewedPage } from '../protocol.ts';
import type { KeptPage } from './kept.ts';

const SEGMENTS = 8;
const TEXT = 240;
/** Milliseconds for explanations: each looks at all blocks, so pages with ten thousands of blocks are not explained fully. */
const EXPLAINING = 300;

const shortened = (text: string): string => (text.length > TEXT ? `${text.slice(0, TEXT)}…` : text);

export const shareOf = ({ lengths: { template, content } }: Page): number =>
  template + content === 0 ? 0 : template / (template + content);

/** Reads everything at once: the page is stale when the next one is labelled. */
export function viewOf(
  page: Page,
  { key }: KeptPage,
  { by, needsMarkup }: { readonly by: JudgedBy; readonly needsMarkup: boolean },
): ViewedPage {
  const { blocks } = page;
  const main = mainOf(page);
  const until = performance.now() + EXPLAINING;
  return {
    key,
    by,
    title: page.title,
    share: shareOf(page),
    content: page.text('content'),
    markdown: page.markdown(main === undefined ? 'content' : 'main'),
    metadata: page.metadata(),
    main,
    kind: kindOf(page),
    blocks: blocks.map((block) => blockOf(block, performance.now() < until)),
    markup: needsMarkup ? markupOf(page) : undefined,
  };
}

function mainOf(page: Page): ViewedPage['main'] {
  const { blocks, lengths } = page;
  if (blocks.every(({ mainScore }) => mainScore === undefined)) return undefined;
  const length = blocks.reduce((sum, block) => sum + (block.main ? block.length : 0), 0);
  return { text: page.text('main'), share: length / Math.max(1, lengths.template + lengths.content) };
}

function kindOf({ kind, kindConfidence }: Page): ViewedPage['kind'] {
  return kind === undefined || kindConfidence === undefined ? undefined : { name: kind, confidence: kindConfidence };
}

function sectionOf({ main, comments, mainScore }: Block): Section | undefined {
  if (mainScore === undefined) return undefined;
  return main ? 'main' : comments ? 'comments' : 'rest';
}

function blockOf(block: Block, isExplained: boolean): ViewedBlock {
  const { kind, score, mainScore, ratio, length, path, segments } = block;
  return {
    ...{ kind, score, section: sectionOf(block), mainScore, ratio, length, path },
    text: shortened(block.text),
    reason: isExplained ? block.explain().reason : undefined,
    segments: segments.slice(0, SEGMENTS).map(({ text, df, lastPage, template }) => ({
      ...{ df, lastPage, template },
      text: shortened(text),
    })),
    segmentCount: segments.length,
  };
}
