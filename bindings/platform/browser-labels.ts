/** In place of the table of labels in the bundle for browsers, which have one: `TextDecoder`. */

/** Labels of the encoding `replacement`, which `TextDecoder` refuses. */
const REPLACEMENT = /^\s*(?:csiso2022kr|hz-gb-2312|iso-2022-(?:cn|cn-ext|kr)|replacement)\s*$/i;
/** Names that the Encoding standard does not write in capitals. */
const CASED = /^(?:windows|x-|gb18030|macintosh)/;
const NAMES: Readonly<Record<string, string>> = { big5: 'Big5', shift_jis: 'Shift_JIS' };

/** The name of the encoding of a label; null for an unknown one. */
export function labelToName(label: string): string | null {
  if (REPLACEMENT.test(label)) return 'replacement';
  try {
    const { encoding } = new TextDecoder(label);
    return NAMES[encoding] ?? (CASED.test(encoding) ? encoding : encoding.toUpperCase());
  } catch {
    return null;
  }
}
