/** The trend of numbers over time. */

export interface Trend {
  readonly mean: number;
  readonly most: number;
  /** Growth of a line through the numbers, from the first to the last, as a share of their mean. */
  readonly gain: number;
}

/**
 * The trend of equidistant samples: the median of the slopes of all pairs (Theil and Sen). Single outliers, such as a late
 * garbage collection, do not change it.
 */
export function trendOf(values: readonly number[]): Trend {
  const slopes: number[] = [];
  for (const [at, value] of values.entries()) {
    for (let later = at + 1; later < values.length; later += 1) {
      slopes.push(((values[later] ?? 0) - value) / (later - at));
    }
  }
  slopes.sort((one, other) => one - other);
  const slope = slopes[slopes.length >> 1] ?? 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return { mean, most: Math.max(...values), gain: (slope * (values.length - 1)) / mean };
}
