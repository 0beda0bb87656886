/** Reads blocks that are compressed by Snappy. Stores are not compressed, but other programs that opened one may have done it. */
import { Cursor, Unreadable } from './cursor.ts';

const [LITERAL, ONE_BYTE_OFFSET, TWO_BYTE_OFFSET] = [0, 1, 2];
/** More than any block has; a length is outside data. */
const MAX_BYTES = 2 ** 30;

/** @throws {Unreadable} */
export function uncompressed(bytes: Uint8Array): Uint8Array {
  const cursor = new Cursor(bytes);
  const length = cursor.varint();
  // Three bytes give at most 64.
  if (length > Math.min(MAX_BYTES, 64 * bytes.length)) throw new Unreadable();
  const output = new Uint8Array(length);
  let at = 0;
  while (!cursor.isAtEnd) {
    const tag = cursor.byte();
    const kind = tag & 3;
    if (kind === LITERAL) {
      const short = tag >> 2;
      const literal = cursor.take(1 + (short < 60 ? short : little(cursor, short - 59)));
      if (at + literal.length > length) throw new Unreadable();
      output.set(literal, at);
      at += literal.length;
      continue;
    }
    const isShort = kind === ONE_BYTE_OFFSET;
    const count = isShort ? 4 + ((tag >> 2) & 7) : 1 + (tag >> 2);
    const offset = isShort ? ((tag >> 5) << 8) | cursor.byte() : little(cursor, kind === TWO_BYTE_OFFSET ? 2 : 4);
    if (offset === 0 || offset > at || at + count > length) throw new Unreadable();
    // Byte by byte: a copy may overlap its source.
    for (const end = at + count; at < end; at += 1) output[at] = output[at - offset] as number;
  }
  if (at !== length) throw new Unreadable();
  return output;
}

function little(cursor: Cursor, bytes: number): number {
  let value = 0;
  for (let at = 0, unit = 1; at < bytes; at += 1, unit *= 256) value += cursor.byte() * unit;
  return value;
}
