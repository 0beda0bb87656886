/** A batch method at every batch size: its accuracy and its storage. */
import type { Baseline } from '../baselines/baseline.ts';
import { Counts } from '../evaluation/counts.ts';
import { mean } from '../evaluation/evaluate.ts';
import type { Point } from './curve.ts';
import { countByTexts, type LabelledPage } from './pages.ts';

/** Runs consecutive batches. An incomplete last batch is labelled, but does not count for the bytes of a batch. */
export function runBatches(pages: readonly LabelledPage[], baseline: Baseline, size: number): Point {
  const counts = new Counts();
  const batchBytes: number[] = [];
  const cacheBytes: number[] = [];
  for (let first = 0; first < pages.length; first += size) {
    const batch = pages.slice(first, first + size);
    baseline.fit(batch.map(({ tree }) => tree));
    let kept = 0;
    for (const page of batch) {
      kept += page.tree.bytes;
      cacheBytes.push(kept);
      countByTexts(counts, page, baseline.label(page.tree));
    }
    if (batch.length === size) batchBytes.push(kept);
  }
  const { precision, recall, f1 } = counts;
  return {
    ...{ setting: { pages: size }, precision, recall, f1 },
    ...{ bytes: mean(batchBytes), heldBytes: mean(cacheBytes) },
  };
}

/** Measured batch sizes: every size up to six, then steps of about a quarter, then all pages. */
export function batchSizes(pages: number): number[] {
  const sizes: number[] = [];
  for (let size = 2; size < pages; size += Math.max(1, Math.round(size / 4))) sizes.push(size);
  return [...sizes, pages];
}

export const batchCurve = (pages: readonly LabelledPage[], make: () => Baseline): Point[] =>
  batchSizes(pages.length).map((size) => runBatches(pages, make(), size));
