/** Small arithmetic of figures. */

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** 0 of no values. */
export const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sumOf(values) / values.length);

/** The mean of the values that are known. */
export const meanOfKnown = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : mean(known);
};

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;
