/** JSON as pages write it: anything may be broken or missing. */

import type { JsonObject } from '../check.ts';
import { attempt } from '../values.ts';

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** The types of an entity of JSON-LD. */
export const typesOf = (entity: JsonObject): string[] =>
  listOf(entity['@type']).filter((type) => typeof type === 'string');

export const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text);

/** Broken texts of a page that are tried: each costs an exception. Those behind them are not read. */
const BROKEN_MAX = 100;

/** Reads the JSON texts of one page. */
export class JsonReader {
  #left = BROKEN_MAX;

  /** A text as a list of one value; an empty list where it is broken. Line breaks in strings, a usual mistake, are read. */
  read(text: string): unknown[] {
    if (this.#left <= 0) return [];
    for (const json of [text, text.replace(/[\t\n\r]/g, ' ')]) {
      const read = attempt(() => [JSON.parse(json) as unknown]);
      if (read !== undefined) return read;
    }
    this.#left -= 1;
    return [];
  }
}
