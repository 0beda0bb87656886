/** The checksum of LevelDB's files: CRC-32C. */

const POLYNOMIAL = 0x82f6_3b78;

/** The checksum of each byte. */
const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  return crc;
});

/** The checksum of a part of some bytes. */
export function crc32c(bytes: Uint8Array, start: number, end: number): number {
  let crc = -1;
  for (let at = start; at < end; at += 1) crc = (TABLE[(crc ^ (bytes[at] as number)) & 255] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** LevelDB stores checksums in this form, because a checksum of bytes that contain their own checksum is weak. */
export const masked = (crc: number): number => (((crc >>> 15) | (crc << 17)) + 0xa282_ead8) >>> 0;

/** Reads the numbers and byte strings of LevelDB's files. */

/** Bytes that are not what the format says. */
export class Unreadable extends Error {}

/** Numbers of files and lengths stay far below this. */
const MAX_VARINT_BYTES = 7;

export class Cursor {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  at: number;

  constructor(bytes: Uint8Array, start = 0) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = start;
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  byte(): number {
    return this.#view.getUint8(this.#skip(1));
  }

  uint32(): number {
    return this.#view.getUint32(this.#skip(4), true);
  }

  /** Exact up to 2⁵³, which no sequence number reaches. */
  uint64(): number {
    return Number(this.#view.getBigUint64(this.#skip(8), true));
  }

  varint(): number {
    let value = 0;
    for (let at = 0, unit = 1; at < MAX_VARINT_BYTES; at += 1, unit *= 128) {
      const byte = this.byte();
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
    throw new Unreadable();
  }

  take(length: number): Uint8Array {
    const at = this.#skip(length);
    return this.bytes.subarray(at, at + length);
  }

  /** A byte string after its length. */
  string(): Uint8Array {
    return this.take(this.varint());
  }

  #skip(length: number): number {
    const { at } = this;
    if (length > this.bytes.length - at) throw new Unreadable();
    this.at += length;
    return at;
  }
}

/** What `read` returns; undefined for bytes that are not what the format says. */
export function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
