/** Whole numbers and texts as bytes: seven bits a byte, the lowest first. */
import { SnapshotError } from 'refrain';

const damaged = (): SnapshotError => new SnapshotError('SNAPSHOT_DAMAGED', 'the saved template is cut off or altered');

export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  #room(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array((this.#length + count) * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  /** A number from 0 to 2 ** 53, rounded. */
  number(value: number): void {
    this.#room(8);
    let rest = Math.round(value);
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
    this.#bytes[this.#length++] = rest;
  }

  text(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.number(bytes.length);
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** The bytes, with a checksum behind them. */
  sealed(): Uint8Array<ArrayBuffer> {
    const sum = checksum(this.#bytes.subarray(0, this.#length));
    for (let shift = 0; shift < 32; shift += 8) {
      this.#room(1);
      this.#bytes[this.#length++] = (sum >>> shift) & 0xff;
    }
    return this.#bytes.slice(0, this.#length);
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  /** @throws {SnapshotError} `SNAPSHOT_DAMAGED` unless the bytes end with their checksum */
  constructor(sealed: Uint8Array) {
    const end = sealed.length - 4;
    if (end < 1) throw damaged();
    this.#bytes = sealed.subarray(0, end);
    const sum = new DataView(sealed.buffer, sealed.byteOffset + end, 4).getUint32(0, true);
    if (sum !== checksum(this.#bytes)) throw damaged();
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  number(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 0x80) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw damaged();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw damaged();
  }

  /** A number that must be below `end`. */
  below(end: number): number {
    const value = this.number();
    if (value >= end) throw damaged();
    return value;
  }

  text(): string {
    const length = this.below(this.#bytes.length - this.#at + 1);
    const text = new TextDecoder().decode(this.#bytes.subarray(this.#at, this.#at + length));
    this.#at += length;
    return text;
  }
}

/** FNV-1a. Saved templates are no secret: it finds damage, not forgery. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
