/**
 * The file of an index.
 *
 *   head │ postings │ terms │ fences │ pages │ options │ names
 *
 * - Postings and terms have the form that assembly/layout.ts draws. Terms ascend by key.
 * - A fence stands for `TERMS_A_FENCE` terms: the key of the first term, and the hash of their records.
 * - A page has the number of words that were kept of it, the number of different ones, and the offset and hash of its name.
 * - A name is a list of URL and title, as JSON. It ends where that of the next page begins.
 * - Options are JSON. The seed is the secret of the keys of words: whoever has the file knows it.
 *
 * Numbers are little-endian. Fences, pages and options are read in one piece when an index is opened.
 */
import { IndexError } from './errors.ts';

const MAGIC = 0x7865_646e_692d_6672n;
const FORMAT = 3;

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

export const HEAD_BYTES = 128;

export interface PageName {
  readonly url: string;
  readonly title: string;
}

export const encodeName = ({ url, title }: PageName): Uint8Array =>
  new TextEncoder().encode(JSON.stringify([url, title]));

export function decodeName(bytes: Uint8Array): PageName {
  const [url, title] = JSON.parse(new TextDecoder().decode(bytes)) as [string, string];
  return { url, title };
}

/** The 64-bit checksum of the module. */
export type Hash = (bytes: Uint8Array) => bigint;

export interface Section {
  readonly start: number;
  readonly length: number;
}

const SECTIONS = ['postings', 'terms', 'fences', 'pages', 'options', 'names'] as const;

export type SectionName = (typeof SECTIONS)[number];

export interface IndexHead {
  readonly sections: Readonly<Record<SectionName, Section>>;
  readonly pages: number;
  /** Number of words that were kept. */
  readonly words: number;
  /** Number of different words. */
  readonly terms: number;
  /** Hash of fences, pages and options together. */
  readonly hash: bigint;
}

export function writeHead(head: IndexHead, hash: Hash): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEAD_BYTES);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, MAGIC, true);
  view.setUint32(8, FORMAT, true);
  view.setUint32(12, head.pages, true);
  view.setFloat64(16, head.words, true);
  view.setFloat64(24, head.terms, true);
  view.setBigUint64(32, head.hash, true);
  for (const [index, name] of SECTIONS.entries()) view.setFloat64(40 + 8 * index, head.sections[name].length, true);
  view.setBigUint64(HEAD_BYTES - 8, hash(bytes.subarray(0, HEAD_BYTES - 8)), true);
  return bytes;
}

/** Offsets of the sections from their lengths. */
export function layOut(lengths: Readonly<Record<SectionName, number>>): Record<SectionName, Section> {
  let start = HEAD_BYTES;
  const entries = SECTIONS.map((name) => {
    const section = { start, length: lengths[name] };
    start += lengths[name];
    return [name, section] as const;
  });
  return Object.fromEntries(entries) as Record<SectionName, Section>;
}

/**
 * Reads the head of a file of `fileBytes` bytes.
 *
 * @throws {IndexError} `INDEX_DAMAGED`, `INDEX_VERSION`
 */
export function readHead(bytes: Uint8Array, fileBytes: number, hash: Hash): IndexHead {
  const damaged = (message: string): IndexError => new IndexError('INDEX_DAMAGED', message);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEAD_BYTES || view.getBigUint64(0, true) !== MAGIC) {
    throw damaged('the file is not an index of refrain');
  }
  const format = view.getUint32(8, true);
  if (format !== FORMAT) {
    throw new IndexError(
      'INDEX_VERSION',
      `the index has format ${format}; this version reads format ${FORMAT}: build the index again`,
    );
  }
  if (view.getBigUint64(HEAD_BYTES - 8, true) !== hash(bytes.subarray(0, HEAD_BYTES - 8))) {
    throw damaged('the head of the index is altered: build the index again');
  }
  const lengths = Object.fromEntries(
    SECTIONS.map((name, index) => [name, view.getFloat64(40 + 8 * index, true)]),
  ) as Record<SectionName, number>;
  const sections = layOut(lengths);
  const end = sections.names.start + sections.names.length;
  if (end !== fileBytes) throw damaged(`the file has ${fileBytes} bytes instead of ${end}: build the index again`);
  return {
    sections,
    pages: view.getUint32(12, true),
    words: view.getFloat64(16, true),
    terms: view.getFloat64(24, true),
    hash: view.getBigUint64(32, true),
  };
}
