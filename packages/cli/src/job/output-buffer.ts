/** The output of a batch. Bytes of several pages become one part: each write costs more time than copying a page. */

const FIRST_BYTES = 64 * 1024;

export class OutputBuffer {
  #memory: Uint8Array<ArrayBuffer>;
  #length = 0;
  /** Where the part begins that may continue. */
  #start = 0;
  readonly #parts: (string | Uint8Array<ArrayBuffer>)[] = [];

  /** @param memory of an earlier output that was written */
  constructor(memory: ArrayBuffer = new ArrayBuffer(FIRST_BYTES)) {
    this.#memory = new Uint8Array(memory);
  }

  /** Memory behind the output: a page that is written there is not copied. */
  get room(): Uint8Array<ArrayBuffer> {
    return this.#memory.subarray(this.#length);
  }

  add(part: string | Uint8Array): void {
    if (typeof part === 'string') {
      this.#endPart();
      this.#parts.push(part);
      return;
    }
    const isInRoom = part.buffer === this.#memory.buffer && part.byteOffset === this.#length;
    if (!isInRoom) {
      this.#reserve(part.length);
      this.#memory.set(part, this.#length);
    }
    this.#length += part.length;
  }

  /** The parts in their order. Parts of bytes are in one buffer, and several of them only where strings stand between them. */
  end(): readonly (string | Uint8Array<ArrayBuffer>)[] {
    this.#endPart();
    return this.#parts;
  }

  #endPart(): void {
    if (this.#length > this.#start) this.#parts.push(this.#memory.subarray(this.#start, this.#length));
    this.#start = this.#length;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#memory.length) return;
    const part = this.#memory.subarray(this.#start, this.#length);
    const memory = new Uint8Array(2 * (part.length + bytes));
    memory.set(part);
    this.#memory = memory;
    this.#start = 0;
    this.#length = part.length;
  }
}
