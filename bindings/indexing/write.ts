/** Runs → the file of an index, which is there when all of it is. */
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nextTurn } from './detect.ts';
import { FENCE_BYTES, HEAD_BYTES, layOut, NAME_HEAD_BYTES, PAGE_BYTES, TERMS_A_FENCE, writeHead } from './format.ts';
import type { IndexingMemory } from './memory.ts';
import { RANGE_SHARE, type Runs } from './runs.ts';
import { type Spool, type SpoolFile, withFiles, writeAll } from './spool.ts';

export interface Written {
  readonly pages: number;
  readonly runs: Runs;
  /** A name for each page, one behind the other. */
  readonly names: SpoolFile;
  /** Whether blocks were found to be template. */
  readonly filters: boolean;
  readonly maxMemory: number;
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
  { runs, filters, maxMemory }: Written,
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
    await nextTurn();
  }
  return { postings, fences: fences.end() };
}

const COPIED = 1 << 20;

/** Copies a spooled file to a place of another, a piece at a time. */
function copy(from: SpoolFile, file: number, place: number): void {
  const buffer = new Uint8Array(COPIED);
  for (let at = 0; at < from.length; at += COPIED) {
    const bytes = buffer.subarray(0, Math.min(COPIED, from.length - at));
    from.read(bytes, at);
    writeAll(file, bytes, place + at);
  }
}

/** A record for each page: what was kept of it, and where its name is. */
function pageRecords(memory: IndexingMemory, pages: number, names: SpoolFile): Uint8Array<ArrayBuffer> {
  const lengths = memory.lengths(pages);
  const records = new Uint8Array(pages * PAGE_BYTES);
  const view = new DataView(records.buffer);
  const head = new Uint8Array(NAME_HEAD_BYTES);
  const headView = new DataView(head.buffer);
  let place = 0;
  for (let page = 0; page < pages; page += 1) {
    names.read(head, place);
    const bytes = headView.getUint32(0, true) + headView.getUint32(4, true);
    const name = new Uint8Array(NAME_HEAD_BYTES + bytes);
    names.read(name, place);
    const at = page * PAGE_BYTES;
    view.setUint32(at, lengths[2 * page] ?? 0, true);
    view.setUint32(at + 4, lengths[2 * page + 1] ?? 0, true);
    view.setFloat64(at + 8, place, true);
    view.setBigUint64(at + 16, memory.core.hash(name), true);
    place += name.length;
  }
  return records;
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
    const pages = pageRecords(memory, written.pages, written.names);
    const options = new TextEncoder().encode(written.options);
    const sections = layOut({
      ...{ postings, terms: terms.length, fences: fences.length, pages: pages.length },
      ...{ names: written.names.length, options: options.length },
    });
    copy(terms, file, sections.terms.start);
    copy(written.names, file, sections.names.start);
    writeAll(file, fences, sections.fences.start);
    writeAll(file, pages, sections.pages.start);
    writeAll(file, options, sections.options.start);
    const lengths = memory.lengths(written.pages);
    let words = 0;
    for (let page = 0; page < written.pages; page += 1) words += lengths[2 * page] ?? 0;
    const opened = new Uint8Array(fences.length + pages.length + options.length);
    opened.set(fences);
    opened.set(pages, fences.length);
    opened.set(options, fences.length + pages.length);
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
