/** The records of indexing, as assembly/layout.ts draws those of the core. */

// ── Word of a page that is indexed, in the order of reading ──
//
//   0     8          12      16
//   │ key │ position │ block │     position: on the page, from 1, one left out between blocks; block: among those with text
export namespace Word {
  export const KEY: usize = 0;
  export const POSITION: usize = KEY + 8;
  export const BLOCK: usize = POSITION + 4;
  export const BYTES: usize = BLOCK + 4;
}

// ── Indexed block: what detection has to know of a block with text, beside the positions of its words ──
//
//   0       8       12
//   │ style │ words │     style: key of its place and its attributes; 0 where it cannot be template
export namespace Indexed {
  export const STYLE: usize = 0;
  export const WORDS: usize = STYLE + 8;
  export const BYTES: usize = WORDS + 4;
}

// ── Run: the postings of some pages by words, ascending by key ──
//
//   0     8       12      16
//   │ key │ pages │ bytes │ postings of these bytes │     pages: at most 255
//
// Postings are numbers of seven bits a byte, the lowest first. The lowest two bits of the first number of a posting say
// what it is, and what follows: the words from the last position to this, where that is of the same block; the blocks
// from the last, and the words; or the pages from the last, the block, and the position on the page.
export namespace WordRun {
  export const KEY: usize = 0;
  export const PAGES: usize = KEY + 8;
  export const POSTINGS: usize = PAGES + 4;
  export const HEAD_BYTES: usize = POSTINGS + 4;
  /** Ranges of keys whose beginnings in a run are known: by the highest bits. */
  export const RANGE_BITS: u32 = 10;
  export const RANGES: u32 = 1 << RANGE_BITS;
}

export namespace Posting {
  export const WORD: u32 = 0;
  export const BLOCK: u32 = 1;
  export const PAGE: u32 = 2;
}

// ── Term of an index: where the postings of a word are; ascending by key ──
//
//   0     8                16   20          24              28
//   │ key │ offset, 64 bit │ df │ bytes of  │ bytes of      │ hash of both │
//                               │ the pages │ the positions │
//
// Pages: for each the pages since the last, and how often the word is on it. Positions: for each page the first, and the
// words from each to the next.
export namespace Term {
  export const KEY: usize = 0;
  export const OFFSET: usize = KEY + 8;
  export const DF: usize = OFFSET + 8;
  export const PAGES_BYTES: usize = DF + 4;
  export const POSITIONS_BYTES: usize = PAGES_BYTES + 4;
  export const HASH: usize = POSITIONS_BYTES + 4;
  export const BYTES: usize = HASH + 4;
}

// ── Page of an index, while it is written: how many words stayed, and how many different ones ──
export namespace Length {
  export const WORDS: usize = 0;
  export const DIFFERENT: usize = WORDS + 4;
  export const BYTES: usize = DIFFERENT + 4;
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
