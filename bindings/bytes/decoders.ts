/** Text and bytes. */

export const encoder = new TextEncoder();

/** Replaces invalid bytes by U+FFFD, as the HTML standard requires, and keeps a byte order mark. */
export const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Length of the byte order mark at the start of UTF-8, or 0. */
export const markBytes = (bytes: Uint8Array): number =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;

const latin = new TextDecoder('latin1');

/** Bytes as text, one character per byte. Correct for ASCII only. */
export const latin1 = (bytes: Uint8Array): string => latin.decode(bytes);
