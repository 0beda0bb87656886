import { markBytes } from './bytes/decoders.ts';
import type { Memory } from './memory.ts';

/** A page that arrives in chunks, in a block of linear memory that doubles when it is full. */
export class PageChunks {
  readonly #memory: Memory;
  #block = 0;
  #capacity = 0;
  #used = 0;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  get length(): number {
    return this.#used;
  }

  append(bytes: Uint8Array): void {
    const end = this.#used + bytes.length;
    if (end > this.#capacity || this.#block === 0) {
      const wanted = Math.max(end, this.#capacity * 2, 16384);
      this.#block = this.#memory.reserve((exports) =>
        exports.growChunks(this.#block, this.#capacity, this.#used, wanted),
      );
      this.#capacity = wanted;
    }
    this.#memory.write(this.#block + this.#used, bytes);
    this.#used = end;
  }

  /** What has arrived, until the memory grows. */
  bytes(): Uint8Array {
    return this.#block === 0 ? new Uint8Array() : this.#memory.bytesAt(this.#block, this.#used);
  }

  /** Hands the block over to the caller, with its capacity, the bytes used and the length of a byte order mark. */
  take(): { block: number; capacity: number; used: number; mark: number } {
    if (this.#block === 0) this.append(new Uint8Array());
    const [block, capacity, used] = [this.#block, this.#capacity, this.#used];
    const mark = markBytes(this.#memory.bytesAt(block, used));
    this.#forget();
    return { block, capacity, used, mark };
  }

  /** Releases the block, unless it was taken. */
  release(): void {
    const [block, capacity] = [this.#block, this.#capacity];
    if (block !== 0) this.#memory.call((exports) => exports.releaseChunks(block, capacity));
    this.#forget();
  }

  #forget(): void {
    this.#block = 0;
    this.#capacity = 0;
    this.#used = 0;
  }
}
