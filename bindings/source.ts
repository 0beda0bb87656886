/**
 * The source of a page, and places in it. The module counts in bytes of UTF-8 from behind a byte order mark; a user counts
 * in what was given: UTF-16 code units of a string, bytes of bytes.
 */

import type { Core } from './memory.ts';

/** A source as the views of a page need it. */
export interface Source {
  /** Its length in the module's places. */
  readonly places: number;
  /** What is added to the module's places to get the user's, where that is all there is to it. */
  readonly shift: number | undefined;
  /** From the module's place to the user's. */
  toUserPlace(place: number): number;
  /** The text between two of the module's places. */
  slice(start: number, end: number): string;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** `text` has no mark; the string that was given had one of `mark` code units. */
export function sourceOfString(text: string, mark: number, bytes: number): Source {
  // Where every code unit is one byte, which is most pages, there is nothing to look up.
  let units: Uint32Array | undefined;
  const unit = (place: number): number => {
    if (bytes === text.length) return place;
    units ??= unitsByByte(text, bytes);
    return units[place] ?? text.length;
  };
  return {
    places: bytes,
    shift: bytes === text.length ? mark : undefined,
    toUserPlace: (place) => unit(place) + mark,
    slice: (start, end) => text.slice(unit(start), unit(end)),
  };
}

/** `bytes` has no mark; the bytes that were given had one of `mark` bytes. */
export function sourceOfBytes(bytes: Uint8Array, mark: number): Source {
  return {
    places: bytes.length,
    shift: mark,
    toUserPlace: (place) => place + mark,
    slice: (start, end) => decoder.decode(bytes.subarray(start, end)),
  };
}

/** A page that is in the module alone; it has to be read before the next one comes. */
export function sourceOfInput(core: Core, bytes: number, mark: number): Source {
  return {
    places: bytes,
    shift: mark,
    toUserPlace: (place) => place + mark,
    slice: (start, end) => core.inputText(start, end),
  };
}

/** For each byte of the UTF-8 of a well-formed text, and its end, the code unit that it belongs to. */
function unitsByByte(text: string, bytes: number): Uint32Array {
  const units = new Uint32Array(bytes + 1);
  let at = 0;
  for (let unit = 0; unit < text.length; unit += 1) {
    const code = text.charCodeAt(unit);
    // Each half of a surrogate pair stands for two of the four bytes.
    const length = code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
    units.fill(unit, at, at + length);
    at += length;
  }
  units[bytes] = text.length;
  return units;
}
