/** How much a term of a query says for a page (Chen, Ye and Li, SAC 2006, section 4). */

/** What is known of one term and one page. */
export interface TermFigures {
  /** How often the page has it, and the query. */
  readonly tf: number;
  readonly queryTf: number;
  /** Pages that have it, of how many. */
  readonly df: number;
  readonly pages: number;
  /** Words of the page, and of a page on average. */
  readonly length: number;
  readonly averageLength: number;
  /** How often the page has one of its words, on average. */
  readonly averageTf: number;
}

/** Okapi BM25, or TF–IDF with pivoted document length. */
export type Ranking = 'bm25' | 'pivoted';

/** k1 = 2, b = .75; what most pages have says nothing, where the formula would have it speak against a page. */
function bm25({ tf, queryTf, df, pages, length, averageLength }: TermFigures): number {
  const idf = Math.max(0, Math.log((pages - df + 0.5) / (df + 0.5)));
  return ((3 * tf) / (0.5 + 1.5 * (length / averageLength) + tf)) * idf * queryTf;
}

/** Pivoted normalisation of the length, slope .2. */
function pivoted({ tf, queryTf, df, pages, length, averageLength, averageTf }: TermFigures): number {
  const weight = (1 + Math.log(tf)) / (1 + Math.log(averageTf));
  return (weight * Math.log((pages + 1) / df) * queryTf) / (0.8 + 0.2 * (length / averageLength));
}

export const rankings: Readonly<Record<Ranking, (figures: TermFigures) => number>> = { bm25, pivoted };
