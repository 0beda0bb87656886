/**
 * What a spreadsheet would compute, in a cell of a table: a text that begins with a sign of formulas. A spreadsheet may take another mark
 * for the separator than the table has, and then quotes end no cell: a sign behind such a mark, or at the beginning of a line, begins one
 * too. See the advice of OWASP on CSV injection.
 */

/** White space, quotes and invisible characters before a sign; some programs leave them out. */
const PASSED = String.raw`\s\p{Cc}\p{Cf}"`;
/** Marks that separate cells, beside the comma, in which quotes do their work; and ends of lines. */
const MARKS = String.raw`;|\t\n\v\f\r\u0085\u2028\u2029`;
/** The signs, in the forms that some programs take for them. */
const SIGNS: ReadonlySet<string | undefined> = new Set('=+-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b');
/** What stands before the first character of a cell. A run is taken whole, so that no character is looked at twice. */
const RUN = new RegExp(`(?:^|[${MARKS}])[${MARKS}${PASSED}]*`, 'gu');

/** The text with a guard before each sign that would begin a formula. */
export const withoutFormulas = (text: string, guard: string): string =>
  text.replace(RUN, (run: string, at: number) => (SIGNS.has(text[at + run.length]) ? run + guard : run));
