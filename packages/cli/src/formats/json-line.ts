/** Ends of lines to some who read text by lines (Node's `readline`, Python's `splitlines`), and plain characters in JSON. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Half of a surrogate pair is no character, and parsers of JSON refuse it even where it is escaped. */
const wellFormed = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);

/**
 * A value as one line of JSON, line feed and all: whoever reads lines, by whatever rule, finds one. Lone surrogates
 * become U+FFFD.
 */
export function jsonLine(value: object): string {
  return `${JSON.stringify(value, wellFormed).replace(LINE_ENDS, escaped)}\n`;
}
