import type { SegmentVerdict } from '../evaluation/align.ts';
import type { PageTree } from './document.ts';

/** A method that looks at a batch of a site's pages and then says what on them is template. */
export interface Baseline {
  /** Learns from a batch, and forgets what it knew. */
  fit(batch: readonly PageTree[]): void;
  /** Of every text of a page, in document order: whether it is template. The page may be one of the batch. */
  label(page: PageTree): boolean[];
  /** What it holds between `fit` and `label`, beside the pages themselves. */
  readonly entries: number;
  readonly bytes: number;
}

/** A method that reads pages one by one and keeps no batch. */
export interface StreamBaseline {
  /** Labels a page's texts, in document order, and learns the page. */
  read(page: PageTree): boolean[];
  readonly entries: number;
  readonly bytes: number;
}

/** What a baseline said of a page's texts, as all methods say it: in document order. */
export const verdictsOf = ({ texts }: PageTree, template: readonly boolean[]): SegmentVerdict[] =>
  texts.map(({ text, index }) => ({ text, template: template[index] === true }));

/** The separators of such verdicts: none. */
export const DOCUMENT_ORDER: ReadonlySet<string> = new Set();
