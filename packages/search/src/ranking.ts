/** The weight of a term of a query for a page (Chen, Ye and Li, SAC 2006, section 4). */

export interface TermFigures {
  /** Occurrences of the term on the page. */
  readonly tf: number;
  /** Occurrences of the term in the query. */
  readonly queryTf: number;
  /** Pages that have the term. */
  readonly df: number;
  /** Pages of the index. */
  readonly pages: number;
  /** Words of the page. */
  readonly length: number;
  /** Mean of `length` over all pages. */
  readonly averageLength: number;
  /** Mean occurrences of the different words of the page. */
  readonly averageTf: number;
}

/** Okapi BM25, or TF–IDF with pivoted document length. */
export type Ranking = 'bm25' | 'pivoted';

/** k1 = 2, b = 0.75. A term on more than half of the pages has weight 0, because the formula would be negative. */
function bm25({ tf, queryTf, df, pages, length, averageLength }: TermFigures): number {
  const idf = Math.max(0, Math.log((pages - df + 0.5) / (df + 0.5)));
  return ((3 * tf) / (0.5 + 1.5 * (length / averageLength) + tf)) * idf * queryTf;
}

/** TF–IDF with pivoted normalisation of the length, slope 0.2. */
function pivoted({ tf, queryTf, df, pages, length, averageLength, averageTf }: TermFigures): number {
  const weight = (1 + Math.log(tf)) / (1 + Math.log(averageTf));
  return (weight * Math.log((pages + 1) / df) * queryTf) / (0.8 + 0.2 * (length / averageLength));
}

export const rankings: Readonly<Record<Ranking, (figures: TermFigures) => number>> = { bm25, pivoted };
