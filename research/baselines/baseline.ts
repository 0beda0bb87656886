import type { SegmentVerdict } from '../evaluation/align.ts';
import type { BatchMethod, Method } from '../methods/method.ts';
import { type PageTree, readTree } from './document.ts';

/** A published method that needs a batch: it fits to pages of a site, then labels texts. */
export interface Baseline {
  fit(batch: readonly PageTree[]): void;
  /** Verdicts on the texts of a page in document order: true if a text is template. */
  label(page: PageTree): boolean[];
  /** Size of its state between `fit` and `label`, without the pages. */
  readonly entries: number;
  readonly bytes: number;
}

/** A method without batches. */
export interface StreamBaseline {
  read(page: PageTree): boolean[];
  readonly entries: number;
  readonly bytes: number;
}

const verdictsOf = ({ texts }: PageTree, template: readonly boolean[]): SegmentVerdict[] =>
  texts.map(({ text, index }) => ({ text, template: template[index] === true }));

export const DOCUMENT_ORDER: ReadonlySet<string> = new Set();

export async function methodOfStream(baseline: StreamBaseline): Promise<Method> {
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
