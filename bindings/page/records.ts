/** Pages, blocks and segments as plain data, which outlives the views. */

/** Verdict on a block. */
export type BlockKind = 'template' | 'content';

/** A part of a page: the blocks of one kind, or all blocks. */
export type Part = BlockKind | 'all';

/** A segment as plain data; the members are those of `Segment`. */
export interface SegmentRecord {
  text: string;
  df: number;
  lastPage: number;
  length: number;
  path: string;
  start: number | null;
  end: number | null;
  template: boolean;
}

/** A block as plain data; the members are those of `Block`. */
export interface BlockRecord {
  kind: BlockKind;
  /** Present where a template block is kept. */
  kept?: true;
  ratio: number;
  /** Present where a model decides. */
  score?: number;
  length: number;
  templateLength: number;
  path: string;
  start: number | null;
  end: number | null;
  text: string;
}

/** A page as plain data. */
export interface PageRecord {
  page: number;
  counted: boolean;
  blocks: BlockRecord[];
  content: string;
}
