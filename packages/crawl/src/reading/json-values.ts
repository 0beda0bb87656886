/** Maximum number of values in a JSON text: each takes about fifty bytes of memory, even `[]`. */
export const VALUES_MAX = 1 << 17;

const [QUOTE, BACKSLASH, COMMA, OPEN_OBJECT, OPEN_ARRAY] = [0x22, 0x5c, 0x2c, 0x7b, 0x5b];

/** Counts values by the opening brackets and separators outside strings, also if the bytes are not valid JSON. */
export function hasManyValues(bytes: Uint8Array): boolean {
  if (bytes.length <= VALUES_MAX) return false;
  let count = 0;
  let isString = false;
  for (let at = 0; at < bytes.length && count <= VALUES_MAX; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) isString = !isString;
    else if (isString) at += Number(byte === BACKSLASH);
    else if (byte === COMMA || byte === OPEN_OBJECT || byte === OPEN_ARRAY) count += 1;
  }
  return count > VALUES_MAX;
}
