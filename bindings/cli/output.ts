import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Standard output could not take what was written; `code` is `EPIPE` where its reader has gone. */
export class OutputError extends Error {
  readonly code: string;

  constructor(cause: NodeJS.ErrnoException) {
    super(`standard output: ${cause.message}`, { cause });
    this.code = cause.code ?? cause.name;
  }
}

/** Standard output at the pace of its reader. */
export class Output {
  readonly #stream: Writable;
  #error: NodeJS.ErrnoException | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
    // An error may come long after the write that it belongs to; without a listener it would end the process.
    stream.on('error', (error) => {
      this.#error ??= error;
    });
  }

  /** @throws {OutputError} */
  async write(text: string): Promise<void> {
    this.#check();
    if (!this.#stream.write(text)) await once(this.#stream, 'drain').catch(() => undefined);
    this.#check();
  }

  /** Waits until everything has been taken. */
  async flush(): Promise<void> {
    this.#check();
    await new Promise<void>((resolve) => {
      this.#stream.write('', () => resolve());
    });
    this.#check();
  }

  #check(): void {
    if (this.#error !== undefined) throw new OutputError(this.#error);
  }
}
