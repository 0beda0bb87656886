/**
 * Joins the data segments of a module that are close together: the optimiser cuts zeros out, which saves nothing in a gzipped
 * module, and each cut costs a header with an offset that does not compress.
 */

const DATA_SECTION = 11;
/** The number of segments, which a module may state before its code. */
const COUNT_SECTION = 12;
const HEADER_BYTES = 8;
const I32_CONST = 0x41;
const END = 0x0b;
/** Zeros that cost less than a header. */
const GAP_MAX = 16;

interface Segment {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** Reads a module from a position on. */
class Reader {
  at: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** A whole number as LEB128. Offsets are below 2^31 and so never negative. */
  number(): number {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.at++] ?? 0;
      number |= (byte & 0x7f) << shift;
      if (byte < 0x80) return number >>> 0;
    }
  }

  take(length: number): Uint8Array {
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }
}

const unsigned = (number: number): number[] =>
  number < 0x80 ? [number] : [(number & 0x7f) | 0x80, ...unsigned(number >>> 7)];

/** A number that is not negative, in the form for signed ones: its last byte is below 0x40. */
const signed = (number: number): number[] =>
  number < 0x40 ? [number] : [(number & 0x7f) | 0x80, ...signed(number >>> 7)];

function readSegments(reader: Reader): Segment[] {
  return Array.from({ length: reader.number() }, () => {
    const [kind, code] = [reader.number(), reader.number()];
    const start = reader.number();
    if (kind !== 0 || code !== I32_CONST || reader.number() !== END) {
      throw new Error('a data segment is not at a constant offset of the memory');
    }
    return { start, bytes: reader.take(reader.number()) };
  }).sort((one, other) => one.start - other.start);
}

function merge(segments: readonly Segment[]): Segment[] {
  const merged: Segment[] = [];
  for (const segment of segments) {
    const last = merged.at(-1);
    const end = last === undefined ? Number.NaN : last.start + last.bytes.length;
    if (last === undefined || segment.start - end > GAP_MAX) {
      merged.push(segment);
      continue;
    }
    const bytes = new Uint8Array(segment.start + segment.bytes.length - last.start);
    bytes.set(last.bytes);
    bytes.set(segment.bytes, segment.start - last.start);
    merged.splice(-1, 1, { start: last.start, bytes });
  }
  return merged;
}

const section = (id: number, body: Uint8Array): Uint8Array[] => [Uint8Array.from([id, ...unsigned(body.length)]), body];

/** The same module with fewer segments. */
export function mergeData(module: Uint8Array): Uint8Array {
  const pieces = [module.subarray(0, HEADER_BYTES)];
  const reader = new Reader(module, HEADER_BYTES);
  while (reader.at < module.length) {
    const id = reader.number();
    const body = reader.take(reader.number());
    if (id === COUNT_SECTION) continue;
    if (id !== DATA_SECTION) {
      pieces.push(...section(id, body));
      continue;
    }
    const merged = merge(readSegments(new Reader(body, 0)));
    const written = merged.flatMap(({ start, bytes }) => [
      Uint8Array.from([0, I32_CONST, ...signed(start), END, ...unsigned(bytes.length)]),
      bytes,
    ]);
    pieces.push(...section(id, Buffer.concat([Uint8Array.from(unsigned(merged.length)), ...written])));
  }
  return Buffer.concat(pieces);
}
