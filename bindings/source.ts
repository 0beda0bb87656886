/**
 * The source of a page, and offsets in it. The module counts bytes of UTF-8 after the byte order mark. A user counts units of
 * the input: UTF-16 code units of a string, bytes of bytes.
 */
import { decoder } from './bytes/decoders.ts';

/** A source as the views of a page need it. */
export interface Source {
  /** Its length in the module's bytes. */
  readonly length: number;
  /** Offset of the user for an offset of the module. */
  toInputOffset(offset: number): number;
  /** The text between two offsets of the module. */
  slice(start: number, end: number): string;
}

/** `text` has no byte order mark; the mark of the given string had `mark` code units. */
export function sourceOfString(text: string, mark: number, bytes: number): Source {
  // On most pages every code unit is one byte, and no table is needed.
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

/** `bytes` have no byte order mark; the mark of the given bytes had `mark` bytes. */
export const sourceOfBytes = (bytes: Uint8Array, mark: number): Source => ({
  length: bytes.length,
  toInputOffset: (offset) => offset + mark,
  slice: (start, end) => decoder.decode(bytes.subarray(start, end)),
});

/** The code unit of each byte of a well-formed text in UTF-8, and of its end. */
function unitsByByte(text: string, bytes: number): Uint32Array {
  const units = new Uint32Array(bytes + 1);
  let at = 0;
  for (let unit = 0; unit < text.length; unit += 1) {
    const code = text.charCodeAt(unit);
    // Two of the four bytes of a surrogate pair count for each half.
    const length = code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
    units.fill(unit, at, at + length);
    at += length;
  }
  units[bytes] = text.length;
  return units;
}
