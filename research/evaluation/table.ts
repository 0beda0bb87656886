/** Scores of methods on the same pages: all pages of a set, each kind, each language, early and late pages. */
import { formatTable } from '../../bench/report.ts';
import type { PageScore } from './texts.ts';

/** A mean, and half the width of its 95 % confidence interval for two or more sites. */
export interface Estimate {
  readonly mean: number;
  readonly interval: number | undefined;
}

interface Cells {
  readonly f1: Estimate;
  readonly precision: number;
  readonly recall: number;
  /** F1 if each page is read as the first of its site; only for methods that depend on previous pages. */
  readonly first?: Estimate;
  /** `f1` minus `first`. */
  readonly gain?: Estimate;
  /** The sixth and later pages of their sites. */
  readonly late?: { readonly pages: number; readonly f1: Estimate; readonly gain: Estimate };
}

export interface Row {
  readonly set: string;
  readonly group: string;
  readonly pages: number;
  readonly sites: number;
  readonly cells: readonly Cells[];
}

export interface MethodScores {
  readonly name: string;
  /** True if results depend on previous pages. */
  readonly learns: boolean;
  readonly scores: readonly PageScore[];
}

const LATE = 6;
/** Rows by position of the page in its site: first position of each row. */
const RANGES = [1, 2, LATE, 21, 101];
const MIN_PAGES = 5;

function groupBy<T>(all: readonly T[], of: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(of(one), [...(groups.get(of(one)) ?? []), one]);
  return groups;
}

/**
 * The mean over pages; or the mean over sites of the means of their pages. The interval is computed from sites, because
 * pages of a site are correlated.
 */
export function estimate(
  scores: readonly PageScore[],
  figure: (score: PageScore) => number,
  isBySite = false,
): Estimate {
  const sites = [...groupBy(scores, ({ site }) => site).values()];
  const sums = sites.map((own) => {
    const weight = isBySite ? 1 / own.length / sites.length : 1 / scores.length;
    return { sum: own.reduce((sum, score) => sum + weight * figure(score), 0), weight: weight * own.length };
  });
  const mean = sums.reduce((all, { sum }) => all + sum, 0);
  const squares = sums.reduce((all, { sum, weight }) => all + (sum - weight * mean) ** 2, 0);
  const count = sites.length;
  return { mean, interval: count < 2 ? undefined : 1.96 * Math.sqrt((squares * count) / (count - 1)) };
}

const firstOf = ({ first, f1 }: PageScore): number => first ?? f1;
const gainOf = (score: PageScore): number => score.f1 - firstOf(score);

function cellsOf(scores: readonly PageScore[], learns: boolean, isBySite: boolean): Cells {
  const of = (figure: (score: PageScore) => number): Estimate => estimate(scores, figure, isBySite);
  const cells = {
    f1: of(({ f1 }) => f1),
    precision: of(({ precision }) => precision).mean,
    recall: of(({ recall }) => recall).mean,
  };
  if (!learns) return cells;
  const late = scores.filter(({ number }) => number >= LATE);
  return {
    ...{ ...cells, first: of(firstOf), gain: of(gainOf) },
    ...(late.length > 0 && {
      late: {
        pages: late.length,
        f1: estimate(late, ({ f1 }) => f1, isBySite),
        gain: estimate(late, gainOf, isBySite),
      },
    }),
  };
}

/** The rows of a set. Every method has a score for every page, in the same order. */
export function rowsOf(set: string, methods: readonly MethodScores[]): Row[] {
  const pages = methods[0]?.scores ?? [];
  const rows: Row[] = [];
  const add = (group: string, isIn: (page: PageScore) => boolean, isBySite = false): void => {
    const own = pages.filter(isIn);
    if (own.length === 0) return;
    const cells = methods.map(({ learns, scores }) => cellsOf(scores.filter(isIn), learns, isBySite));
    rows.push({ set, group, pages: own.length, sites: groupBy(own, ({ site }) => site).size, cells });
  };
  const addEach = (of: (page: PageScore) => string, minPages: number): void => {
    const groups = groupBy(pages, of);
    if (groups.size < 2) return;
    const hasRow = (page: PageScore): boolean => (groups.get(of(page))?.length ?? 0) >= minPages;
    for (const name of [...groups.keys()].sort()) add(name, (page) => of(page) === name && hasRow(page));
    add('other', (page) => !hasRow(page));
    if (groups.has('English')) add('all but English', (page) => of(page) !== 'English');
  };
  add('all', () => true);
  add('mean of sites', () => true, true);
  addEach(({ kind }) => kind ?? 'other', 1);
  addEach(({ language }) => language, MIN_PAGES);
  if (pages.some(({ number }) => number >= LATE)) {
    for (const [at, from] of RANGES.entries()) {
      const to = (RANGES[at + 1] ?? Number.POSITIVE_INFINITY) - 1;
      const name =
        from === to ? `page ${from}` : to === Number.POSITIVE_INFINITY ? `pages ${from} on` : `pages ${from} to ${to}`;
      add(name, ({ number }) => from <= number && number <= to);
    }
  }
  return rows;
}

const three = (value: number): string =>
  value
    .toFixed(3)
    .replace(/^(-?)0\./, '$1.')
    .replace('-', '−');

const withInterval = (estimated: Estimate | undefined): string => {
  if (estimated === undefined) return '';
  const { mean, interval } = estimated;
  return interval === undefined ? three(mean) : `${three(mean)} ± ${three(interval)}`;
};

const signed = (estimated: Estimate | undefined): string =>
  estimated === undefined ? '' : `${estimated.mean >= 0.0005 ? '+' : ''}${withInterval(estimated)}`;

/** A Markdown table: one column for a method that reads pages independently, seven for one that learns. */
export function formatRows(rows: readonly Row[], methods: readonly Pick<MethodScores, 'name' | 'learns'>[]): string {
  const head = methods.flatMap(({ name, learns }) =>
    learns
      ? [`${name}: first page`, 'learned', 'precision', 'recall', 'less first', 'pages 6 on', 'less first']
      : [name],
  );
  const lines = rows.map(({ set, group, pages, sites, cells }) => [
    ...[group === 'all' ? `**${set}**` : `– ${group}`, String(pages), String(sites)],
    ...cells.flatMap(({ f1, precision, recall, first, gain, late }, at) =>
      methods[at]?.learns
        ? [
            ...[withInterval(first), withInterval(f1), three(precision), three(recall), signed(gain)],
            ...[late === undefined ? '' : `${withInterval(late.f1)} (${late.pages})`, signed(late?.gain)],
          ]
        : [withInterval(f1)],
    ),
  ]);
  return formatTable(['word F1', 'pages', 'sites', ...head], lines, 'markdown');
}
