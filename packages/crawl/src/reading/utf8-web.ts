/** Checks of bytes for hosts other than Node. */

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Whether all bytes are ASCII. */
export function isAscii(bytes: Uint8Array): boolean {
  let bits = 0;
  for (const byte of bytes) bits |= byte;
  return bits < 0x80;
}

/** Whether bytes are well-formed UTF-8, by the Encoding standard. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
