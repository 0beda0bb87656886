/** What a page in chunks may do to linear memory. */
interface ChunkMemory {
  grow(block: number, have: number, used: number, wanted: number): number;
  write(address: number, bytes: Uint8Array): void;
  read(address: number, length: number): Uint8Array;
  release(block: number, have: number): void;
}

/** A page on its way in, in a block of linear memory that doubles when it is full. */
export class PageChunks {
  readonly #memory: ChunkMemory;
  #block = 0;
  #have = 0;
  #used = 0;

  constructor(memory: ChunkMemory) {
    this.#memory = memory;
  }

  get length(): number {
    return this.#used;
  }

  append(bytes: Uint8Array): void {
    const end = this.#used + bytes.length;
    if (end > this.#have || this.#block === 0) {
      const wanted = Math.max(end, this.#have * 2, 16384);
      this.#block = this.#memory.grow(this.#block, this.#have, this.#used, wanted);
      this.#have = wanted;
    }
    this.#memory.write(this.#block + this.#used, bytes);
    this.#used = end;
  }

  /** Hands the block over, as what a page has to be known by; it is no longer this one's. */
  take(): { block: number; have: number; used: number; mark: number } {
    if (this.#block === 0) this.append(new Uint8Array());
    const [block, have, used] = [this.#block, this.#have, this.#used];
    const [first, second, third] = this.#memory.read(block, Math.min(used, 3));
    this.#block = 0;
    this.#have = 0;
    this.#used = 0;
    return { block, have, used, mark: first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0 };
  }

  /** Gives the block back, if there still is one. */
  release(): void {
    if (this.#block !== 0) this.#memory.release(this.#block, this.#have);
    this.#block = 0;
    this.#have = 0;
    this.#used = 0;
  }
}
