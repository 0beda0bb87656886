import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';

/** The output could not take what was written; `code` is `EPIPE` where its reader has gone. */
export class OutputError extends Error {
  readonly code: string;

  constructor(name: string, cause: NodeJS.ErrnoException) {
    super(`${name}: ${cause.message}`, { cause });
    this.code = cause.code ?? cause.name;
  }
}

/** Standard output, or a file, at the pace of who takes it. */
export class Output {
  readonly #stream: Writable;
  readonly #name: string;
  readonly #isOurs: boolean;
  #error: NodeJS.ErrnoException | undefined;

  constructor(stream: Writable, name: string, isOurs: boolean) {
    this.#stream = stream;
    this.#name = name;
    this.#isOurs = isOurs;
    // An error may come long after the write that it belongs to; without a listener it would end the process.
    stream.on('error', (error) => {
      this.#error ??= error;
    });
  }

  /** @throws {OutputError} */
  async write(part: string | Uint8Array): Promise<void> {
    this.#check();
    if (!this.#stream.write(part)) await once(this.#stream, 'drain').catch(() => undefined);
    this.#check();
  }

  /** As `write`, but resolves when the part itself has been taken, so that its memory may be used again. */
  async writeOut(part: Uint8Array | string): Promise<void> {
    this.#check();
    await new Promise<void>((resolve) => this.#stream.write(part, () => resolve()));
    this.#check();
  }

  /** Waits until everything has been taken. */
  async end(): Promise<void> {
    this.#check();
    await new Promise<void>((resolve) => {
      if (this.#isOurs) {
        this.#stream.once('error', () => resolve());
        this.#stream.end(() => resolve());
      } else this.#stream.write('', () => resolve());
    });
    this.#check();
  }

  #check(): void {
    if (this.#error !== undefined) throw new OutputError(this.#name, this.#error);
  }
}

export const streamOutput = (stdout: Writable): Output => new Output(stdout, 'standard output', false);

export async function fileOutput(path: string): Promise<Output> {
  await mkdir(dirname(path), { recursive: true });
  const stream = createWriteStream(path);
  try {
    await once(stream, 'open');
  } catch (error) {
    throw new OutputError(path, error as NodeJS.ErrnoException);
  }
  return new Output(stream, path, true);
}
