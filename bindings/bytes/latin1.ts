const decoder = new TextDecoder('latin1');

/** Bytes as text, one character a byte, for what is ASCII: other bytes may come out wrong. */
export const latin1 = (bytes: Uint8Array): string => decoder.decode(bytes);
