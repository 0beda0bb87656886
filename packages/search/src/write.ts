/** Runs → the file of an index, which appears at its location when it is complete. */
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CollectedPages } from './collected-pages.ts';
import { withFiles, writeAll } from './files.ts';
import {
  FENCE_BYTES,
  HEAD_BYTES,
  layOut,
  PAGE_BYTES,
  PAGE_DIFFERENT,
  PAGE_WORDS,
  TERMS_A_FENCE,
  writeHead,
} from './format.ts';
import type { IndexingMemory } from './module/memory.ts';
import { RANGE_SHARE, type Runs } from './runs.ts';
import type { Spool, SpoolFile } from './spool.ts';

/** Bytes that are copied at once. */
const COPIED = 1 << 20;

export interface Written {
  readonly pages: CollectedPages;
  readonly runs: Runs;
  /** Whether template blocks are marked in the module. */
  readonly filters: boolean;
  readonly maxMemory: number;
  readonly signal: AbortSignal | undefined;
  /** Options of the build as JSON, for `Index.stats`. */
  readonly options: string;
}

/** Writes postings to a file, after the room for its head, and terms to another file; returns the bytes of the postings. */
async function writePostings(
  memory: IndexingMemory,
  file: number,
  terms: SpoolFile,
  { runs, filters, maxMemory, signal }: Written,
): Promise<number> {
  let postings = 0;
  memory.call((indexing) => indexing.beginTerms());
  for await (const pieces of runs.load(maxMemory * RANGE_SHARE, signal)) {
    memory.check((indexing) => indexing.writeTerms(pieces, filters ? 1 : 0));
    const written = memory.core.output();
    writeAll(file, written, HEAD_BYTES + postings);
    postings += written.length;
    const [address, count] = memory.call((indexing) => [indexing.termsAddress(), indexing.termsCount()] as const);
    terms.append(memory.bytesAt(address, count * memory.layout.Term.BYTES));
  }
  terms.flush();
  return postings;
}

/** The fences of terms: one for each piece of them. */
function fencesOf(memory: IndexingMemory, terms: SpoolFile): Uint8Array {
  const { KEY, BYTES } = memory.layout.Term;
  const step = TERMS_A_FENCE * BYTES;
  const fences = new DataView(new ArrayBuffer(Math.ceil(terms.length / step) * FENCE_BYTES));
  let at = 0;
  for (const piece of terms.pieces(step)) {
    fences.setBigUint64(at, new DataView(piece.buffer).getBigUint64(KEY, true), true);
    fences.setBigUint64(at + 8, memory.core.checksum(piece), true);
    at += FENCE_BYTES;
  }
  return new Uint8Array(fences.buffer);
}

/** Copies a spooled file to an offset of another. */
function copy(from: SpoolFile, file: number, offset: number): void {
  let at = offset;
  for (const piece of from.pieces(COPIED)) {
    writeAll(file, piece, at);
    at += piece.length;
  }
}

/** Writes into the record of each page how many words were kept. Returns their number for all pages. */
function countWords(memory: IndexingMemory, records: Uint8Array): number {
  const { Length } = memory.layout;
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  const pages = records.length / PAGE_BYTES;
  const address = memory.call((indexing) => indexing.pageLengths());
  const lengths = new DataView(memory.copyAt(address, pages * Length.BYTES).buffer);
  let all = 0;
  for (let page = 0; page < pages; page += 1) {
    const words = lengths.getUint32(page * Length.BYTES + Length.WORDS, true);
    view.setUint32(page * PAGE_BYTES + PAGE_WORDS, words, true);
    const different = lengths.getUint32(page * Length.BYTES + Length.DIFFERENT, true);
    view.setUint32(page * PAGE_BYTES + PAGE_DIFFERENT, different, true);
    all += words;
  }
  return all;
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
    const postings = await writePostings(memory, file, terms, written);
    const fences = fencesOf(memory, terms);
    const { records, names } = written.pages;
    records.flush();
    names.flush();
    const options = new TextEncoder().encode(written.options);
    const sections = layOut({
      ...{ postings, terms: terms.length, fences: fences.length, pages: records.length },
      ...{ options: options.length, names: names.length },
    });
    const opened = new Uint8Array(sections.names.start - sections.fences.start);
    opened.set(fences);
    const pages = opened.subarray(fences.length, opened.length - options.length);
    records.read(pages, 0);
    const words = countWords(memory, pages);
    opened.set(options, fences.length + pages.length);
    copy(terms, file, sections.terms.start);
    writeAll(file, opened, sections.fences.start);
    copy(names, file, sections.names.start);
    const head = {
      ...{ sections, pages: written.pages.count, words, terms: terms.length / memory.layout.Term.BYTES },
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
