/** Where the one right page stands among the results of each query; undefined where it is not among them. */
export type Ranks = readonly (number | undefined)[];

/** Results that somebody looks at. */
export const TOP = 10;

export interface RankFigures {
  readonly queries: number;
  /** Mean reciprocal rank: 1 where the page is always first, and 0 for a query that does not find it. */
  readonly mrr: number;
  /**
   * Share of the queries whose page is among the first ten. With one relevant page a query this is what Chen et al. give
   * for their experiment too: the mean number of relevant results among the first ten.
   */
  readonly hits: number;
}

export function figuresOf(ranks: Ranks): RankFigures {
  const { length: queries } = ranks;
  const share = (sum: number): number => (queries === 0 ? 0 : sum / queries);
  return {
    queries,
    mrr: share(ranks.reduce<number>((sum, rank) => sum + (rank === undefined ? 0 : 1 / rank), 0)),
    hits: share(ranks.filter((rank) => rank !== undefined && rank <= TOP).length),
  };
}

/** Queries whose page stands further up than it did before, and further down. */
export function movesOf(before: Ranks, after: Ranks): { readonly better: number; readonly worse: number } {
  const place = (rank: number | undefined): number => rank ?? Number.POSITIVE_INFINITY;
  const count = (isMove: (was: number, is: number) => boolean): number =>
    after.filter((rank, at) => isMove(place(before[at]), place(rank))).length;
  return { better: count((was, is) => is < was), worse: count((was, is) => is > was) };
}
