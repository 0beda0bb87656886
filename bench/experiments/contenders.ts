/** The methods whose storage is compared. */
import type { FingerprintBits } from 'refrain';
import type { Baseline } from '../baselines/baseline.ts';
import { STYLE_TREE, StyleTree } from '../baselines/style-tree.ts';
import { Counts } from '../evaluation/counts.ts';
import { methods } from '../methods/registry.ts';
import { countByTexts, type LabelledPage } from './pages.ts';

/** The batch methods of the paper, pagelets, and the labelling of Chakrabarti et al. */
export const BATCH_CONTENDERS = ['shingle', 'sst', 'pagelets-local', 'site-level'] as const;

export type BatchContender = (typeof BATCH_CONTENDERS)[number];

/** Fingerprint widths in bits; the entries have five, seven and twelve bytes. */
export const WIDTHS: readonly FingerprintBits[] = [23, 39, 64];

export const tableName = (bits: FingerprintBits): string => `refrain, ${bits} bits`;

const THRESHOLDS = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5];

/** The threshold with the best F1 on the given pages. Yi et al. set it for each site by hand. */
export function tuneThreshold(pages: readonly LabelledPage[]): number {
  const trees = pages.map(({ tree }) => tree);
  let best = { threshold: STYLE_TREE.threshold, f1: -1 };
  for (const threshold of THRESHOLDS) {
    const tree = new StyleTree({ ...STYLE_TREE, threshold });
    tree.fit(trees);
    const counts = new Counts();
    for (const page of pages) countByTexts(counts, page, tree.label(page.tree));
    if (counts.f1 > best.f1) best = { threshold, f1: counts.f1 };
  }
  return best.threshold;
}

/** A factory of the named method. A Site Style Tree gets the threshold that was tuned for the site. */
export function makerOf(name: BatchContender, threshold: number): () => Baseline {
  if (name === 'sst') return () => new StyleTree({ ...STYLE_TREE, threshold });
  const kind = methods[name];
  if (kind === undefined || !('batch' in kind)) throw new TypeError(`${name} is not a batch method`);
  return kind.batch;
}
