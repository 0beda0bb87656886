/** Pages, blocks and segments as plain data, which outlives the views. */

/** Verdict on a block. Every block of a page has one: those without text are not listed. */
export type Verdict = 'template' | 'content';

/**
 * A part of a page: the main content, with the comments of readers or without; the blocks of one verdict; the comments; or all blocks.
 * Where a call names none, it is the main content, or the content where no model decides.
 */
export type Part = 'main' | 'main+comments' | 'content' | 'comments' | 'template' | 'all';
export const PARTS = [
  'main',
  'main+comments',
  'content',
  'comments',
  'template',
  'all',
] as const satisfies readonly Part[];

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
/** In the order of their codes, from 1. */
export const KINDS: readonly PageKind[] = [
  'article',
  'documentation',
  'forum',
  'product',
  'listing',
  'collection',
  'service',
  'home',
];

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
  verdict: Verdict;
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
