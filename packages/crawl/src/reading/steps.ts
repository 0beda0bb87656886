import { createInflateRaw } from 'node:zlib';
import type { Feed } from './feed.ts';

/** Compressed bytes of a step; they inflate to at most 16 MiB. */
export const STEP_BYTES = 16 * 1024;

/** Inflates step by step with zlib's stream. */
export class InflateSteps {
  readonly #inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  readonly #end: Promise<true>;
  readonly output: Buffer[] = [];

  constructor() {
    this.#inflate.on('data', (chunk: Buffer) => this.output.push(chunk));
    this.#end = new Promise((resolve, reject) => {
      this.#inflate.on('end', () => resolve(true)).on('error', reject);
    });
    // It may reject while no step waits for it.
    this.#end.catch(() => {});
  }

  /** Inflates some bytes and takes them from the feed; true at the end of the compressed data. */
  async step(feed: Feed): Promise<boolean> {
    const inflate = this.#inflate;
    const before = inflate.bytesWritten;
    const input = feed.bytes.subarray(0, STEP_BYTES);
    if (input.length === 0) inflate.end();
    const written = new Promise<false>((resolve) => {
      // Errors are reported by their event. The callback is not called where the data ends within the input.
      if (input.length > 0) inflate.write(input, (error) => void (error || resolve(false)));
    });
    const isOver = await Promise.race([this.#end, written]);
    feed.take(inflate.bytesWritten - before);
    return isOver;
  }

  close(): void {
    this.#inflate.destroy();
  }
}
