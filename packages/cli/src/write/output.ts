/** What a command writes to: a standard stream or a file. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { type Duplex, finished, pipeline, Writable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { CommandError, OutputError } from '../errors.ts';
import { checkFile, makeFolder } from '../files/output-target.ts';

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

/** How a file is opened. */
interface FileOptions {
  /** The flag that names it. */
  readonly flag?: string;
  /** As for `open` of the system. */
  readonly flags?: string;
  /** Whether what is written is compressed already: a name without `.gz` gets it as it was. Undefined: it is not. */
  readonly isPacked?: true | undefined;
}

/**
 * Opens a file, and creates its folder. One that ends in `.gz` is compressed.
 *
 * @throws {CommandError}
 */
export async function fileOutput(
  path: string,
  { flag = '--out', flags = 'w', isPacked }: FileOptions = {},
): Promise<Output> {
  const source = `${flag} ${path}`;
  makeFolder(dirname(path), source);
  checkFile(path, source);
  const stream = createWriteStream(path, { flags });
  try {
    await once(stream, 'open');
  } catch (error) {
    throw CommandError.of(source, error);
  }
  const isZipped = /\.gz$/i.test(path);
  if (isPacked === true && /\.(?:warc|wet)$/i.test(path))
    return new Output(through(createGunzip(), stream), path, true);
  return new Output(isZipped && isPacked !== true ? through(createGzip(), stream) : stream, path, true);
}

/** Writes into a file what comes out of `first`, which closes when the file does, and fails where that fails. */
function through(first: Duplex, file: Writable): Writable {
  const closed = new Writable({
    write: (part, encoding, done) => void first.write(part, encoding, done),
    final(done) {
      first.end();
      finished(file, (error) => done(error));
    },
  });
  pipeline(first, file, (error) => error && closed.destroy(error));
  return closed;
}
