/** What the report says of the segments of a block, which may have hundreds of thousands. */

export interface SegmentFigures {
  readonly df: number;
  /** Number of the page on which it was last seen; 0: never, or evicted. */
  readonly lastPage: number;
}

/** In a data file: names would repeat for each of hundreds of blocks. */
export type PackedSegments = readonly [
  count: number,
  /** Segments with the DF of template. */
  template: number,
  leastDf: number,
  greatestDf: number,
  lastPage: number,
];

export function packSegments(segments: Iterable<SegmentFigures>, templateDf: number): PackedSegments {
  let [count, template, leastDf, greatestDf, latest] = [0, 0, Number.POSITIVE_INFINITY, 0, 0];
  for (const { df, lastPage } of segments) {
    count += 1;
    leastDf = Math.min(leastDf, df);
    greatestDf = Math.max(greatestDf, df);
    latest = Math.max(latest, lastPage);
    if (df >= templateDf) template += 1;
  }
  return [count, template, Math.min(leastDf, greatestDf), greatestDf, latest];
}
