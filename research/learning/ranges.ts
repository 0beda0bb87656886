/** Ranges of page numbers of a site, by which a learning curve is divided. Early pages, where most is learned, have ranges of their own. */
export interface Range {
  readonly from: number;
  /** The last page in it. */
  readonly to: number;
}

const ENDS = [1, 2, 5, 10, 20, 50, 100, 200, 400];

export const RANGES: readonly Range[] = [...ENDS, Number.POSITIVE_INFINITY].map((to, at) => ({
  from: (ENDS[at - 1] ?? 0) + 1,
  to,
}));

/** Index of the range of a page, which is counted from 1. */
export const rangeOf = (page: number): number => RANGES.findIndex(({ to }) => page <= to);

export function nameOf({ from, to }: Range): string {
  if (to === Number.POSITIVE_INFINITY) return `from ${from}`;
  return from === to ? `${from}` : `${from} to ${to}`;
}
