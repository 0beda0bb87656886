import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { htmlRule } from 'refrain/engine';
import { inflatePage, isGzip } from '../reading/gzip.ts';
import { tooLargeError } from '../reading/join.ts';

/**
 * {@link readPageBytes} of an HTML page.
 *
 * @throws {InputError} `NOT_HTML`
 */
export function readPage(path: string, maxPageBytes: number): Uint8Array<ArrayBufferLike> {
  const page = readPageBytes(path, maxPageBytes);
  htmlRule.checkHtml(page);
  return page;
}

type MemoryFor = (bytes: number) => Uint8Array;

const freshMemory: MemoryFor = (bytes) => new Uint8Array(bytes);

/**
 * The bytes of a page file, decompressed if they are gzip. A file that is too large is not read. Reads synchronously,
 * which for a page of 25 kB takes a twentieth of the time of an asynchronous read.
 *
 * @param memoryFor returns the memory to read into; default: new memory, whose allocation is as slow as reading
 * @throws {LimitError} `PAGE_TOO_LARGE`
 * @throws {InputError} `INPUT_DAMAGED` for broken gzip
 * @throws the system's errors
 */
export function readPageBytes(
  path: string,
  maxPageBytes: number,
  memoryFor = freshMemory,
): Uint8Array<ArrayBufferLike> {
  const bytes = readFile(path, maxPageBytes, memoryFor);
  return isGzip(bytes) ? inflatePage(bytes, maxPageBytes) : bytes;
}

export function readHead(path: string, maxBytes: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    return fill(file, new Uint8Array(maxBytes));
  } finally {
    closeSync(file);
  }
}

function readFile(path: string, maxPageBytes: number, memoryFor: MemoryFor): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const stat = fstatSync(file);
    if (stat.size > maxPageBytes) throw tooLargeError(`${stat.size} bytes, more than ${maxPageBytes}`);
    if (stat.isFile()) return fill(file, memoryFor(stat.size));
    // The size of a pipe is unknown.
    const bytes = fill(file, new Uint8Array(maxPageBytes + 1));
    if (bytes.length > maxPageBytes) throw tooLargeError(`more than ${maxPageBytes} bytes`);
    return bytes.slice();
  } finally {
    closeSync(file);
  }
}

function fill(file: number, bytes: Uint8Array): Uint8Array {
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(file, bytes, length, bytes.length - length, null);
    if (read === 0) return bytes.subarray(0, length);
    length += read;
  }
  return bytes;
}
