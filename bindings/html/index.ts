/**
 * Parses HTML to the tree of the WHATWG standard, and walks the tree with a cursor.
 *
 * @module refrain/html
 */

export type { Cursor } from './cursor.ts';
export type { Namespace } from './names.ts';
export type { FragmentOptions, ParserOptions } from './parser.ts';
export { HtmlParser } from './parser.ts';
export type { HtmlTree } from './tree.ts';
