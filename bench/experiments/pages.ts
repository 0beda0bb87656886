/** Labelled pages made ready to be judged many times: parsed once, their blocks laid out once. */
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
  /** Of the common list, in document order, the root's first; those without text left out. */
  readonly blocks: readonly LabelledBlock[];
}

export interface LabelledBlock {
  readonly label: Label;
  /** In code points. */
  readonly length: number;
  /** The page's texts that it has, by their place in document order, with their lengths. */
  readonly texts: readonly { readonly index: number; readonly length: number }[];
}

const decoder = new TextDecoder();

export function preparePage(source: string, name: string, url: string): LabelledPage {
  const html = withoutGold(source);
  const gold = readGold(source, name);
  const tree = readTree(html, url);
  const places = new Map(gold.segments.map((segment, index) => [segment, index]));
  if (
    gold.segments.length !== tree.texts.length ||
    gold.segments.some(({ text }, at) => text !== tree.texts[at]?.text)
  ) {
    throw new Problem(`${name}: its texts are not the same with and without the labels`);
  }
  const blocks = goldBlocks(gold, COMMON_SEPARATORS).map((segments) => ({
    label: isMostly(segments, ({ label }) => label === 'template') ? ('template' as const) : ('content' as const),
    length: segments.reduce((sum, { length }) => sum + length, 0),
    texts: segments.map((segment) => ({ index: places.get(segment) ?? 0, length: segment.length })),
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

/** Counts a page's blocks by what a method says of each of its texts, in document order. */
export function countByTexts(counts: Counts, { blocks }: LabelledPage, template: readonly boolean[]): void {
  for (const { label, texts } of blocks) {
    counts.add(
      label,
      isMostly(texts, ({ index }) => template[index] === true),
      1,
    );
  }
}

/** Counts a page's blocks by what a method with the same blocks says of each. */
export function countByBlocks(
  counts: Counts,
  { name, blocks }: LabelledPage,
  judged: readonly { readonly length: number; readonly kind: string }[],
): void {
  const filled = judged.filter(({ length }) => length > 0);
  if (filled.length !== blocks.length || filled.some(({ length }, at) => length !== blocks[at]?.length)) {
    throw new Problem(`${name}: the method's blocks are not those of the labels`);
  }
  for (const [at, { label }] of blocks.entries()) counts.add(label, filled[at]?.kind === 'template', 1);
}
