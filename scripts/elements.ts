/**
 * Properties of elements. elements.txt has a row for each element. scripts/generate-names.ts writes the tables of
 * assembly/ from both files.
 */
import { readFileSync } from 'node:fs';

/** Classes of the standard: sections "The stack of open elements" and "Closing elements that have implied end tags". */
export const CLASSES = {
  special: 'The special category.',
  scope: 'Bounds every scope except the table scope.',
  'list-scope': 'Bounds the list item scope too.',
  'button-scope': 'Bounds the button scope too.',
  'table-scope': 'Bounds the table scope.',
  'table-structure': 'Content that is not allowed here is foster-parented.',
  implied: 'Generate implied end tags.',
  'implied-thoroughly': 'Generate all implied end tags thoroughly.',
  heading: 'H1 to h6.',
  formatting: 'The formatting category.',
  template: 'Insertion goes to the template contents.',
  'transparent-to-items': 'Special, but skipped in the search for a list item to close.',
  'html-integration': 'An HTML integration point (foreign elements only).',
  'text-integration': 'A MathML text integration point (foreign elements only).',
  breakout: 'A start tag that ends foreign content; section "The rules for parsing tokens in foreign content".',
} as const;

/** Effects of start tags in the "in body" insertion mode. */
export const STARTS = `
ordinary block heading preformatted form list-item description plaintext button anchor formatting nobr marked table void
input parameter rule image textarea xmp iframe noembed noscript select option option-group ruby-base ruby-text math svg
head-content html body frameset table-part ignored
`;

/**
 * Effects of end tags in this mode. The first four groups, and `formatting`, close the current node if it has the same
 * name.
 */
export const ENDS = `
ordinary block heading excepted formatting form marked break body html template table-part
`;

/** Roles in the writer of Markdown. `inline` and `block` are not specific. */
export const ROLES = {
  inline: 'Part of a line, without a meaning of its own.',
  block: 'Ends the line before it and after it.',
  strong: '',
  emphasis: '',
  deleted: '',
  subscript: '',
  superscript: '',
  code: '',
  quotation: '',
  link: '',
  image: '',
  break: '',
  rule: '',
  heading: '',
  list: '',
  item: '',
  quote: '',
  'code-block': '',
  table: '',
  row: '',
  cell: '',
  term: '',
  input: '',
  'ruby-text': '',
  math: '',
  nothing: 'Has no text and does not break a line.',
} as const;

/**
 * Traits that are evidence for a block that is the element or inside it. Both models use the first fifteen as features.
 */
export const EVIDENCE = `
in-list in-table in-nav in-header in-footer in-aside in-main in-article in-form in-pre
is-heading is-paragraph is-item is-division is-cell in-figure in-caption in-quote is-term
`;

export const TRAITS = {
  separator: 'Opens a block; which elements do is an option.',
  ignored: 'Has no text of the page below it.',
  inline: 'Stands in a line of text without breaking it.',
  apart: 'Stands in a line of text, and apart from the words beside it.',
  lines: 'Keeps the lines and the white space of its text.',
  unseen:
    'Has no text that a reader sees: controls, drawings, what stands in for media, and what is no content at all.',
  'left-out': 'Is left out of a clean document with all that is in it, unless text of it stays, and it is renamed.',
  renamed: 'Acts, and stands in a clean document under another name, without attributes.',
  void: 'Has no end tag in a clean document.',
  shown: 'Is seen by a reader even where it has no text.',
  empty: 'Stands in a clean document where it is empty, too: other cells would move.',
  preformatted: 'Keeps the lines of its text in a clean document.',
  container: 'Contains other blocks. A paragraph or a cell that is named as comments is not a list of comments.',
} as const;

/**
 * Rows of names, classes, effects of tags, role and traits. Names are numbered from 1 in this order; similar neighbours
 * share a row.
 */
export const ELEMENTS = readFileSync(new URL('elements.txt', import.meta.url), 'utf8');
