/**
 * The source of a page, and offsets in it. The module counts bytes of UTF-8 after the byte order mark. Users count
 * units of the input: UTF-16 code units of a string, or bytes.
 */
import { decoder } from './bytes/decoders.ts';

/** The source of a page, for its views. */
export interface Source {
  /** Its length in bytes of the module. */
  readonly length: number;
  /** Converts an offset of the module to an offset of the user. */
  toInputOffset(offset: number): number;
  /** The text between two offsets of the module. */
  slice(start: number, end: number): string;
}

/** `text` is without byte order mark; `mark`: code units of the mark in the input. */
export function sourceOfString(text: string, mark: number, bytes: number): Source {
  // Created only if needed: on most pages, every code unit is one byte.
  let units: Uint32Array | undefined;
  const unit = (offset: number): number => {
    if (bytes === text.length) return offset;
    units ??= unitsByByte(text, bytes);
    return units[offset] ?? text.length;
  };
  return {
    length: bytes,
    toInputOffset: (offset) => unit(offset) + mark,
    slice: (start, end) => text.slice(unit(start), unit(end)),
  };
}

/** `bytes` are without byte order mark; `mark`: bytes of the mark in the input. */
export const sourceOfBytes = (bytes: Uint8Array, mark: number): Source => ({
  length: bytes.length,
  toInputOffset: (offset) => offset + mark,
  slice: (start, end) => decoder.decode(bytes.subarray(start, end)),
});

/** The code unit of each byte of a well-formed text in UTF-8, and of the end of the text. */
function unitsByByte(text: string, bytes: number): Uint32Array {
  const units = new Uint32Array(bytes + 1);
  let at = 0;
  for (let unit = 0; unit < text.length; unit += 1) {
    const code = text.charCodeAt(unit);
    // A surrogate pair has four bytes: two for each half.
    const length = code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
    units.fill(unit, at, at + length);
    at += length;
  }
  units[bytes] = text.length;
  return units;
}
