import type { Zlib, ZlibOptions } from 'node:zlib';
import type { Feed } from './bytes.ts';

/** Bytes of a step; if compressed, they inflate to at most 16 MiB. */
export const STEP_BYTES = 16 * 1024;

export const CHUNKS: ZlibOptions = { chunkSize: 64 * 1024 };

/** Compresses or decompresses step by step with a zlib stream. */
export class Steps {
  readonly #stream: NodeJS.ReadWriteStream & Zlib & { destroy(): void };
  readonly #end: Promise<true>;
  readonly output: Buffer[] = [];

  constructor(stream: NodeJS.ReadWriteStream & Zlib & { destroy(): void }) {
    this.#stream = stream;
    stream.on('data', (chunk: Buffer) => this.output.push(chunk));
    this.#end = new Promise((resolve, reject) => {
      stream.on('end', () => resolve(true)).on('error', reject);
    });
    // The promise may reject while no step awaits it.
    this.#end.catch(() => {});
  }

  async step(feed: Feed): Promise<boolean> {
    const before = this.#stream.bytesWritten;
    const input = feed.bytes.subarray(0, STEP_BYTES);
    const isOver = await (input.length === 0 ? this.end() : this.write(input));
    feed.take(this.#stream.bytesWritten - before);
    return isOver;
  }

  write(bytes: Buffer): Promise<boolean> {
    const written = new Promise<false>((resolve) => {
      // Errors reject `#end`. If the compressed stream ends within `bytes`, this callback is never called, but `#end`
      // resolves.
      this.#stream.write(bytes, (error) => void (error || resolve(false)));
    });
    return Promise.race([this.#end, written]);
  }

  end(): Promise<true> {
    this.#stream.end();
    return this.#end;
  }

  close(): void {
    this.#stream.destroy();
  }
}
