/** Reads the file of an index, and checks the hash of every part that it reads. */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { IndexError } from './errors.ts';
import { readAll } from './files.ts';
import {
  decodeName,
  type IndexHead,
  PAGE_BYTES,
  PAGE_DIFFERENT,
  PAGE_NAME,
  PAGE_NAME_HASH,
  PAGE_WORDS,
  type PageName,
  readHead,
  START_BYTES,
  TERMS_A_FENCE,
} from './format.ts';
import { layout } from './module/exports.ts';
import type { IndexingMemory } from './module/memory.ts';
import type { Postings } from './postings.ts';

interface Term {
  readonly df: number;
  /** Offset of its postings in their section. */
  readonly offset: number;
  readonly pagesBytes: number;
  readonly positionsBytes: number;
  readonly hash: number;
}

const altered = (part: string): IndexError =>
  new IndexError('INDEX_DAMAGED', `${part} of the index is altered: build the index again`);

/** The open file of an index. All methods throw `INDEX_DAMAGED` where the bytes that they read are altered or missing. */
export class IndexReader {
  readonly head: IndexHead;
  readonly bytes: number;
  readonly #file: number;
  readonly #memory: IndexingMemory;
  /** For each fence the key of its first term, and the hash of its terms. */
  readonly #fences: BigUint64Array;
  readonly #pages: DataView;

  /**
   * Opens a file. The fences, the page records and the head are read.
   *
   * @throws {IndexError} `INDEX_DAMAGED`, `INDEX_VERSION`, `INDEX_FAILED`
   */
  constructor(location: string, memory: IndexingMemory) {
    this.#memory = memory;
    this.#file = openSync(location, 'r');
    try {
      this.bytes = fstatSync(this.#file).size;
      this.head = readHead(
        this.bytes,
        (at, length) => this.#read(at, length),
        (bytes) => memory.checksum(bytes),
      );
      const { fences, pages, end } = this.head.offsets;
      const opened = this.#read(fences, end - fences);
      if (String(memory.checksum(opened)) !== this.head.hash) throw altered('a fence or page record');
      this.#fences = new BigUint64Array(opened.slice(0, pages - fences).buffer);
      this.#pages = new DataView(opened.buffer, pages - fences);
    } catch (error) {
      closeSync(this.#file);
      throw error;
    }
    memory.useSeed(this.head.seed);
  }

  close(): void {
    closeSync(this.#file);
  }

  /** The numbers of words, and of different words, that were kept of a page. */
  lengthOf(page: number): { words: number; different: number } {
    const at = page * PAGE_BYTES;
    return {
      words: this.#pages.getUint32(at + PAGE_WORDS, true),
      different: this.#pages.getUint32(at + PAGE_DIFFERENT, true),
    };
  }

  nameOf(page: number): PageName {
    const { pages, offsets } = this.head;
    const at = page * PAGE_BYTES;
    const start = offsets.names + this.#pages.getFloat64(at + PAGE_NAME, true);
    const end =
      page + 1 < pages ? offsets.names + this.#pages.getFloat64(at + PAGE_BYTES + PAGE_NAME, true) : offsets.fences;
    const name = this.#read(start, end - start);
    if (this.#memory.checksum(name) !== this.#pages.getBigUint64(at + PAGE_NAME_HASH, true)) throw altered('a name');
    return decodeName(name);
  }

  /** The number of pages that have a word. */
  dfOf(key: bigint): number {
    return this.#term(key)?.df ?? 0;
  }

  /** The postings of a word; undefined where no page has it. */
  postingsOf(key: bigint): Postings | undefined {
    const term = this.#term(key);
    if (term === undefined) return undefined;
    const bytes = this.#read(START_BYTES + term.offset, term.pagesBytes + term.positionsBytes);
    if (Number(this.#memory.checksum(bytes) >> 32n) !== term.hash) throw altered('the postings of a word');
    return {
      df: term.df,
      pages: bytes.subarray(0, term.pagesBytes),
      positions: bytes.subarray(term.pagesBytes),
    };
  }

  #read(start: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    readAll(this.#file, bytes, start);
    return bytes;
  }

  /** The number of fences whose first key is not above `key`. */
  #fencesBelow(key: bigint): number {
    let low = 0;
    let high = this.#fences.length / 2;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#fences[2 * middle] ?? 0n) <= key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #term(key: bigint): Term | undefined {
    const fences = this.#fencesBelow(key);
    if (fences === 0) return undefined;
    const { terms, names } = this.head.offsets;
    const start = terms + (fences - 1) * TERMS_A_FENCE * layout.Term.BYTES;
    const records = this.#read(start, Math.min(TERMS_A_FENCE * layout.Term.BYTES, names - start));
    if (this.#memory.checksum(records) !== this.#fences[2 * fences - 1]) throw altered('a term');
    const view = new DataView(records.buffer);
    for (let at = 0; at < records.length; at += layout.Term.BYTES) {
      if (view.getBigUint64(at + layout.Term.KEY, true) !== key) continue;
      return {
        df: view.getUint32(at + layout.Term.DF, true),
        offset: Number(view.getBigUint64(at + layout.Term.OFFSET, true)),
        pagesBytes: view.getUint32(at + layout.Term.PAGES_BYTES, true),
        positionsBytes: view.getUint32(at + layout.Term.POSITIONS_BYTES, true),
        hash: view.getUint32(at + layout.Term.HASH, true),
      };
    }
    return undefined;
  }
}
