/** What is written while an index is built: runs, blocks, and the names of pages, in a folder that is gone afterwards. */
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readAll, writeAll } from './files.ts';

/** A file that is appended to in larger pieces, and read anywhere. */
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

  /** What is buffered stays where it can not be written. */
  flush(): void {
    writeAll(this.#file, this.#buffer.subarray(0, this.#buffered), this.#written);
    this.#written += this.#buffered;
    this.#buffered = 0;
  }

  /** Forgets what was appended behind a place. */
  truncate(length: number): void {
    if (length >= this.#written) {
      this.#buffered = length - this.#written;
    } else {
      this.#written = length;
      this.#buffered = 0;
    }
  }

  read(into: Uint8Array, place: number): void {
    readAll(this.#file, into, place);
  }

  close(): void {
    closeSync(this.#file);
  }
}

function isAlive(process_: number): boolean {
  try {
    return process.kill(process_, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The folder of a build, beside where its index will be. */
export class Spool {
  readonly folder: string;
  readonly #files = new Map<string, SpoolFile>();

  constructor(location: string) {
    const target = resolve(location);
    const prefix = `${basename(target)}.building-`;
    Spool.#removeAbandoned(dirname(target), prefix);
    this.folder = mkdtempSync(join(dirname(target), `${prefix}${process.pid}-`));
  }

  /** A build that was killed leaves its folder; nobody goes on with it. */
  static #removeAbandoned(folder: string, prefix: string): void {
    for (const name of readdirSync(folder)) {
      // The name says whose it is from the moment that it is there.
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

  /** Removes a file, if it is there. */
  forget(name: string): void {
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
