/** Reads the file of an index, and checks the hash of every part that it reads. */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { IndexError } from './errors.ts';
import { readAll, withFiles } from './files.ts';
import {
  decodeName,
  type Hash,
  HEAD_BYTES,
  type IndexHead,
  PAGE_BYTES,
  PAGE_DIFFERENT,
  PAGE_NAME,
  PAGE_NAME_HASH,
  PAGE_WORDS,
  type PageName,
  readHead,
  TERMS_A_FENCE,
} from './format.ts';
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

/** Options of the build that the index keeps, and the seed of the keys of its words. */
export interface StoredOptions {
  readonly template: string;
  readonly titles: boolean;
  readonly seed: string;
}

const decoder = new TextDecoder();

const altered = (part: string): IndexError =>
  new IndexError('INDEX_DAMAGED', `${part} of the index is altered: build the index again`);

/** The open file of an index. All methods throw `INDEX_DAMAGED` where the bytes that they read are altered or missing. */
export class IndexReader {
  readonly head: IndexHead;
  readonly options: StoredOptions;
  readonly #file: number;
  readonly #memory: IndexingMemory;
  /** For each fence the key of its first term, and the hash of its terms. */
  readonly #fences: BigUint64Array;
  readonly #pages: DataView;

  private constructor(file: number, memory: IndexingMemory, head: IndexHead, opened: Uint8Array<ArrayBuffer>) {
    this.#file = file;
    this.#memory = memory;
    this.head = head;
    const { fences, pages } = head.sections;
    this.#fences = new BigUint64Array(opened.slice(0, fences.length).buffer);
    this.#pages = new DataView(opened.buffer, fences.length, pages.length);
    const options: unknown = JSON.parse(decoder.decode(opened.subarray(fences.length + pages.length)));
    this.options = options as StoredOptions;
    if (!/^[0-9a-f]{32}$/.test(String(this.options.seed))) throw altered('the options');
    memory.core.useSeed(this.options.seed);
  }

  /**
   * Opens a file. The fences, the page records and the options are read.
   *
   * @throws {IndexError} `INDEX_DAMAGED`, `INDEX_VERSION`, `INDEX_FAILED`
   */
  static open(location: string, memory: IndexingMemory): IndexReader {
    return withFiles('cannot open the index', () => {
      const file = openSync(location, 'r');
      try {
        return IndexReader.#readHead(file, memory);
      } catch (error) {
        closeSync(file);
        throw error;
      }
    });
  }

  static #readHead(file: number, memory: IndexingMemory): IndexReader {
    const hash: Hash = (bytes) => memory.core.checksum(bytes);
    const { size } = fstatSync(file);
    const headBytes = new Uint8Array(Math.min(HEAD_BYTES, size));
    readAll(file, headBytes, 0);
    const head = readHead(headBytes, size, hash);
    const { fences, names } = head.sections;
    const opened = new Uint8Array(names.start - fences.start);
    readAll(file, opened, fences.start);
    if (hash(opened) !== head.hash) throw altered('a fence or page record');
    return new IndexReader(file, memory, head, opened);
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
    const { names } = this.head.sections;
    const at = page * PAGE_BYTES;
    const offset = this.#pages.getFloat64(at + PAGE_NAME, true);
    const end = page + 1 < this.head.pages ? this.#pages.getFloat64(at + PAGE_BYTES + PAGE_NAME, true) : names.length;
    const name = this.#read(names.start + offset, end - offset);
    if (this.#memory.core.checksum(name) !== this.#pages.getBigUint64(at + PAGE_NAME_HASH, true))
      throw altered('a name');
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
    const { postings } = this.head.sections;
    const bytes = this.#read(postings.start + term.offset, term.pagesBytes + term.positionsBytes);
    if (Number(this.#memory.core.checksum(bytes) >> 32n) !== term.hash) throw altered('the postings of a word');
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
    const { layout } = this.#memory;
    const { terms } = this.head.sections;
    const start = (fences - 1) * TERMS_A_FENCE * layout.Term.BYTES;
    const records = this.#read(terms.start + start, Math.min(TERMS_A_FENCE * layout.Term.BYTES, terms.length - start));
    if (this.#memory.core.checksum(records) !== this.#fences[2 * fences - 1]) throw altered('a term');
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
