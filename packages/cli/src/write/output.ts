import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { codeOf } from '@refrain/crawl/internal';
import { CommandError, messageOf, shownCode } from '../errors.ts';
import { checkFile, makeFolder } from '../files/output-target.ts';

/** Codes of the system about a whole disk or process: what could not be written here cannot be written elsewhere. */
const WHOLE: ReadonlySet<string> = new Set(
  'ENOSPC EDQUOT EROFS EIO ENXIO ENODEV ESTALE EMFILE ENFILE ENOMEM EPIPE'.split(' '),
);

/** Writing to the output failed; `code` is `EPIPE` if its reader has closed it. */
export class OutputError extends Error {
  readonly code: string;
  /** Whether no other page could be written either, so that the run ends. */
  readonly endsRun: boolean;

  constructor(name: string, cause: Error, { endsRun = false } = {}) {
    super(`${name}: ${messageOf(cause)}`, { cause });
    this.code = shownCode(cause);
    this.endsRun = endsRun || WHOLE.has(this.code);
  }
}

/** Codes of errors that end the run. All others belong to one page, except for an output that fails as a whole. */
const FATAL: ReadonlySet<string | undefined> = new Set(
  'CORE_FAILED STORE_FAILED INDEX_FAILED MODEL_INVALID'.split(' '),
);

export const endsRun = (error: unknown): boolean =>
  FATAL.has(codeOf(error)) || (error instanceof OutputError && error.endsRun);

/** A standard stream or a file. */
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

  /**
   * Resolves when the part is written, so that its memory can be reused.
   *
   * @throws {OutputError}
   */
  async write(part: string | Uint8Array): Promise<void> {
    this.#check();
    await this.#written(part);
    this.#check();
  }

  /** Waits until everything is written: errors of the last parts come when the stream closes. */
  async end(): Promise<void> {
    this.#check();
    if (!this.#isOwned) await this.#written('');
    else {
      this.#stream.end();
      if (!this.#stream.closed) await new Promise<void>((resolve) => this.#stream.once('close', () => resolve()));
    }
    this.#check();
  }

  /** The error of a write is known here before the stream reports it. */
  #written(part: Uint8Array | string): Promise<void> {
    return new Promise((resolve) =>
      this.#stream.write(part, (error) => {
        this.#error ??= error ?? undefined;
        resolve();
      }),
    );
  }

  #check(): void {
    if (this.#error !== undefined) throw new OutputError(this.#name, this.#error);
  }
}

/** Prints a text. */
export async function print(stdout: Writable, text: string): Promise<void> {
  const output = streamOutput(stdout);
  await output.write(text);
  await output.end();
}

export const streamOutput = (stdout: Writable): Output => new Output(stdout, 'standard output', false);

/**
 * Opens a file, and creates its folder. `flags`: as for `open` of the system.
 *
 * @throws {CommandError}
 */
export async function fileOutput(path: string, flag = '--out', flags = 'w'): Promise<Output> {
  const source = `${flag} ${path}`;
  makeFolder(dirname(path), source);
  checkFile(path, source);
  const stream = createWriteStream(path, { flags });
  try {
    await once(stream, 'open');
  } catch (error) {
    throw CommandError.of(source, error);
  }
  return new Output(stream, path, true);
}
