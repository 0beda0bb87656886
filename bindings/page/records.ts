/** Pages, blocks and segments as plain data, which outlives the views. */

/** Verdict on a block. */
export type BlockKind = 'template' | 'content';

/** A part of a page: the blocks of one kind, the main content, the comments of readers below it, or all blocks. */
export type Part = BlockKind | 'main' | 'comments' | 'all';

/** What kind of page it is. */
export type PageKind =
  | 'article'
  | 'documentation'
  | 'forum'
  | 'product'
  | 'listing'
  | 'collection'
  | 'service'
  | 'home';

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
  /** Present where a model decides. */
  main?: boolean;
  /** Present where a model decides. */
  mainScore?: number;
  /** Present where the block is one of the comments. */
  comments?: true;
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
  /** Present where it is known. */
  kind?: PageKind;
  /** Present where the kind is known. */
  kindConfidence?: number;
  blocks: BlockRecord[];
  content: string;
}
