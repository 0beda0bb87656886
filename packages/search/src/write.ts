/** Runs → the file of an index, which appears at its location when it is complete. */
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Collector } from './collector.ts';
import { piecesOf, type Spool, writeAll } from './files.ts';
import {
  encodeHead,
  FENCE_BYTES,
  type Hash,
  PAGE_BYTES,
  PAGE_DIFFERENT,
  PAGE_NAME,
  PAGE_NAME_HASH,
  PAGE_WORDS,
  START_BYTES,
  TERMS_A_FENCE,
} from './format.ts';
import { layout } from './module/exports.ts';
import type { IndexingMemory } from './module/memory.ts';
import type { ResolvedIndexOptions } from './options.ts';
import { RANGE_SHARE } from './runs.ts';

/** Bytes that are copied at once. */
const COPIED = 1 << 20;

/** What an index is made of. */
export interface IndexSource {
  readonly memory: IndexingMemory;
  readonly collector: Collector;
  readonly spool: Spool;
  readonly options: ResolvedIndexOptions;
}

/** Writes the index to a file in the folder of the spool, and moves it to `location`. */
export async function writeIndex(
  source: IndexSource,
  location: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const path = join(source.spool.folder, 'index');
  const file = openSync(path, 'w');
  try {
    await writeParts(file, source, signal);
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

async function writeParts(
  file: number,
  { memory, collector, spool, options }: IndexSource,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { template, titles, maxMemory } = options;
  const hash: Hash = (bytes) => memory.checksum(bytes);
  let [end, termsBytes] = [START_BYTES, 0];
  const write = (bytes: Uint8Array): void => {
    writeAll(file, bytes, end);
    end += bytes.length;
  };
  memory.call((indexing) => indexing.beginTerms());
  for await (const pieces of collector.runs.load(maxMemory * RANGE_SHARE, signal)) {
    memory.reserve((indexing) => indexing.writeTerms(pieces, template === 'two-stage' ? 1 : 0));
    write(memory.output());
    const [address, count] = memory.call((indexing) => [indexing.termsAddress(), indexing.termsCount()] as const);
    const terms = memory.bytesAt(address, count * layout.Term.BYTES);
    writeAll(spool.terms, terms, termsBytes);
    termsBytes += terms.length;
  }
  const fences = fencesOf(spool.terms, termsBytes, hash);
  const { records, words } = pagesOf(memory, collector);
  const terms = end;
  for (const piece of piecesOf(spool.terms, termsBytes, COPIED)) write(piece);
  const names = end;
  for (const piece of piecesOf(spool.names, collector.nameOffsets.at(-1) ?? 0, COPIED)) write(piece);
  const opened = new Uint8Array(fences.length + records.length);
  opened.set(fences);
  opened.set(records, fences.length);
  const offsets = { terms, names, fences: end, pages: end + fences.length, end: end + opened.length };
  write(opened);
  const { start, head } = encodeHead(
    {
      ...{ template, titles, seed: memory.seed },
      ...{ pages: collector.count, words, terms: termsBytes / layout.Term.BYTES },
      ...{ offsets, hash: String(hash(opened)) },
    },
    hash,
  );
  write(head);
  writeAll(file, start, 0);
}

/** The fences of terms: one for each piece of them. */
function fencesOf(terms: number, termsBytes: number, hash: Hash): Uint8Array {
  const { KEY, BYTES } = layout.Term;
  const step = TERMS_A_FENCE * BYTES;
  const fences = new DataView(new ArrayBuffer(Math.ceil(termsBytes / step) * FENCE_BYTES));
  let at = 0;
  for (const piece of piecesOf(terms, termsBytes, step)) {
    fences.setBigUint64(at, new DataView(piece.buffer).getBigUint64(KEY, true), true);
    fences.setBigUint64(at + 8, hash(piece), true);
    at += FENCE_BYTES;
  }
  return new Uint8Array(fences.buffer);
}

/** The records of all pages, and the number of words that were kept of them. */
function pagesOf(memory: IndexingMemory, collector: Collector): { records: Uint8Array; words: number } {
  const { PageLength } = layout;
  const { count, nameOffsets, nameHashes } = collector;
  const address = memory.call((indexing) => indexing.pageLengths());
  const lengths = new DataView(memory.copyAt(address, count * PageLength.BYTES).buffer);
  const records = new DataView(new ArrayBuffer(count * PAGE_BYTES));
  let all = 0;
  for (let page = 0; page < count; page += 1) {
    const at = page * PAGE_BYTES;
    const words = lengths.getUint32(page * PageLength.BYTES + PageLength.WORDS, true);
    records.setUint32(at + PAGE_WORDS, words, true);
    records.setUint32(
      at + PAGE_DIFFERENT,
      lengths.getUint32(page * PageLength.BYTES + PageLength.DIFFERENT, true),
      true,
    );
    records.setFloat64(at + PAGE_NAME, nameOffsets[page] ?? 0, true);
    records.setBigUint64(at + PAGE_NAME_HASH, nameHashes[page] ?? 0n, true);
    all += words;
  }
  return { records: new Uint8Array(records.buffer), words: all };
}
