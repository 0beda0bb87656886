/** Figures of the segments of a block. */
import type { SegmentData } from './page-data.ts';

export interface SegmentSummary {
  readonly leastDf: number;
  readonly greatestDf: number;
  /** Page on which a segment was last seen; 0 where none was seen before, or all were evicted. */
  readonly lastPage: number;
  /** Segments with a DF of at least `templateDf`. */
  readonly template: number;
}

/** In one loop: `Math.max(...values)` fails for blocks with hundreds of thousands of segments. */
export function summariseSegments(segments: readonly SegmentData[], templateDf: number): SegmentSummary {
  let [leastDf, greatestDf, latest, template] = [Number.POSITIVE_INFINITY, 0, 0, 0];
  for (const [df, lastPage] of segments) {
    leastDf = Math.min(leastDf, df);
    greatestDf = Math.max(greatestDf, df);
    latest = Math.max(latest, lastPage);
    if (df >= templateDf) template += 1;
  }
  return { leastDf: Math.min(leastDf, greatestDf), greatestDf, lastPage: latest, template };
}
