import type { SegmentVerdict } from '../evaluation/align.ts';
import type { PageTree } from './document.ts';

/** A method that fits to a batch of pages of a site and then labels their texts. */
export interface Baseline {
  /** Fits to a batch and forgets earlier batches. */
  fit(batch: readonly PageTree[]): void;
  /** For every text of a page, in document order, whether it is template. The page may be one of the batch. */
  label(page: PageTree): boolean[];
  /** Size of its state between `fit` and `label`, without the pages. */
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

/** Verdicts of a baseline in the form of all methods, in document order. */
export const verdictsOf = ({ texts }: PageTree, template: readonly boolean[]): SegmentVerdict[] =>
  texts.map(({ text, index }) => ({ text, template: template[index] === true }));

/** The separators of verdicts in document order: none. */
export const DOCUMENT_ORDER: ReadonlySet<string> = new Set();
