const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** What would end a field or a line for some reader, or is no character: control characters and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
const SPECIAL = /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029\p{Cs}]/gu;

/** A text in one line, without tabs. */
export const escaped = (field: string): string =>
  field.replace(
    SPECIAL,
    (character) => ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
