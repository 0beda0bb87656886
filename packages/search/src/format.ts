/**
 * The file of an index.
 *
 *   start │ postings │ terms │ names │ fences │ pages │ head
 *
 * - The start has a magic number, the format, the length of the head and its hash.
 * - Postings and terms have the form that assembly/indexing/records.ts draws. Terms ascend by key.
 * - A name is a list of URL and title, as JSON. It ends where that of the next page begins.
 * - A fence stands for `TERMS_A_FENCE` terms: the key of the first term, and the hash of their records.
 * - A page has the number of words that were kept of it, the number of different ones, and the offset and hash of its name.
 * - The head is JSON. Its seed is the secret of the keys of words: whoever has the file knows it.
 *
 * Numbers are little-endian. Fences, pages and head are read when an index is opened.
 */
import { IndexError } from './errors.ts';

const MAGIC = 0x7865_646e_692d_6672n;
const FORMAT = 4;

export const TERMS_A_FENCE = 128;
/** First key, and hash of the terms: eight bytes each. */
export const FENCE_BYTES = 16;

// ── Page ──
//
//   0       4           8              16
//   │ words │ different │ name, a double │ hash of the name │
export const PAGE_WORDS = 0;
export const PAGE_DIFFERENT = PAGE_WORDS + 4;
export const PAGE_NAME = PAGE_DIFFERENT + 4;
export const PAGE_NAME_HASH = PAGE_NAME + 8;
export const PAGE_BYTES = PAGE_NAME_HASH + 8;

// ── Start ──
//
//   0       8        12              16
//   │ magic │ format │ bytes of head │ hash of the head │
const START_FORMAT = 8;
const START_HEAD_BYTES = START_FORMAT + 4;
const START_HASH = START_HEAD_BYTES + 4;
export const START_BYTES = START_HASH + 8;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface PageName {
  readonly url: string;
  readonly title: string;
}

export const encodeName = ({ url, title }: PageName): Uint8Array => encoder.encode(JSON.stringify([url, title]));

export function decodeName(bytes: Uint8Array): PageName {
  const [url, title] = JSON.parse(decoder.decode(bytes)) as [string, string];
  return { url, title };
}

/** The 64-bit checksum of the module. */
export type Hash = (bytes: Uint8Array) => bigint;

export interface IndexHead {
  /** Options of the build, and the seed of the keys of words. */
  readonly template: string;
  readonly titles: boolean;
  readonly seed: string;
  readonly pages: number;
  /** Number of words that were kept, and of different ones. */
  readonly words: number;
  readonly terms: number;
  /** Offsets of the parts behind the postings, and the end of the last one. */
  readonly offsets: Readonly<Record<'terms' | 'names' | 'fences' | 'pages' | 'end', number>>;
  /** Hash of fences and pages together. */
  readonly hash: string;
}

/** The start of the file and its head. */
export function encodeHead(head: IndexHead, hash: Hash): { start: Uint8Array; head: Uint8Array } {
  const bytes = encoder.encode(JSON.stringify(head));
  const start = new DataView(new ArrayBuffer(START_BYTES));
  start.setBigUint64(0, MAGIC, true);
  start.setUint32(START_FORMAT, FORMAT, true);
  start.setUint32(START_HEAD_BYTES, bytes.length, true);
  start.setBigUint64(START_HASH, hash(bytes), true);
  return { start: new Uint8Array(start.buffer), head: bytes };
}

/**
 * Reads the head of a file of `fileBytes` bytes. `read` gives bytes of the file.
 *
 * @throws {IndexError} `INDEX_DAMAGED`, `INDEX_VERSION`
 */
export function readHead(fileBytes: number, read: (at: number, length: number) => Uint8Array, hash: Hash): IndexHead {
  const damaged = (message: string): IndexError => new IndexError('INDEX_DAMAGED', message);
  if (fileBytes < START_BYTES) throw damaged('the file is not an index of refrain');
  const start = new DataView(read(0, START_BYTES).buffer);
  if (start.getBigUint64(0, true) !== MAGIC) throw damaged('the file is not an index of refrain');
  const format = start.getUint32(START_FORMAT, true);
  if (format !== FORMAT) {
    throw new IndexError(
      'INDEX_VERSION',
      `the index has format ${format}; this version reads format ${FORMAT}: build the index again`,
    );
  }
  const length = Math.min(start.getUint32(START_HEAD_BYTES, true), fileBytes - START_BYTES);
  const head = read(fileBytes - length, length);
  if (hash(head) !== start.getBigUint64(START_HASH, true)) {
    throw damaged('the index is cut off, or its head is altered: build the index again');
  }
  return JSON.parse(decoder.decode(head)) as IndexHead;
}
