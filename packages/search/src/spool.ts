/** Temporary files of a build: runs, blocks and names of pages, in a folder that is removed at the end. */
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readAll, writeAll } from './files.ts';

/** A temporary file: buffered appending, reading at any offset. */
export class SpoolFile {
  readonly #file: number;
  readonly #buffer = new Uint8Array(1 << 18);
  #buffered = 0;
  #written = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'wx+');
  }

  get length(): number {
    return this.#written + this.#buffered;
  }

  append(bytes: Uint8Array): void {
    if (bytes.length > this.#buffer.length - this.#buffered) this.flush();
    if (bytes.length > this.#buffer.length) {
      writeAll(this.#file, bytes, this.#written);
      this.#written += bytes.length;
      return;
    }
    this.#buffer.set(bytes, this.#buffered);
    this.#buffered += bytes.length;
  }

  /** Writes the buffer. Where that fails, the bytes stay in the buffer. */
  flush(): void {
    writeAll(this.#file, this.#buffer.subarray(0, this.#buffered), this.#written);
    this.#written += this.#buffered;
    this.#buffered = 0;
  }

  /** Removes all bytes from offset `length` on. */
  truncate(length: number): void {
    if (length >= this.#written) {
      this.#buffered = length - this.#written;
    } else {
      this.#written = length;
      this.#buffered = 0;
    }
  }

  /** Fills `into` with the bytes from `offset` on. The bytes must have been flushed. */
  read(into: Uint8Array, offset: number): void {
    readAll(this.#file, into, offset);
  }

  /** All bytes in pieces of one size; the last may be shorter. Each piece is valid until the next is requested. */
  *pieces(size: number): Generator<Uint8Array<ArrayBuffer>> {
    const buffer = new Uint8Array(size);
    for (let at = 0; at < this.length; at += size) {
      const piece = buffer.subarray(0, Math.min(size, this.length - at));
      this.read(piece, at);
      yield piece;
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The folder of a build, beside the location of its index. */
export class Spool {
  readonly folder: string;
  readonly #files = new Map<string, SpoolFile>();

  constructor(location: string) {
    const target = resolve(location);
    const prefix = `${basename(target)}.building-`;
    Spool.#removeAbandoned(dirname(target), prefix);
    this.folder = mkdtempSync(join(dirname(target), `${prefix}${process.pid}-`));
  }

  /** Removes the folders of builds whose processes have ended: they were killed. */
  static #removeAbandoned(folder: string, prefix: string): void {
    for (const name of readdirSync(folder)) {
      // The process id is part of the name, so that a folder has an owner as soon as it exists.
      const owner = name.startsWith(prefix) ? /^(\d+)-/.exec(name.slice(prefix.length))?.[1] : undefined;
      if (owner === undefined || isAlive(Number(owner))) continue;
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }

  file(name: string): SpoolFile {
    const file = new SpoolFile(join(this.folder, name));
    this.#files.set(name, file);
    return file;
  }

  /** Removes a file if it exists. */
  delete(name: string): void {
    this.#files.get(name)?.close();
    this.#files.delete(name);
    rmSync(join(this.folder, name), { force: true });
  }

  remove(): void {
    for (const file of this.#files.values()) file.close();
    this.#files.clear();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
