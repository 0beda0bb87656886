import type { CreateOptions, ResolvedOptions } from 'refrain';
import type { SegmentVerdict } from '../evaluation/align.ts';

/** State of a method for one site, after a page. */
export interface TableFigures {
  /** Entries after counting and before eviction: the s_i of AverageSize (Wang et al.). */
  readonly peak: number;
  readonly entries: number;
  readonly bytes: number;
  /** Bytes of kept pages of a batch, in addition to the table. */
  readonly kept?: number;
}

export interface Method {
  /** Elements that divide a page into blocks, by which verdicts are ordered; empty for document order. */
  readonly separators: ReadonlySet<string>;
  /** Labels and counts the page, with an id if provided. This call is timed. */
  read(html: string, url: string, id?: string): void;
  /** Labels the page again that was counted with this id. This call is timed. */
  label?(html: string, id: string): void;
  /** Verdicts on every text segment of the last page, block by block. */
  verdicts(): SegmentVerdict[];
  table(): TableFigures;
}

export interface StreamKind {
  readonly meaning: string;
  readonly preset?: 'paper' | 'default';
  create(options: ResolvedOptions, create?: CreateOptions): Promise<Method>;
}

export interface PageSource {
  readonly html: string;
  readonly url: string;
}

/** A method on a batch of pages of a site. */
export interface BatchMethod {
  readonly separators: ReadonlySet<string>;
  /** Fits to a batch, and forgets earlier ones. `fit` and `label` are timed. */
  fit(batch: readonly PageSource[]): void | Promise<void>;
  /** Verdicts on every text segment of a page, by its index in the batch from 0, block by block. */
  label(page: number): SegmentVerdict[];
  table(): TableFigures;
}

export interface BatchKind {
  readonly meaning: string;
  batch(): BatchMethod | Promise<BatchMethod>;
}

/** A method that returns only the content of a page as text, independent of other pages. */
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

export const readsPagesAlone = (kind: MethodKind): boolean => 'givesText' in kind;

export const presetOf = (kind: MethodKind): 'paper' | 'default' => ('preset' in kind && kind.preset) || 'default';
