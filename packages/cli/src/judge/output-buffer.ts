/**
 * Reused memory of outputs: a worker fills it, the main thread writes it and returns it. Allocating memory is slower
 * than filling it.
 */
import { bytesOf } from '../read/task.ts';
import type { Batch, BatchResult, TaskGroup } from './batch.ts';

/** The capacity of a pipe. */
const FIRST_BYTES = 64 * 1024;

/** Maximum bytes of reused memory, so that a large page does not occupy memory for ever. */
const KEPT_MAX = 8 * 1024 * 1024;

/** Memory that no worker uses. */
export class SpareMemory {
  readonly #spare: ArrayBuffer[] = [];

  /**
   * A batch with memory for its output. `isSent`: this memory and that of the tasks are transferred to another thread.
   */
  batch(groups: readonly TaskGroup[], isSent: boolean): Batch {
    const memory = this.#spare.pop();
    const buffers = isSent ? groups.flat().map((task) => bytesOf(task)?.buffer as ArrayBuffer | undefined) : [];
    const transfer = [...new Set([...buffers, memory])].filter((buffer) => buffer !== undefined);
    return { groups, endsEarly: !isSent, memory, transfer };
  }

  written({ output }: BatchResult): void {
    if (output !== undefined && output.buffer.byteLength <= KEPT_MAX) this.#spare.push(output.buffer);
  }
}

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

  get isFull(): boolean {
    return this.#length >= FIRST_BYTES;
  }

  add(parts: readonly (string | Uint8Array | undefined)[]): void {
    for (const part of parts) {
      if (part === undefined) continue;
      if (!this.#isEmpty && this.#separator !== '') this.#append(this.#separator);
      this.#isEmpty = false;
      this.#append(part);
    }
  }

  /** The parts with separators between them, if any. */
  end(): Uint8Array<ArrayBuffer> | undefined {
    return this.#isEmpty ? undefined : this.#memory.subarray(0, this.#length);
  }

  #append(part: string | Uint8Array): void {
    const length = this.#length + Buffer.byteLength(part);
    if (length > this.#memory.length) {
      const memory = Buffer.from(new ArrayBuffer(2 * length));
      memory.set(this.#memory.subarray(0, this.#length));
      this.#memory = memory;
    }
    if (typeof part === 'string') this.#memory.write(part, this.#length);
    else this.#memory.set(part, this.#length);
    this.#length = length;
  }
}
