/** JSON as pages write it: anything may be broken or missing. */

/** Values of a page's JSON that may be objects. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

export const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text);

/** A JSON text as a list of one value; an empty list where it is broken. Line breaks in strings, a usual mistake, are read. */
export function parsed(text: string): unknown[] {
  for (const json of [text, text.replace(/[\t\n\r]/g, ' ')]) {
    try {
      return [JSON.parse(json)];
    } catch {
      // The next reading, or none.
    }
  }
  return [];
}
