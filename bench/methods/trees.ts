import { type Baseline, DOCUMENT_ORDER, verdictsOf } from '../baselines/baseline.ts';
import { type PageTree, readTree } from '../baselines/document.ts';
import type { SegmentVerdict } from '../evaluation/align.ts';
import type { BatchMethod } from './method.ts';

/** Adapts a baseline on trees to a batch method on HTML, which keeps the pages of its batch. */
export function onTrees(baseline: Baseline): BatchMethod {
  let trees: readonly PageTree[] = [];
  let labelled: { readonly tree: PageTree; readonly template: readonly boolean[] } | undefined;
  return {
    separators: DOCUMENT_ORDER,
    fit: async (batch) => {
      trees = batch.map(({ html, url }) => readTree(html, url));
      baseline.fit(trees);
    },
    label: (page) => {
      const tree = trees[page];
      if (tree === undefined) throw new RangeError(`the batch has no page ${page}`);
      labelled = { tree, template: baseline.label(tree) };
    },
    verdicts: (): SegmentVerdict[] => (labelled === undefined ? [] : verdictsOf(labelled.tree, labelled.template)),
    table: () => {
      const { entries, bytes } = baseline;
      return { peak: entries, entries, bytes, kept: trees.reduce((sum, tree) => sum + tree.bytes, 0) };
    },
  };
}
