/**
 * Protects cells of a table against CSV injection, as recommended by OWASP. Spreadsheets evaluate a text that begins
 * with a sign of formulas. If a spreadsheet uses another separator than the table, quotes do not protect a cell. So a
 * sign after any separator, or at the beginning of a line, is guarded too.
 */

/** Characters before a sign that some programs ignore. */
const PASSED = String.raw`\s\p{Cc}\p{Cf}"`;
/** Separators of cells except the comma, and line ends. */
const MARKS = String.raw`;|\t\n\v\f\r\u0085\u2028\u2029`;
/** The signs, including full-width forms. */
const SIGNS: ReadonlySet<string | undefined> = new Set('=+-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b');
/**
 * Everything before the first visible character of a cell. It is matched as a whole, so that no character is read
 * twice.
 */
const RUN = new RegExp(`(?:^|[${MARKS}])[${MARKS}${PASSED}]*`, 'gu');

/** Inserts a guard before each sign that would begin a formula. */
export const withoutFormulas = (text: string, guard: string): string =>
  text.replace(RUN, (run: string, at: number) => (SIGNS.has(text[at + run.length]) ? run + guard : run));
