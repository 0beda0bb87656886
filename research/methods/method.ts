import type { CreateOptions, ResolvedOptions } from 'refrain';
import type { SegmentVerdict } from '../evaluation/align.ts';

/** Size of the state of a method for one site, after a page. */
export interface TableFigures {
  /** Entries after the page was counted and before eviction: the s_i of AverageSize (Wang et al.). */
  readonly peak: number;
  /** Entries after eviction. */
  readonly entries: number;
  readonly bytes: number;
  /** Bytes of pages that are kept for a batch, in addition to the table. */
  readonly kept?: number;
}

/** A method on one site, which reads pages one by one. */
export interface Method {
  /** Elements whose blocks order its verdicts; empty for document order. */
  readonly separators: ReadonlySet<string>;
  /** Labels the page and counts it, with an id if provided. Its time is measured. */
  read(html: string, url: string, id?: string): void;
  /** Labels a page again that was counted with this id. Its time is measured. */
  label?(html: string, id: string): void;
  /** Verdicts on every text segment of the last page, block by block. */
  verdicts(): SegmentVerdict[];
  /** State after the last page. */
  table(): TableFigures;
}

/** A method that reads pages one by one, with one instance for each site. */
export interface StreamKind {
  readonly meaning: string;
  /** The preset of its options, if it has one. */
  readonly preset?: 'paper' | 'default';
  create(options: ResolvedOptions, create?: CreateOptions): Promise<Method>;
}

export interface PageSource {
  readonly html: string;
  readonly url: string;
}

/** A method on a batch of pages of a site. */
export interface BatchMethod {
  /** Elements whose blocks order its verdicts; empty for document order. */
  readonly separators: ReadonlySet<string>;
  /** Fits to a batch and forgets earlier batches. The times of `fit` and `label` are measured. */
  fit(batch: readonly PageSource[]): void | Promise<void>;
  /** Verdicts on every text segment of a page of the batch, by its index from 0, block by block. */
  label(page: number): SegmentVerdict[];
  /** State after `fit`. */
  table(): TableFigures;
}

/** A method that needs a batch of pages. */
export interface BatchKind {
  readonly meaning: string;
  batch(): BatchMethod | Promise<BatchMethod>;
}

/** A method that returns only the content of a page as text, independent of previous pages. */
export interface TextKind {
  readonly meaning: string;
  readonly givesText: true;
  create(options: ResolvedOptions, create?: CreateOptions): Promise<Extractor>;
}

export interface Extractor {
  extract(html: string, url: string): Promise<string>;
}

export type MethodKind = StreamKind | BatchKind | TextKind;

export const takesBatches = (kind: MethodKind): kind is BatchKind => 'batch' in kind;

/** True if the result for a page is independent of previous pages. */
export const readsPagesAlone = (kind: MethodKind): boolean => 'givesText' in kind;

/** The initial preset of a method's options. */
export const presetOf = (kind: MethodKind): 'paper' | 'default' => ('preset' in kind && kind.preset) || 'default';
