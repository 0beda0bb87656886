/** Rank of the relevant page for each query, from 1; undefined where the results do not have it. */
export type Ranks = readonly (number | undefined)[];

/** Results on the first page of a search engine. */
export const TOP = 10;

export interface RankFigures {
  readonly queries: number;
  /** Mean reciprocal rank: a query whose page is first counts 1, a query that does not find its page counts 0. */
  readonly mrr: number;
  /**
   * Share of the queries whose page is among the first ten. Each query has one relevant page, so this is the mean number of
   * relevant results among the first ten, which Chen et al. report.
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

/** Queries whose page ranks higher than before, and lower. */
export function movesOf(before: Ranks, after: Ranks): { readonly better: number; readonly worse: number } {
  const rankOf = (rank: number | undefined): number => rank ?? Number.POSITIVE_INFINITY;
  const count = (isMove: (was: number, is: number) => boolean): number =>
    after.filter((rank, at) => isMove(rankOf(before[at]), rankOf(rank))).length;
  return { better: count((was, is) => is < was), worse: count((was, is) => is > was) };
}
