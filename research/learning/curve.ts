/** Learning curves: means over sites and orders. */
import { mean } from '../../bench/figures.ts';
import { RANGES, type Range } from './ranges.ts';
import type { Mark } from './site.ts';

export interface Point extends Range {
  /** Sites with a page in the range. */
  readonly sites: number;
  /** Mean over the orders of the mean over the sites. */
  readonly f1: number;
  /** Standard deviation between the orders. 0 for one order. */
  readonly spread: number;
  /** The same less the F1 of these pages, each read as the first page of its site. For methods with verdicts only. */
  readonly gain?: number;
  readonly worst: { readonly site: string; readonly f1: number };
}

/** The curve of one method, with a point for each range that has pages. */
export function curveOf(marks: readonly Mark[], method: string): Point[] {
  return RANGES.flatMap(({ from, to }, range) => {
    const own = marks.filter((mark) => mark.method === method && mark.range === range);
    if (own.length === 0) return [];
    const orders = groupMeans(own, ({ seed }) => String(seed), f1Of);
    const sites = groupMeans(own, ({ site }) => site, f1Of);
    const gains = groupMeans(
      own,
      ({ seed }) => String(seed),
      ({ gain }) => gain,
    );
    const [worst] = [...sites].sort(([, one], [, other]) => one - other);
    const means = [...orders.values()];
    return [
      {
        ...{ from, to, sites: sites.size, f1: mean(means), spread: deviation(means) },
        ...(gains.size > 0 && { gain: mean([...gains.values()]) }),
        worst: { site: worst?.[0] ?? '', f1: worst?.[1] ?? 0 },
      },
    ];
  });
}

const f1Of = ({ f1 }: Mark): number => f1;

/** Means of the marks that have the figure, by group. */
function groupMeans(
  marks: readonly Mark[],
  key: (mark: Mark) => string,
  figure: (mark: Mark) => number | undefined,
): Map<string, number> {
  const groups = new Map<string, number[]>();
  for (const mark of marks) {
    const value = figure(mark);
    if (value === undefined) continue;
    const group = key(mark);
    groups.set(group, [...(groups.get(group) ?? []), value]);
  }
  return new Map([...groups].map(([group, values]) => [group, mean(values)]));
}

/** Standard deviation of a sample. */
function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}
