/** Runs → the file of an index, which is there when all of it is. */
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withFiles, writeAll } from './files.ts';
import {
  FENCE_BYTES,
  HEAD_BYTES,
  layOut,
  NAME_HEAD_BYTES,
  PAGE_BYTES,
  PAGE_DIFFERENT,
  PAGE_NAME,
  PAGE_NAME_HASH,
  PAGE_WORDS,
  TERMS_A_FENCE,
  writeHead,
} from './format.ts';
import type { IndexingMemory } from './memory.ts';
import { nextTurn } from './next-turn.ts';
import { RANGE_SHARE, type Runs } from './runs.ts';
import type { Spool, SpoolFile } from './spool.ts';

export interface Written {
  readonly pages: number;
  readonly runs: Runs;
  /** A name for each page, one behind the other. */
  readonly names: SpoolFile;
  /** Whether blocks were found to be template. */
  readonly filters: boolean;
  readonly maxMemory: number;
  readonly signal: AbortSignal | undefined;
  /** What was asked for, for those who open the index. */
  readonly options: string;
}

/** Fences of the terms that go by, a record at a time. */
class Fences {
  readonly #memory: IndexingMemory;
  readonly #termBytes: number;
  readonly #held: Uint8Array<ArrayBuffer>;
  #heldBytes = 0;
  readonly #fences: Uint8Array[] = [];

  constructor(memory: IndexingMemory) {
    this.#memory = memory;
    this.#termBytes = memory.core.layout.TERM_BYTES;
    this.#held = new Uint8Array(this.#termBytes * TERMS_A_FENCE);
  }

  add(terms: Uint8Array): void {
    for (let at = 0; at < terms.length; ) {
      const count = Math.min(terms.length - at, this.#held.length - this.#heldBytes);
      this.#held.set(terms.subarray(at, at + count), this.#heldBytes);
      this.#heldBytes += count;
      at += count;
      if (this.#heldBytes === this.#held.length) this.#close();
    }
  }

  #close(): void {
    const terms = this.#held.subarray(0, this.#heldBytes);
    const fence = new Uint8Array(FENCE_BYTES);
    fence.set(terms.subarray(this.#memory.core.layout.TERM_KEY, this.#memory.core.layout.TERM_KEY + 8));
    new DataView(fence.buffer).setBigUint64(8, this.#memory.core.hash(terms), true);
    this.#fences.push(fence);
    this.#heldBytes = 0;
  }

  end(): Uint8Array<ArrayBuffer> {
    if (this.#heldBytes > 0) this.#close();
    const all = new Uint8Array(this.#fences.length * FENCE_BYTES);
    for (const [index, fence] of this.#fences.entries()) all.set(fence, index * FENCE_BYTES);
    return all;
  }
}

/** Writes postings to a file, from its head on, and terms to another. */
async function writePostings(
  memory: IndexingMemory,
  file: number,
  terms: SpoolFile,
  { runs, filters, maxMemory, signal }: Written,
): Promise<{ postings: number; fences: Uint8Array<ArrayBuffer> }> {
  const fences = new Fences(memory);
  let postings = 0;
  memory.beginTerms();
  for (const pieces of runs.load(memory, maxMemory * RANGE_SHARE)) {
    const written = memory.writeTerms(pieces, filters);
    writeAll(file, written.postings, HEAD_BYTES + postings);
    postings += written.postings.length;
    const own = written.terms.slice();
    terms.append(own);
    fences.add(own);
    await nextTurn(signal);
  }
  return { postings, fences: fences.end() };
}

const COPIED = 1 << 20;

/** The pieces of a spooled file, each to be used before the next. */
function* piecesOf(file: SpoolFile): Generator<Uint8Array<ArrayBuffer>> {
  const buffer = new Uint8Array(COPIED);
  for (let at = 0; at < file.length; at += COPIED) {
    const piece = buffer.subarray(0, Math.min(COPIED, file.length - at));
    file.read(piece, at);
    yield piece;
  }
}

/** Copies a spooled file to a place of another. */
function copy(from: SpoolFile, file: number, place: number): void {
  let at = place;
  for (const piece of piecesOf(from)) {
    writeAll(file, piece, at);
    at += piece.length;
  }
}

/** The names of all pages, with their heads, one after the other. */
function* namesOf(names: SpoolFile): Generator<Uint8Array> {
  let held = new Uint8Array();
  for (const piece of piecesOf(names)) {
    const bytes = new Uint8Array(held.length + piece.length);
    bytes.set(held);
    bytes.set(piece, held.length);
    const view = new DataView(bytes.buffer);
    let at = 0;
    while (at + NAME_HEAD_BYTES <= bytes.length) {
      const end = at + NAME_HEAD_BYTES + view.getUint32(at, true) + view.getUint32(at + 4, true);
      if (end > bytes.length) break;
      yield bytes.subarray(at, end);
      at = end;
    }
    held = bytes.slice(at);
  }
}

/** Writes a record for each page: what was kept of it, and where its name is. How many words were kept in all. */
function writePages(memory: IndexingMemory, names: SpoolFile, records: Uint8Array): number {
  const { words, different } = memory.lengths(records.length / PAGE_BYTES);
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  let place = 0;
  let page = 0;
  for (const name of namesOf(names)) {
    const at = page * PAGE_BYTES;
    view.setUint32(at + PAGE_WORDS, words[page] ?? 0, true);
    view.setUint32(at + PAGE_DIFFERENT, different[page] ?? 0, true);
    view.setFloat64(at + PAGE_NAME, place, true);
    view.setBigUint64(at + PAGE_NAME_HASH, memory.core.hash(name), true);
    place += name.length;
    page += 1;
  }
  return words.reduce((sum, count) => sum + count, 0);
}

/** Writes the index to `location`, by way of a file in the spool's folder. */
export async function writeIndex(
  memory: IndexingMemory,
  spool: Spool,
  location: string,
  written: Written,
): Promise<void> {
  const path = join(spool.folder, 'index');
  const file = withFiles('writing the index', () => openSync(path, 'wx'));
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
      ...{ sections, pages: written.pages, words, terms: terms.length / memory.core.layout.TERM_BYTES },
      hash: memory.core.hash(opened),
    };
    const headBytes = writeHead(head, (bytes) => memory.core.hash(bytes));
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
