/**
 * A file of named values, each with bytes. Each change appends a line of JSON, and new bytes. Only positions are in
 * memory. If a process is killed, only its last change can be incomplete; the next process removes it.
 */
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { OutputError } from '../../errors.ts';

interface Line {
  readonly name: string;
  /** Undefined if the name is removed. */
  readonly value?: unknown;
  /** Length of the bytes after the line; undefined if the bytes do not change. */
  readonly bytes?: number | undefined;
}

interface LogPosition {
  readonly at: number;
  readonly length: number;
  readonly bytesAt: number;
  readonly bytes: number;
}

/** Number of bytes that are read first to find the end of a line. */
const LINE_BYTES = 4096;
/** The log is rewritten if it has more unused than used bytes, and more than UNUSED_BYTES. */
const UNUSED_BYTES = 16 * 1024 * 1024;
const LINE_END = 10;

export class PageLog<T> {
  readonly #path: string;
  #file: number;
  #end = 0;
  #places = new Map<string, LogPosition>();

  private constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'a+');
  }

  /** @throws {Error} of the system */
  static open<T>(path: string): PageLog<T> {
    const log = new PageLog<T>(path);
    log.#load();
    const used = [...log.#places.values()].reduce((sum, { length, bytes }) => sum + length + bytes, 0);
    if (log.#end > 2 * used + UNUSED_BYTES) log.#compact();
    return log;
  }

  #load(): void {
    const { size } = fstatSync(this.#file);
    for (;;) {
      const found = this.#lineAt(this.#end);
      if (found === undefined || this.#end + found.length + (found.line.bytes ?? 0) > size) break;
      this.#add(found.line, found.length);
    }
    ftruncateSync(this.#file, this.#end);
  }

  /** The line at a position; undefined if it is incomplete. */
  #lineAt(at: number): { readonly line: Line; readonly length: number } | undefined {
    for (let size = LINE_BYTES; ; size *= 2) {
      const chunk = this.#bytesAt(at, size);
      const length = chunk.indexOf(LINE_END) + 1;
      if (length > 0) return { line: JSON.parse(chunk.toString('utf8', 0, length)) as Line, length };
      if (chunk.length < size) return undefined;
    }
  }

  #bytesAt(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    return bytes.subarray(0, readSync(this.#file, bytes, 0, length, at));
  }

  #add({ name, value, bytes }: Line, length: number): void {
    const at = this.#end;
    const { bytesAt, bytes: kept } =
      bytes === undefined ? (this.#places.get(name) ?? { bytesAt: 0, bytes: 0 }) : { bytesAt: at + length, bytes };
    if (value === undefined) this.#places.delete(name);
    else this.#places.set(name, { at, length, bytesAt, bytes: kept });
    this.#end += length + (bytes ?? 0);
  }

  #append(line: Line, bytes: Uint8Array = new Uint8Array()): void {
    const text = Buffer.from(`${JSON.stringify(line)}\n`);
    try {
      writeFileSync(this.#file, Buffer.concat([text, bytes]));
    } catch (error) {
      ftruncateSync(this.#file, this.#end);
      throw new OutputError(this.#path, error as Error, { endsRun: true });
    }
    this.#add(line, text.length);
  }

  /** Writes the current values to another file, which then replaces this file. */
  #compact(): void {
    const path = `${this.#path}.new`;
    writeFileSync(path, '');
    const log = new PageLog<T>(path);
    for (const name of this.#places.keys()) log.set(name, this.get(name) as T, this.bytes(name));
    closeSync(this.#file);
    renameSync(path, this.#path);
    [this.#file, this.#end, this.#places] = [log.#file, log.#end, log.#places];
  }

  get(name: string): T | undefined {
    const place = this.#places.get(name);
    return place && (this.#lineAt(place.at)?.line.value as T);
  }

  /** A copy of the bytes of a value. The copy can be transferred. */
  bytes(name: string): Uint8Array<ArrayBuffer> {
    const { bytesAt = 0, bytes = 0 } = this.#places.get(name) ?? {};
    return this.#bytesAt(bytesAt, bytes) as Uint8Array<ArrayBuffer>;
  }

  /** Without `bytes`, the bytes of the name do not change. */
  set(name: string, value: T, bytes?: Uint8Array): void {
    this.#append({ name, value, bytes: bytes?.length }, bytes);
  }

  delete(name: string): void {
    if (this.#places.has(name)) this.#append({ name });
  }

  *entries(): Generator<[name: string, value: T]> {
    for (const name of [...this.#places.keys()].sort()) {
      const value = this.get(name);
      if (value !== undefined) yield [name, value];
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
