/** What units know of each block. The n-th record belongs to the n-th block, and also to the position and hash bucket of that number. */

// ── UnitBlock: each field belongs to a block with text, a list or table, a position, or a hash bucket ──
@unmanaged
export class UnitBlock {
  /** Hash of the text of a block that was searched for repeats (repeats.ts). */
  key: u64;
  /** Of a bucket: its last block plus one; 0 if it is empty. */
  lastInBucket: u32;
  /** Of a block in a bucket: the previous block there plus one; 0 for the first. */
  beforeInBucket: u32;
  /** Of a position: its first block with text plus one; 0 before blocks are grouped. */
  firstThere: u32;
  /** Of a position: number of the last search for an article (article-bounds.ts) that found one of its texts there. */
  article: u32;
  /** The `Unit` that changed the verdict of the block; 0 if none did, or if two did. */
  unit: u32;

  /** Of a part: its list or table; 0 for any other block. */
  rows: u32;
  // Of a list or table: number of its parts; of those that are main content, mostly links, and not template.
  parts: u32;
  mainParts: u32;
  linkedParts: u32;
  ownParts: u32;
  /** Order of its first part. */
  firstPart: u32;
  /** Order of its last part. */
  lastPart: u32;
  /** 1 if all parts are main content, -1 if none are, 0 if each keeps its own verdict. */
  side: i32;
  /** Log odds of main content, in 1/1024, below which a part does not become main content with the others. */
  least: i32;

  /** Of a block with text: the first block at its position, plus one. */
  group: u32;
  /** 1 if it has a name or a date in the style of most posts (posts.ts). */
  hasDetail: u32;
  // Of the first block at a position.
  /** Number of blocks there. */
  groupSize: u32;
  /** Number of these blocks that are main content. */
  groupMain: u32;
  /** Number of their words. */
  groupWords: u32;

  static readonly BYTES: usize = offsetof<UnitBlock>();
}

/** Units that change the main content of the scores. */
export namespace Unit {
  export const HEADLINE: u32 = 1;
  /** A small part of the main content above the headline. */
  export const ABOVE: u32 = 2;
  /** A heading without content below it. */
  export const HEADING: u32 = 3;
  /** The rows of a table, the items of a list, the parts of code. */
  export const ROWS: u32 = 4;
  export const CAPTION: u32 = 5;
  /** A text after the end of the article that is barely main content. */
  export const TAIL: u32 = 6;
  /** A text that occurs earlier in the main content. */
  export const REPEAT: u32 = 7;
  /** A part of a card whose position is main content in most cards. */
  export const CARD: u32 = 8;
  /** The author or the date of a post, or the price of an offer. */
  export const ITEM: u32 = 9;
  /** A short text in every post of a thread. */
  export const PROFILE: u32 = 10;
  /** A text outside of the overlay with an article, or the heading in the overlay. */
  export const OVERLAY: u32 = 11;
  /** A caption of a gallery in an article about something else. */
  export const GALLERY: u32 = 12;
  /** A value of the page's subject. */
  export const VALUE: u32 = 13;
  /** In the footer of a page that has no other main content. */
  export const FOOTER: u32 = 14;
  /** The author or the date of an article. */
  export const BYLINE: u32 = 15;
}
