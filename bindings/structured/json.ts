/** JSON as pages write it: anything may be broken or missing. */

import { isObject, type JsonObject } from '../check.ts';
import { attempt } from '../values.ts';

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** The types of an entity of JSON-LD. */
export const typesOf = (entity: JsonObject): string[] =>
  listOf(entity['@type']).filter((type) => typeof type === 'string');

/** Maximum depth of entities in entities: comments that answer comments. */
const DEPTH_MAX = 32;

/** The entities of linked data in document order, each before those that the members of `partsOf` hold. */
export function* entitiesIn(
  json: unknown,
  partsOf: (entity: JsonObject) => readonly string[],
  depth = 0,
): Generator<JsonObject> {
  if (depth > DEPTH_MAX) return;
  for (const entity of listOf(json)) {
    if (!isObject(entity)) continue;
    yield entity;
    for (const part of partsOf(entity)) yield* entitiesIn(entity[part], partsOf, depth + 1);
  }
}

/** Data without what is around it, and without commas after the last member: both are usual mistakes. */
function repaired(whole: string): string {
  const text = whole.replace(/<!\[CDATA\[|\]\]>/g, '');
  return text
    .slice(Math.max(0, text.search(/[[{]/)), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1)
    .replace(/,(?=\s*[\]}])/g, '');
}

export const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text);

/** Broken texts of a page that are tried: each costs an exception. Those behind them are not read. */
const BROKEN_MAX = 100;

/** Reads the JSON texts of one page. */
export class JsonReader {
  #left = BROKEN_MAX;

  /** A text as a list of one value; an empty list where it is broken. Line breaks in strings and other usual mistakes are read. */
  read(text: string): unknown[] {
    if (this.#left <= 0) return [];
    const spaced = (json: string) => json.replace(/[\t\n\r]/g, ' ');
    for (const write of [() => text, () => spaced(text), () => spaced(repaired(text))]) {
      const read = attempt(() => [JSON.parse(write()) as unknown]);
      if (read !== undefined) return read;
    }
    this.#left -= 1;
    return [];
  }
}
