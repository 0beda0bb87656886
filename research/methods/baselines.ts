/** Baselines on trees of parse5 as methods on HTML. */
import { type Baseline, DOCUMENT_ORDER, type StreamBaseline, verdictsOf } from '../baselines/baseline.ts';
import { type PageTree, readTree } from '../baselines/document.ts';
import type { SegmentVerdict } from '../evaluation/align.ts';
import type { BatchMethod, Method } from './method.ts';

/** One that reads pages one by one. */
export async function streamed(baseline: StreamBaseline): Promise<Method> {
  let verdicts: SegmentVerdict[] = [];
  return {
    separators: DOCUMENT_ORDER,
    read: (html) => {
      const page = readTree(html);
      verdicts = verdictsOf(page, baseline.read(page));
    },
    verdicts: () => verdicts,
    table: () => ({ peak: baseline.entries, entries: baseline.entries, bytes: baseline.bytes }),
  };
}

/** One that keeps the pages of its batch. */
export function batched(baseline: Baseline): BatchMethod {
  let trees: readonly PageTree[] = [];
  return {
    separators: DOCUMENT_ORDER,
    fit: (batch) => {
      trees = batch.map(({ html }) => readTree(html));
      baseline.fit(trees);
    },
    label: (page) => {
      const tree = trees[page] as PageTree;
      return verdictsOf(tree, baseline.label(tree));
    },
    table: () => {
      const { entries, bytes } = baseline;
      return { peak: entries, entries, bytes, kept: trees.reduce((sum, tree) => sum + tree.bytes, 0) };
    },
  };
}
