/** Reads JSON of pages, which may be invalid or incomplete. */
import { isObject, type JsonObject } from '../check.ts';
import { attempt } from '../values.ts';

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

export const typesOf = (entity: JsonObject): string[] =>
  listOf(entity['@type']).filter((type) => typeof type === 'string');

/** True if an entity of JSON-LD has a type. */
export const isOfType = (entity: JsonObject, type: RegExp): boolean => typesOf(entity).some((name) => type.test(name));

/** Maximum depth of entities in entities: comments that answer comments. */
const DEPTH_MAX = 32;

/** The entities of JSON-LD in document order, each before those in its members (`partsOf`). */
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

/** Corrects usual mistakes: line breaks in strings, text around the data, and commas after the last member. */
function repaired(whole: string): string {
  const text = whole.replace(/[\t\n\r]/g, ' ').replace(/<!\[CDATA\[|\]\]>/g, '');
  return text
    .slice(Math.max(0, text.search(/[[{]/)), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1)
    .replace(/,(?=\s*[\]}])/g, '');
}

/** Maximum number of invalid texts of a page, because each costs an exception. Later texts are not read. */
const BROKEN_MAX = 100;

/** Reads the JSON texts of one page. */
export class JsonReader {
  #left = BROKEN_MAX;

  /** The value of a text; undefined if usual corrections do not make it valid. */
  read(text: string): unknown {
    if (this.#left <= 0) return undefined;
    for (const write of [() => text, () => repaired(text)]) {
      const value = attempt(() => JSON.parse(write()) as unknown);
      if (value !== undefined) return value;
    }
    this.#left -= 1;
    return undefined;
  }
}
