/** A batch method at every size of batch: what it finds, and what has to be kept for it. */
import { type Baseline, DOCUMENT_ORDER, verdictsOf } from '../baselines/baseline.ts';
import { type PageTree, readTree } from '../baselines/document.ts';
import { type Selection, selectPages } from '../corpus/selection.ts';
import type { SiteSource } from '../corpus/sites.ts';
import { align } from '../evaluation/align.ts';
import { Counts, countBlocks } from '../evaluation/counts.ts';
import { mean } from '../evaluation/evaluate.ts';
import { checkLabelled, type GoldPage, readGold, withoutGold } from '../evaluation/gold.ts';
import { urlOf } from '../evaluation/judge.ts';

export interface BatchPage {
  /** Without the labels. */
  readonly html: string;
  readonly gold: GoldPage;
  readonly tree: PageTree;
}

/** Of the template, by blocks of the common list, over all pages. */
export interface Found {
  readonly precision: number;
  readonly recall: number;
}

export interface BatchFigures extends Found {
  readonly size: number;
  /** Bytes of a full batch of pages, mean: the storage of Wang et al., Table 1. */
  readonly batchBytes: number;
  /** Bytes of pages that are kept at a time, mean over pages: a batch fills up from nothing. */
  readonly cacheBytes: number;
  /** Most that the method made of a batch. */
  readonly modelBytes: number;
}

const decoder = new TextDecoder();

export async function readBatchPages(site: SiteSource, selection: Selection): Promise<BatchPage[]> {
  const pages = selectPages(await site.read(), selection).map((page) => {
    const source = decoder.decode(page.bytes);
    const html = withoutGold(source);
    const tree = readTree(html, urlOf(site.name, page));
    return { html, gold: readGold(source, `${site.name}/${page.name}`), tree };
  });
  const labelled = pages.some(({ gold }) => gold.labelled);
  checkLabelled(site.name, labelled);
  return pages;
}

/** Consecutive batches; the last, if it is not full, is labelled like the others and left out of the size of a batch. */
export function runBatches(pages: readonly BatchPage[], baseline: Baseline, size: number): BatchFigures {
  const counts = new Counts();
  const batchBytes: number[] = [];
  const cacheBytes: number[] = [];
  let modelBytes = 0;
  for (let first = 0; first < pages.length; first += size) {
    const batch = pages.slice(first, first + size);
    baseline.fit(batch.map(({ tree }) => tree));
    modelBytes = Math.max(modelBytes, baseline.bytes);
    let kept = 0;
    for (const { gold, tree } of batch) {
      kept += tree.bytes;
      cacheBytes.push(kept);
      countBlocks(counts, gold, align(gold, verdictsOf(tree, baseline.label(tree)), DOCUMENT_ORDER));
    }
    if (batch.length === size) batchBytes.push(kept);
  }
  const { precision, recall } = counts;
  return {
    ...{ size, precision, recall },
    ...{ batchBytes: mean(batchBytes), cacheBytes: mean(cacheBytes), modelBytes },
  };
}

/** Sizes that are tried: every one up to ten, then steps of about a sixth, then all pages. */
export function batchSizes(pages: number): number[] {
  const sizes: number[] = [];
  for (let size = 2; size < pages; size += Math.max(1, Math.round(size / 6))) sizes.push(size);
  return [...sizes, pages];
}

/** The smallest batch that reaches a recall, or undefined where none does. */
export function smallestBatch(
  pages: readonly BatchPage[],
  make: () => Baseline,
  recall: number,
): BatchFigures | undefined {
  for (const size of batchSizes(pages.length)) {
    const figures = runBatches(pages, make(), size);
    if (figures.recall >= recall) return figures;
  }
  return undefined;
}
