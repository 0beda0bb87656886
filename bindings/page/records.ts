/** Verdicts, parts and kinds of pages. */

/** Verdict on a block. Every block of a page has one: those without text are not listed. */
export type Verdict = 'template' | 'content';

export const PARTS = ['main', 'main+comments', 'content', 'comments', 'template', 'all'] as const;
/**
 * A part of a page: the main content, with the comments of readers or without; the blocks of one verdict; the comments; or all blocks.
 * Default of all calls: the main content, or the content if no model decides.
 */
export type Part = (typeof PARTS)[number];

/** In the order of their codes, from 1. */
export const KINDS = [
  ...(['article', 'documentation', 'forum', 'product', 'listing', 'collection', 'service', 'home'] as const),
] as const;
/** What kind of page it is. */
export type PageKind = (typeof KINDS)[number];
