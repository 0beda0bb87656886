import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { CommandError, messageOf } from './errors.ts';
import { checkFile, makeFolder } from './output-target.ts';

/** Writing to the output failed; `code` is `EPIPE` if its reader has closed it. */
export class OutputError extends Error {
  readonly code: string;

  constructor(name: string, cause: NodeJS.ErrnoException) {
    super(`${name}: ${messageOf(cause)}`, { cause });
    this.code = cause.code ?? cause.name;
  }
}

/** Standard output or a file. A write resolves when the stream is ready for the next one. */
export class Output {
  readonly #stream: Writable;
  readonly #name: string;
  readonly #isOwned: boolean;
  #error: NodeJS.ErrnoException | undefined;

  /** `isOwned`: `end` ends the stream too. */
  constructor(stream: Writable, name: string, isOwned: boolean) {
    this.#stream = stream;
    this.#name = name;
    this.#isOwned = isOwned;
    // An error may be reported long after the write that caused it; without a listener it would end the process.
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

  /** Like `write`, but resolves when the part is written, so that its memory can be reused. */
  async writeOut(part: Uint8Array | string): Promise<void> {
    this.#check();
    await new Promise<void>((resolve) => this.#stream.write(part, () => resolve()));
    this.#check();
  }

  /** Waits until everything is written. */
  async end(): Promise<void> {
    this.#check();
    await new Promise<void>((resolve) => {
      if (this.#isOwned) {
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

/**
 * Opens a file, and creates its folder.
 *
 * @throws {CommandError}
 */
export async function fileOutput(path: string): Promise<Output> {
  const source = `--out ${path}`;
  makeFolder(dirname(path), source);
  checkFile(path, source);
  const stream = createWriteStream(path);
  try {
    await once(stream, 'open');
  } catch (error) {
    throw CommandError.of(source, error);
  }
  return new Output(stream, path, true);
}
