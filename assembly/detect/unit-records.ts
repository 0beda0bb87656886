/** What units know of each block; one record for each block, in the same order. */

// ── UnitBlock: of a block with text, of a list or a table, and of the first block at a position ──
@unmanaged
export class UnitBlock {
  /** While blocks are grouped: the key of the block; see repeats.ts. */
  key: u64;
  /** Of a bucket, which any block is: the last block in it, and one; 0 without one. */
  lastInBucket: u32;
  /** Of a block in a bucket: the block before it, and one; 0 without one. */
  beforeInBucket: u32;
  /** Of a position, whose number is less than that of blocks: the first block with text there, and one; 0 before groups are made. */
  firstThere: u32;
  /** Of a position: the number of the last search for an article that found a text of it there; see beside.ts. */
  article: u32;
  /** 1 if another block may have its text; see repeats.ts. */
  hasTwin: u32;
  /** The unit that changed the verdict: one of `Unit`; 0 for no unit, or for two of them. */
  unit: u32;

  /** Of a part: its list or table; 0 for any other block. */
  rows: u32;
  // Of a list or a table: the number of its parts, and of those that are main content, labels, links, and no template.
  parts: u32;
  mainParts: u32;
  labelParts: u32;
  linkedParts: u32;
  ownParts: u32;
  /** Order of its first part. */
  firstPart: u32;
  /** Order of its last part. */
  lastPart: u32;
  /** 1 if all parts are main content, -1 if no part is, 0 if each has its own verdict. */
  side: i32;
  /** Log odds of main content, in 1/1024, below which a part is clearly something else. */
  least: i32;

  /** Of a block with text: the first block at its position, and one. */
  group: u32;
  /** 1 if it has a name or a date that looks as in most posts of a thread; see posts.ts. */
  hasDetail: u32;
  // Of the first block at a position.
  /** Number of blocks there. */
  groupSize: u32;
  /** Number of these that are main content. */
  groupMain: u32;
  /** Number of gaps before, between and behind them that have main content. */
  gaps: u32;
  /** Number of blocks of main content before the last of them. */
  mainBefore: u32;
  /** What they are: a `Detail`; see post-details.ts. */
  detail: u32;
  /** Number of these that are that. */
  detailSize: u32;
  /** What says so of the surest of them: `BY_…`. */
  by: u32;

  static readonly BYTES: usize = offsetof<UnitBlock>();
}

/** Units that decide on main content where the scores say something else. */
export namespace Unit {
  export const HEADLINE: u32 = 1;
  /** A small part of the main content above the headline. */
  export const ABOVE: u32 = 2;
  /** A heading without content below it. */
  export const HEADING: u32 = 3;
  /** The rows of a table, the items of a list, a question with its answer, the parts of code. */
  export const ROWS: u32 = 4;
  export const CAPTION: u32 = 5;
  /** A text behind the end of the article that is main content by a little only. */
  export const TAIL: u32 = 6;
  /** A text that the main content has before. */
  export const REPEAT: u32 = 7;
  /** A part of a card whose position is main content in most cards. */
  export const CARD: u32 = 8;
  /** The author or the date of a post, or the price of an offer. */
  export const ITEM: u32 = 9;
  /** A short text beside every post of a thread. */
  export const PROFILE: u32 = 10;
  /** What is behind the layer of an article, and the heading in it. */
  export const LAYER: u32 = 11;
  /** A caption of a gallery in an article about something else. */
  export const GALLERY: u32 = 12;
}
