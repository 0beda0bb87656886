import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { LimitError } from 'refrain';
import { joined } from './bytes.ts';
import { inflatePage, isGzip } from './gzip.ts';

/** Bytes read at a time from what does not know its size: a pipe, say. */
const CHUNK_BYTES = 64 * 1024;

/**
 * A file's bytes; one that is too large is not even read. What is compressed by gzip is given as it was before. It
 * waits for the disk: for a page of 25 kB that takes a twentieth of the time that asking and being told takes.
 *
 * @throws {LimitError} `PAGE_TOO_LARGE`
 * @throws {InputError} `INPUT_DAMAGED` for broken gzip
 * @throws the system's errors
 */
export function readPage(path: string, maxPageBytes: number): Uint8Array<ArrayBufferLike> {
  const bytes = readFile(path, maxPageBytes);
  return isGzip(bytes) ? inflatePage(bytes, maxPageBytes) : bytes;
}

/** The first bytes of a file. */
export function readHead(path: string, most: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    return fill(file, new Uint8Array(most));
  } finally {
    closeSync(file);
  }
}

function readFile(path: string, maxPageBytes: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const stat = fstatSync(file);
    if (stat.size > maxPageBytes) throw tooLarge(`${stat.size} bytes, more than ${maxPageBytes}`);
    return stat.isFile() ? fill(file, new Uint8Array(stat.size)) : drain(file, maxPageBytes);
  } finally {
    closeSync(file);
  }
}

/** Reads until the room is full or the file at its end. */
function fill(file: number, room: Uint8Array): Uint8Array {
  let length = 0;
  while (length < room.length) {
    const read = readSync(file, room, length, room.length - length, null);
    if (read === 0) return room.subarray(0, length);
    length += read;
  }
  return room;
}

function drain(file: number, maxPageBytes: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const part = fill(file, new Uint8Array(CHUNK_BYTES));
    if (part.length === 0) return joined(parts);
    parts.push(part);
    length += part.length;
    if (length > maxPageBytes) throw tooLarge(`more than ${maxPageBytes} bytes`);
  }
}

const tooLarge = (size: string): LimitError => new LimitError('PAGE_TOO_LARGE', `the page has ${size}`);
