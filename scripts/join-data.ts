/**
 * Joins the data of a module. The compiler writes each string as two segments, with an unused word of its header
 * between them. Joining is worthwhile because zeros compress to less than the header of a segment.
 */

/** Magic number and version. */
const HEAD = 8;
const DATA = 11;
/** The section with the number of segments, which no instruction needs. */
const DATA_COUNT = 12;
/** Maximum number of zeros between two segments that are joined. */
const GAP_MAX = 32;
/** Bytes around the address of a segment: `memory 0`, `i32.const`; `end`. */
const BEFORE_ADDRESS = Uint8Array.of(0, 0x41);
const AFTER_ADDRESS = Uint8Array.of(0x0b);

interface Segment {
  readonly address: number;
  bytes: Buffer;
}

/**
 * Encodes a whole number in groups of seven bits, low groups first. If it may be negative, the last byte has six bits.
 */
function leb128(number: number, lastBits = 7): Uint8Array {
  const bytes: number[] = [];
  for (; number >= 1 << lastBits; number >>>= 7) bytes.push((number & 0x7f) | 0x80);
  return Uint8Array.of(...bytes, number);
}

function join(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const { address, bytes } of segments) {
    const last = joined.at(-1);
    const gap = last === undefined ? GAP_MAX + 1 : address - last.address - last.bytes.length;
    if (last === undefined || gap > GAP_MAX) joined.push({ address, bytes });
    else last.bytes = Buffer.concat([last.bytes, Buffer.alloc(gap), bytes]);
  }
  return joined;
}

export function joinData(module: Buffer): Buffer {
  let at = HEAD;
  const number = (): number => {
    const byte = module.readUInt8(at++);
    return byte < 0x80 ? byte : (byte & 0x7f) + number() * 0x80;
  };
  const take = (length: number): Buffer => {
    at += length;
    return module.subarray(at - length, at);
  };
  const segment = (): Segment => {
    if (!take(BEFORE_ADDRESS.length).equals(BEFORE_ADDRESS)) throw new Error('a segment of data has no fixed address');
    const address = number();
    take(AFTER_ADDRESS.length);
    return { address, bytes: take(number()) };
  };
  const parts: Uint8Array[] = [module.subarray(0, HEAD)];
  const add = (id: number, content: Uint8Array): number =>
    parts.push(Uint8Array.of(id), leb128(content.length), content);
  while (at < module.length) {
    const id = number();
    const length = number();
    if (id === DATA) {
      const segments = join(Array.from({ length: number() }, segment));
      const heads = segments.map(({ address, bytes }) => [
        BEFORE_ADDRESS,
        leb128(address, 6),
        AFTER_ADDRESS,
        leb128(bytes.length),
        bytes,
      ]);
      add(DATA, Buffer.concat([leb128(segments.length), ...heads.flat()]));
    } else {
      const content = take(length);
      if (id !== DATA_COUNT) add(id, content);
    }
  }
  return Buffer.concat(parts);
}
