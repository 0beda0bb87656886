import type { CreateOptions, ResolvedOptions } from 'refrain';
import type { Baseline } from '../baselines/baseline.ts';
import type { SegmentVerdict } from '../evaluation/align.ts';

/** What a method holds of a site after a page. */
export interface TableFigures {
  /** Entries when the page was in and nothing forgotten yet: the s_i of Wang's AverageSize. */
  readonly peak: number;
  /** Entries when the page was done. */
  readonly entries: number;
  readonly bytes: number;
  /** Bytes of pages that are kept until there is a batch of them, beside the table. */
  readonly kept?: number;
}

/** A method at work on one site, given its pages one by one. */
export interface Method {
  /** Elements whose blocks its verdicts come by; empty where they come in document order. */
  readonly separators: ReadonlySet<string>;
  /** Labels the page and learns it: the work that is timed. */
  read(html: string, url: string): void;
  /** Of every text segment of the page read last, block by block. */
  verdicts(): SegmentVerdict[];
  /** After the page read last. */
  table(): TableFigures;
}

/** A method by name that takes pages one by one; each site gets its own. */
export interface StreamKind {
  readonly meaning: string;
  /** Where its options start from; undefined where it has none. */
  readonly preset: 'paper' | 'default' | undefined;
  create(options: ResolvedOptions, create?: CreateOptions): Promise<Method>;
}

/** A method by name that keeps pages until it has a batch of them, and then looks at all. */
export interface BatchKind {
  readonly meaning: string;
  readonly preset: undefined;
  batch(): Baseline;
}

/** A method at work on a batch of a site's pages, which it reads itself. */
export interface BatchMethod {
  /** Elements whose blocks its verdicts come by; empty where they come in document order. */
  readonly separators: ReadonlySet<string>;
  /** Learns from a batch, and forgets what it knew. This and `label` is the work that is timed. */
  fit(batch: readonly PageSource[]): Promise<void>;
  /** Judges a page of the batch, which is counted from 0. */
  label(page: number): void;
  /** Of every text segment of the page labelled last, block by block. */
  verdicts(): SegmentVerdict[];
  /** When the batch is in. */
  table(): TableFigures;
}

export interface PageSource {
  readonly html: string;
  readonly url: string;
}

/** A batch method by name that takes sources where others take trees. */
export interface SourceBatchKind {
  readonly meaning: string;
  readonly preset: undefined;
  fromSources(): Promise<BatchMethod>;
}

/** A method that gives a page's content as text and says nothing of what it left out; it knows no page but that in hand. */
export interface TextKind {
  readonly meaning: string;
  readonly preset: undefined;
  create(options: ResolvedOptions, create?: CreateOptions): Promise<Extractor>;
  readonly givesText: true;
}

export interface Extractor {
  extract(html: string, url: string): Promise<string>;
}

export type MethodKind = StreamKind | BatchKind | SourceBatchKind | TextKind;

export const takesBatches = (kind: MethodKind): kind is BatchKind | SourceBatchKind =>
  'batch' in kind || 'fromSources' in kind;
