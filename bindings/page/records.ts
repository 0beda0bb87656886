/** Verdicts, parts and kinds of pages. */

/** Verdict on a block. Blocks without text are not listed. */
export type Verdict = 'template' | 'content';

export const PARTS = ['main', 'main+comments', 'content', 'comments', 'template', 'all'] as const;
/**
 * A part of a page: main content, with or without the comments of readers; the blocks with one verdict; the comments; or all blocks.
 * Default of all calls: main content, or content if no model decides.
 */
export type Part = (typeof PARTS)[number];

/** Kinds in the order of their codes, from 1. */
export const KINDS = [
  ...(['article', 'documentation', 'forum', 'product', 'listing', 'collection', 'service', 'home'] as const),
] as const;
/** Kind of a page. */
export type PageKind = (typeof KINDS)[number];
