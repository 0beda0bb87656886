import { InputError } from 'refrain';
import { check } from 'refrain/engine';

/** Characters that end a line for some readers (Node's `readline`, Python's `splitlines`), but not in JSON. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** A character as `\uXXXX`, for JSON and YAML. */
export const unicodeEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Some JSON parsers refuse lone surrogates, even as escapes. */
const wellFormed = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);

/**
 * A value as one line of JSON with its line feed. Lone surrogates become U+FFFD.
 *
 * @throws {InputError} `INPUT_INVALID` if JSON cannot represent the value
 */
export function jsonLine(value: object): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(value, wellFormed);
  } catch (cause) {
    throw new InputError('the value cannot be written as JSON', 'INPUT_INVALID', { cause });
  }
  if (json === undefined) throw new InputError(`the value cannot be written as JSON: ${check.describe(value)}`);
  return `${json.replace(LINE_ENDS, unicodeEscape)}\n`;
}
