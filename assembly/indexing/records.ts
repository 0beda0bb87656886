/** The records of indexing that the host or several of its files read; assembly/page/records.ts has those of a page. */

// ── Word of a page that is indexed, in the order of reading ──
//
//   0     8          12      16
//   │ key │ position │ block │     position: on the page, from 1, one left out between blocks; block: among those with text
@unmanaged
export class Word {
  key: u64;
  position: u32;
  block: u32;
  static readonly BYTES: usize = offsetof<Word>();
}

// ── Indexed block: what detection has to know of a block with text, beside the positions of its words ──
//
//   0       8       12
//   │ style │ words │     style: key of its position and its attributes; 0 where it cannot be template
@unmanaged
export class IndexedBlock {
  style: u64;
  words: u32;
  static readonly BYTES: usize = offsetof<IndexedBlock>();
}

// ── Entry: one word of the postings in memory; see gather.ts ──
//
//   0     8       12    16         20          24             28
//   │ key │ first │ end │ lastPage │ lastBlock │ lastPosition │ left, level, pages │
//           chunk   of the           of the last posting        16, 8, 8 bits
//                   postings                                    bytes left in the last chunk, its level, pages up to 255
//
// Pages are counted from 1; a free entry has page 0.
@unmanaged
export class Entry {
  key: u64;
  firstChunk: usize;
  end: usize;
  lastPage: u32;
  lastBlock: u32;
  lastPosition: u32;
  left: u16;
  level: u8;
  pages: u8;
  static readonly BYTES: usize = offsetof<Entry>();
}

// ── Run: the postings of some pages by words, ascending by key. The head of a word, and its postings ──
//
//   0     8       12      16
//   │ key │ pages │ bytes │ postings of these bytes │     pages: at most 255
//
// Postings are numbers of seven bits a byte, the lowest first. The lowest two bits of the first number of a posting say
// what it is, and what follows: the words from the last position to this, where that is of the same block; the blocks
// from the last, and the words; or the pages from the last, the block, and the position on the page.
@unmanaged
export class WordHead {
  key: u64;
  pages: u32;
  bytes: u32;
}

export namespace Posting {
  export const WORD: u32 = 0;
  export const BLOCK: u32 = 1;
  export const PAGE: u32 = 2;
}

/** Ranges of keys, by their highest bits: where each begins in a run is known. */
export namespace KeyRange {
  export const BITS: u32 = 10;
  export const COUNT: u32 = 1 << BITS;
}

// ── Term of an index: where the postings of a word are; ascending by key ──
//
//   0     8        16   20           24               28
//   │ key │ offset │ df │ pagesBytes │ positionsBytes │ hash of both │
//
// Pages: for each the pages since the last, and how often the word is on it. Positions: for each page the first, and the
// words from each to the next.
@unmanaged
export class Term {
  key: u64;
  offset: u64;
  df: u32;
  pagesBytes: u32;
  positionsBytes: u32;
  hash: u32;
  static readonly BYTES: usize = offsetof<Term>();
}

// ── Length of a page of an index, while it is written: how many words stayed, and how many different ones ──
@unmanaged
export class PageLength {
  words: u32;
  different: u32;
  static readonly BYTES: usize = offsetof<PageLength>();
}

export namespace Character {
  /** What a character is to a word (UAX #29, word boundaries). */
  export const OTHER: u32 = 0;
  export const LETTER: u32 = 1;
  export const DIGIT: u32 = 2;
  /** Joins what stands at its sides, and is no word by itself: the underscore. */
  export const JOINER: u32 = 3;
  /** Joins two letters, two digits, or either. */
  export const MID_LETTER: u32 = 4;
  export const MID_DIGIT: u32 = 5;
  export const MID: u32 = 6;
  /** Belongs to what stands before it. */
  export const MARK: u32 = 7;
  /** Its script needs the host to find words. */
  export const FOREIGN: u32 = 8;
  /** Characters from here on are foreign. */
  export const COUNT: u32 = 0x3000;
}

/**
 * Longest probe in a table of a region. These tables are at most two thirds full, so that chance makes fewer than one probe in
 * 10^15 so long; others are made of keys that were chosen with the seed.
 */
export const SLOT_PROBES_MAX: u32 = 512;
