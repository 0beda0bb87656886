/** Labelled pages that are parsed and divided into blocks once, to be judged many times. */
import { type PageTree, readTree } from '../baselines/document.ts';
import { type Selection, selectPages } from '../corpus/selection.ts';
import type { SiteSource } from '../corpus/sites.ts';
import { COMMON_SEPARATORS, type Counts, isMostly } from '../evaluation/counts.ts';
import { checkLabelled, goldBlocks, type Label, readGold, withoutGold } from '../evaluation/gold.ts';
import { urlOf } from '../evaluation/judge.ts';
import { Problem } from '../problem.ts';

export interface LabelledPage {
  readonly name: string;
  /** Whether any element has a label. */
  readonly labelled: boolean;
  /** Without the labels. */
  readonly html: string;
  readonly tree: PageTree;
  /** Blocks of the common list with text, in document order, the root block first. */
  readonly blocks: readonly LabelledBlock[];
}

export interface LabelledBlock {
  readonly label: Label;
  /** In code points. */
  readonly length: number;
  /** Its texts: index in document order and length. */
  readonly texts: readonly { readonly index: number; readonly length: number }[];
}

const decoder = new TextDecoder();

export function preparePage(source: string, name: string, url: string): LabelledPage {
  const html = withoutGold(source);
  const gold = readGold(source, name);
  const tree = readTree(html, url);
  const indexes = new Map(gold.segments.map((segment, index) => [segment, index]));
  if (
    gold.segments.length !== tree.texts.length ||
    gold.segments.some(({ text }, at) => text !== tree.texts[at]?.text)
  ) {
    throw new Problem(`${name}: its texts differ with and without the labels`);
  }
  const blocks = goldBlocks(gold, COMMON_SEPARATORS).map((segments) => ({
    label: isMostly(segments, ({ label }) => label === 'template') ? ('template' as const) : ('content' as const),
    length: segments.reduce((sum, { length }) => sum + length, 0),
    texts: segments.map((segment) => ({ index: indexes.get(segment) ?? 0, length: segment.length })),
  }));
  return { name, labelled: gold.labelled, html, tree, blocks };
}

export async function readLabelledPages(site: SiteSource, selection: Selection): Promise<LabelledPage[]> {
  const pages = selectPages(await site.read(), selection).map((page) =>
    preparePage(decoder.decode(page.bytes), `${site.name}/${page.name}`, urlOf(site.name, page)),
  );
  checkLabelled(
    site.name,
    pages.some(({ labelled }) => labelled),
  );
  return pages;
}

/** Counts the blocks of a page by the verdicts of a method on its texts, in document order. */
export function countByTexts(counts: Counts, { blocks }: LabelledPage, template: readonly boolean[]): void {
  for (const { label, texts } of blocks) {
    counts.add(
      label,
      isMostly(texts, ({ index }) => template[index] === true),
      1,
    );
  }
}

/** Counts the blocks of a page by the verdicts of a method that has the same blocks. */
export function countByBlocks(
  counts: Counts,
  { name, blocks }: LabelledPage,
  judged: readonly { readonly length: number; readonly kind: string }[],
): void {
  const filled = judged.filter(({ length }) => length > 0);
  if (filled.length !== blocks.length || filled.some(({ length }, at) => length !== blocks[at]?.length)) {
    throw new Problem(`${name}: the blocks of the method differ from those of the labels`);
  }
  for (const [at, { label }] of blocks.entries()) counts.add(label, filled[at]?.kind === 'template', 1);
}
