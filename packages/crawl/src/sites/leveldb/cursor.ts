/** Reads the numbers and byte strings of LevelDB's files. */

/** Bytes that are not what the format says. */
export class Unreadable extends Error {}

/** Numbers of files and of changes stay far below this. */
const MAX_VARINT_BYTES = 8;

export class Cursor {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #end: number;
  at: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = start;
    this.#end = end;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#end;
  }

  get left(): number {
    return this.#end - this.at;
  }

  byte(): number {
    const at = this.#skip(1);
    return this.#view.getUint8(at);
  }

  uint32(): number {
    return this.#view.getUint32(this.#skip(4), true);
  }

  /** @throws {Unreadable} for a number that is not exact in JavaScript */
  uint64(): number {
    const value = Number(this.#view.getBigUint64(this.#skip(8), true));
    if (!Number.isSafeInteger(value)) throw new Unreadable();
    return value;
  }

  varint(): number {
    let value = 0;
    for (let at = 0, unit = 1; at < MAX_VARINT_BYTES; at += 1, unit *= 128) {
      const byte = this.byte();
      value += (byte & 127) * unit;
      if (byte < 128) {
        if (!Number.isSafeInteger(value)) throw new Unreadable();
        return value;
      }
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
    if (length > this.#end - at) throw new Unreadable();
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
