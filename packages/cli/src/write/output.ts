/** The output of a command: a standard stream or a file. */
import { once } from 'node:events';
import { closeSync, createWriteStream, fstatSync, openSync, readSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Duplex, finished, pipeline, Writable } from 'node:stream';
import { createGunzip, createGzip, gunzipSync, gzipSync } from 'node:zlib';
import { CommandError, OutputError } from '../errors.ts';
import { checkFile, makeFolder } from '../files/output-target.ts';
import { PartialFile } from '../files/partial-file.ts';

const asItIs = (part: Uint8Array | string): Uint8Array | string => part;

interface FileSettings {
  /** Encodes each part separately. */
  readonly pack?: (part: Uint8Array | string) => Uint8Array | string;
  /** The previous length of the file. */
  readonly length?: number;
  readonly partial?: PartialFile | undefined;
}

/** A standard stream or a file. If a new file is disposed of before `end`, it is removed. */
export class Output {
  readonly #stream: Writable;
  readonly #name: string;
  readonly #isOwned: boolean;
  readonly #pack: (part: Uint8Array | string) => Uint8Array | string;
  readonly #partial: PartialFile | undefined;
  #length: number;
  #error: NodeJS.ErrnoException | undefined;

  /** @param isOwned true if `end` also ends the stream */
  constructor(
    stream: Writable,
    name: string,
    isOwned: boolean,
    { pack = asItIs, length = 0, partial }: FileSettings = {},
  ) {
    this.#stream = stream;
    this.#name = name;
    this.#isOwned = isOwned;
    this.#pack = pack;
    this.#length = length;
    this.#partial = partial;
    // The stream may report an error long after the write. Without a listener, the error would end the process.
    stream.on('error', (error) => {
      this.#error ??= error;
    });
  }

  /**
   * Resolves when the part is written and its memory can be reused. Returns the length of the output so far.
   *
   * @throws {OutputError}
   */
  async write(part: string | Uint8Array): Promise<number> {
    this.#check();
    const packed = this.#pack(part);
    this.#length += Buffer.byteLength(packed);
    const length = this.#length;
    await this.#written(packed);
    this.#check();
    return length;
  }

  /** Waits until everything is written; renames a new file. */
  async end(): Promise<void> {
    await this.#close();
    this.#withTarget((partial) => partial.finish());
  }

  /** Ends the output. After an interruption a new file gets another name, which is returned. */
  async endUnless({ aborted }: AbortSignal): Promise<string | undefined> {
    if (!aborted) return void (await this.end());
    await this.#close();
    return this.#withTarget((partial) => partial.leave());
  }

  #withTarget<T>(act: (partial: PartialFile) => T): T | undefined {
    try {
      return this.#partial && act(this.#partial);
    } catch (error) {
      throw new OutputError(this.#name, error as Error);
    }
  }

  /** Errors of the last parts are reported when the stream closes. */
  async #close(): Promise<void> {
    this.#check();
    if (!this.#isOwned) await this.#written('');
    else {
      this.#stream.end();
      if (!this.#stream.closed) await new Promise<void>((resolve) => this.#stream.once('close', () => resolve()));
    }
    this.#check();
  }

  [Symbol.dispose](): void {
    this.#partial?.discard();
  }

  /** Rejects with the error of this write, before the stream reports it. */
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

export async function print(stdout: Writable, text: string): Promise<void> {
  const output = streamOutput(stdout);
  await output.write(text);
  await output.end();
}

export const streamOutput = (stdout: Writable): Output => new Output(stdout, 'standard output', false);

const LINE_FEED = 0x0a;

/** True if the stream is a file that the shell opened, and its last line has no end or cannot be read. */
export function isCutOff({ fd }: Writable & { readonly fd?: number }): boolean {
  const stat = fd === undefined ? undefined : fstatSync(fd);
  if (stat?.isFile() !== true || stat.size === 0) return false;
  try {
    // Opened again, because the stream is write-only.
    const file = openSync(`/dev/fd/${fd}`, 'r');
    const last = Buffer.alloc(1);
    readSync(file, last, 0, 1, stat.size - 1);
    closeSync(file);
    return last[0] !== LINE_FEED;
  } catch {
    return true;
  }
}

interface FileOptions {
  readonly flag?: string;
  /** Flags of the system's `open`. Default: writes a temporary file, which replaces an earlier file at its end. */
  readonly flags?: 'a' | 'w';
  /** True if the parts are already compressed. They are decompressed for a file without `.gz` in its name. */
  readonly isPacked?: true | undefined;
  /** Bytes of an existing file that are kept. The output is appended, and each part compressed separately. */
  readonly from?: number | undefined;
}

/**
 * Opens a file, and creates its folder. A file that ends in `.gz` is compressed.
 *
 * @throws {CommandError}
 */
export async function fileOutput(
  path: string,
  { flag = '--out', flags, isPacked, from }: FileOptions = {},
): Promise<Output> {
  const source = `${flag} ${path}`;
  makeFolder(dirname(path), source);
  checkFile(path, source);
  const packing = packingOf(path, isPacked);
  const partial = flags === undefined && from === undefined ? PartialFile.of(path) : undefined;
  let stream: Writable;
  try {
    if (from) truncateSync(path, from);
    const how = from ? { flags: 'r+', start: from } : { flags: flags ?? 'w' };
    stream =
      partial === undefined
        ? createWriteStream(path, how)
        : createWriteStream(partial.path, { flags: 'wx', flush: true });
    await once(stream, 'open');
  } catch (error) {
    throw CommandError.of(source, error);
  }
  if (from !== undefined) return new Output(stream, path, true, { ...packing, length: from });
  return new Output(packing === undefined ? stream : through(packing.make(), stream), path, true, { partial });
}

/** Compresses parts, as a stream or each separately; or decompresses them if they are already compressed. */
function packingOf(path: string, isPacked: true | undefined) {
  if (isPacked === true && /\.(?:warc|wet)$/i.test(path)) return { make: createGunzip, pack: unpacked };
  return isPacked !== true && /\.gz$/i.test(path) ? { make: createGzip, pack: packed } : undefined;
}

const packed = (part: Uint8Array | string): Uint8Array => gzipSync(part);
const unpacked = (part: Uint8Array | string): Uint8Array => gunzipSync(Buffer.from(part));

/** A stream that writes to `file` through `first`. It closes when the file does, and reports errors of the file. */
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
