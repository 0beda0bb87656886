/** The incremental method at every setting of its lifetimes: its accuracy and the size of its table. */
import { Detector, type FingerprintBits } from 'refrain';
import { Counts } from '../evaluation/counts.ts';
import { mean } from '../evaluation/evaluate.ts';
import { BASE_LIFETIMES, LIFETIME_GROWTHS } from '../lifetimes/grid.ts';
import type { Lifetimes, Point } from './curve.ts';
import { countByBlocks, type LabelledPage } from './pages.ts';

/** Runs the package by its public API, with the other options of the paper. */
export async function runTable(
  pages: readonly LabelledPage[],
  { baseLifetime, lifetimeGrowth }: Lifetimes,
  fingerprintBits: FingerprintBits,
): Promise<Point> {
  const detector = await Detector.create({ preset: 'paper', baseLifetime, lifetimeGrowth, fingerprintBits });
  const counts = new Counts();
  const tableBytes: number[] = [];
  for (const page of pages) {
    const { blocks } = detector.learn(page.html);
    countByBlocks(counts, page, blocks);
    tableBytes.push(detector.stats.tableBytes);
  }
  const { precision, recall, f1 } = counts;
  const bytes = mean(tableBytes);
  return { setting: { baseLifetime, lifetimeGrowth }, precision, recall, f1, bytes, heldBytes: bytes };
}

/** Every setting of the grid. */
export async function tableCurve(pages: readonly LabelledPage[], bits: FingerprintBits): Promise<Point[]> {
  const curve: Point[] = [];
  for (const baseLifetime of BASE_LIFETIMES) {
    for (const lifetimeGrowth of LIFETIME_GROWTHS) {
      curve.push(await runTable(pages, { baseLifetime, lifetimeGrowth }, bits));
    }
  }
  return curve;
}
