/** The output of a batch as bytes: each write costs more time than copying a page. */

const FIRST_BYTES = 64 * 1024;

export class OutputBuffer {
  readonly #separator: string;
  #memory: Buffer<ArrayBuffer>;
  #length = 0;
  #isEmpty = true;

  /** @param memory of an earlier output that was written */
  constructor(separator: string, memory: ArrayBuffer = new ArrayBuffer(FIRST_BYTES)) {
    this.#separator = separator;
    this.#memory = Buffer.from(memory);
  }

  /** Memory for the next part: a page that is written there is not copied. */
  get room(): Uint8Array<ArrayBuffer> {
    return this.#memory.subarray(this.#length + (this.#isEmpty ? 0 : this.#separator.length));
  }

  add(part: string | Uint8Array): void {
    if (!this.#isEmpty && this.#separator !== '') this.#append(this.#separator);
    this.#isEmpty = false;
    this.#append(part);
  }

  /** The parts with separators between them; undefined where there is none. */
  end(): Uint8Array<ArrayBuffer> | undefined {
    return this.#isEmpty ? undefined : this.#memory.subarray(0, this.#length);
  }

  #append(part: string | Uint8Array): void {
    const bytes = typeof part === 'string' ? Buffer.byteLength(part) : part.length;
    const isInRoom =
      typeof part !== 'string' &&
      part.buffer === this.#memory.buffer &&
      part.byteOffset === this.#memory.byteOffset + this.#length;
    if (!isInRoom) {
      this.#reserve(bytes);
      if (typeof part === 'string') this.#memory.write(part, this.#length);
      else this.#memory.set(part, this.#length);
    }
    this.#length += bytes;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#memory.length) return;
    const memory = Buffer.from(new ArrayBuffer(2 * (this.#length + bytes)));
    memory.set(this.#memory.subarray(0, this.#length));
    this.#memory = memory;
  }
}
