/** Runs → the file of an index, which appears at its location when it is complete. */
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withFiles, writeAll } from './files.ts';
import {
  FENCE_BYTES,
  HEAD_BYTES,
  layOut,
  PAGE_BYTES,
  PAGE_DIFFERENT,
  PAGE_NAME,
  PAGE_NAME_HASH,
  PAGE_WORDS,
  TERMS_A_FENCE,
  writeHead,
} from './format.ts';
import { Collection } from './module/collection.ts';
import type { IndexingMemory } from './module/memory.ts';
import { Merge } from './module/merge.ts';
import { namesIn } from './names.ts';
import { nextTurn } from './next-turn.ts';
import { RANGE_SHARE, type Runs } from './runs.ts';
import type { Spool, SpoolFile } from './spool.ts';

export interface Written {
  /** Number of pages. */
  readonly pages: number;
  readonly runs: Runs;
  /** The names of all pages, one after another. */
  readonly names: SpoolFile;
  /** Whether template blocks are marked in the module. */
  readonly filters: boolean;
  readonly maxMemory: number;
  readonly signal: AbortSignal | undefined;
  /** Options of the build as JSON, for `Index.stats`. */
  readonly options: string;
}

/** Makes the fences of terms. */
class Fences {
  readonly #memory: IndexingMemory;
  readonly #termBytes: number;
  readonly #pending: Uint8Array<ArrayBuffer>;
  #pendingBytes = 0;
  readonly #fences: Uint8Array[] = [];

  constructor(memory: IndexingMemory) {
    this.#memory = memory;
    this.#termBytes = memory.layout.Term.BYTES;
    this.#pending = new Uint8Array(this.#termBytes * TERMS_A_FENCE);
  }

  add(terms: Uint8Array): void {
    for (let at = 0; at < terms.length; ) {
      const count = Math.min(terms.length - at, this.#pending.length - this.#pendingBytes);
      this.#pending.set(terms.subarray(at, at + count), this.#pendingBytes);
      this.#pendingBytes += count;
      at += count;
      if (this.#pendingBytes === this.#pending.length) this.#close();
    }
  }

  #close(): void {
    const terms = this.#pending.subarray(0, this.#pendingBytes);
    const fence = new Uint8Array(FENCE_BYTES);
    fence.set(terms.subarray(this.#memory.layout.Term.KEY, this.#memory.layout.Term.KEY + 8));
    new DataView(fence.buffer).setBigUint64(8, this.#memory.core.checksum(terms), true);
    this.#fences.push(fence);
    this.#pendingBytes = 0;
  }

  end(): Uint8Array<ArrayBuffer> {
    if (this.#pendingBytes > 0) this.#close();
    const all = new Uint8Array(this.#fences.length * FENCE_BYTES);
    for (const [index, fence] of this.#fences.entries()) all.set(fence, index * FENCE_BYTES);
    return all;
  }
}

/** Writes postings to a file, after the room for its head, and terms to another file. */
async function writePostings(
  memory: IndexingMemory,
  file: number,
  terms: SpoolFile,
  { runs, filters, maxMemory, signal }: Written,
): Promise<{ postings: number; fences: Uint8Array<ArrayBuffer> }> {
  const fences = new Fences(memory);
  let postings = 0;
  const merge = new Merge(memory);
  merge.begin();
  for (const pieces of runs.load(maxMemory * RANGE_SHARE)) {
    const written = merge.write(pieces, filters);
    writeAll(file, written.postings, HEAD_BYTES + postings);
    postings += written.postings.length;
    // A copy: hashing in `fences.add` writes to linear memory.
    const own = written.terms.slice();
    terms.append(own);
    fences.add(own);
    await nextTurn(signal);
  }
  return { postings, fences: fences.end() };
}

/** Copies a spooled file to an offset of another. */
function copy(from: SpoolFile, file: number, offset: number): void {
  let at = offset;
  for (const piece of from.pieces()) {
    writeAll(file, piece, at);
    at += piece.length;
  }
}

/** Writes the record of each page. Returns the number of words that were kept of all pages. */
function writePages(memory: IndexingMemory, names: SpoolFile, records: Uint8Array): number {
  const { words, different } = new Collection(memory).lengths(records.length / PAGE_BYTES);
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  let offset = 0;
  let page = 0;
  for (const name of namesIn(names)) {
    const at = page * PAGE_BYTES;
    view.setUint32(at + PAGE_WORDS, words[page] ?? 0, true);
    view.setUint32(at + PAGE_DIFFERENT, different[page] ?? 0, true);
    view.setFloat64(at + PAGE_NAME, offset, true);
    view.setBigUint64(at + PAGE_NAME_HASH, memory.core.checksum(name), true);
    offset += name.length;
    page += 1;
  }
  return words.reduce((sum, count) => sum + count, 0);
}

/** Writes the index to a file in the folder of the spool, and moves it to `location`. */
export async function writeIndex(
  memory: IndexingMemory,
  spool: Spool,
  location: string,
  written: Written,
): Promise<void> {
  const path = join(spool.folder, 'index');
  const file = withFiles('cannot write the index', () => openSync(path, 'wx'));
  try {
    const terms = spool.file('terms');
    const { postings, fences } = await writePostings(memory, file, terms, written);
    terms.flush();
    written.names.flush();
    const options = new TextEncoder().encode(written.options);
    const sections = layOut({
      ...{ postings, terms: terms.length, fences: fences.length, pages: written.pages * PAGE_BYTES },
      ...{ options: options.length, names: written.names.length },
    });
    const opened = new Uint8Array(sections.names.start - sections.fences.start);
    opened.set(fences);
    const pages = opened.subarray(fences.length, opened.length - options.length);
    const words = writePages(memory, written.names, pages);
    opened.set(options, fences.length + pages.length);
    copy(terms, file, sections.terms.start);
    writeAll(file, opened, sections.fences.start);
    copy(written.names, file, sections.names.start);
    const head = {
      ...{ sections, pages: written.pages, words, terms: terms.length / memory.layout.Term.BYTES },
      hash: memory.core.checksum(opened),
    };
    const headBytes = writeHead(head, (bytes) => memory.core.checksum(bytes));
    writeAll(file, headBytes, 0);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(path, location);
  const folder = openSync(dirname(location), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
