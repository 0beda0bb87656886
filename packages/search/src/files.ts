/** Complete reads and writes of files, and the temporary files of a build. */
import { closeSync, mkdtempSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { IndexError } from './errors.ts';

/** Writes all bytes at an offset of a file. */
export function writeAll(file: number, bytes: Uint8Array, offset: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, offset + done);
  }
}

/**
 * Fills `into` with the bytes of a file from `offset` on.
 *
 * @throws {IndexError} `INDEX_DAMAGED` where the file ends before
 */
export function readAll(file: number, into: Uint8Array, offset: number): void {
  for (let done = 0; done < into.length; ) {
    const count = readSync(file, into, done, into.length - done, offset + done);
    if (count === 0) throw new IndexError('INDEX_DAMAGED', 'the file of the index is cut off');
    done += count;
  }
}

/** The first `length` bytes of a file in pieces of one size; the last may be shorter. The next piece overwrites a piece. */
export function* piecesOf(file: number, length: number, size: number): Generator<Uint8Array<ArrayBuffer>> {
  const buffer = new Uint8Array(size);
  for (let at = 0; at < length; at += size) {
    const piece = buffer.subarray(0, Math.min(size, length - at));
    readAll(file, piece, at);
    yield piece;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Removes the folders of builds whose processes have ended: they were killed. */
function removeAbandoned(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    // The process id is part of the name, so that a folder has an owner as soon as it exists.
    const owner = name.startsWith(prefix) ? /^(\d+)-/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (owner === undefined || isAlive(Number(owner))) continue;
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** The temporary files of a build, in a folder beside the location of its index. */
export class Spool {
  readonly folder: string;
  readonly runs: number;
  /** Records of the blocks of all pages. */
  readonly blocks: number;
  /** Names of all pages. */
  readonly names: number;
  readonly terms: number;

  constructor(location: string) {
    const target = resolve(location);
    const prefix = `${basename(target)}.building-`;
    removeAbandoned(dirname(target), prefix);
    this.folder = mkdtempSync(join(dirname(target), `${prefix}${process.pid}-`));
    const open = (name: string): number => openSync(join(this.folder, name), 'wx+');
    this.runs = open('runs');
    this.blocks = open('blocks');
    this.names = open('names');
    this.terms = open('terms');
  }

  remove(): void {
    for (const file of [this.runs, this.blocks, this.names, this.terms]) closeSync(file);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
