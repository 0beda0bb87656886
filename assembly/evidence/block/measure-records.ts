import { Tag } from '../../html/names';

// ── Measure: evidence of a block, in the order of blocks ──
//
// Lengths are code points.
@unmanaged
export class Measure {
  /** Key of the block's position: hash of its path with names. */
  positionKey: u64;
  /** Sum over its texts: length times magnitude of the DF. */
  df: u64;
  /** Like `df`, but with the DFs of folded texts where these are higher. */
  foldedDf: u64;
  parent: u32;
  depth: u32;
  /** Traits of the block and its ancestors, a bit each. */
  traits: u32;
  tag: u32;
  /** Number of its position, if it contains text. */
  position: u32;
  /** Index among the blocks with text, or NO_ORDER. */
  order: u32;
  /** Sum of the log odds for template of the words of its class and id, in 1/16. */
  names: i32;
  /** Largest of these log odds. */
  bestName: i32;
  /** Sum of `names` of the block and its ancestors. */
  namesSum: i32;
  /** Largest `names` of the block and its ancestors. */
  namesMax: i32;
  /** Smallest `names` of the block and its ancestors. */
  namesMin: i32;
  /** Sum of the log odds for template of the words of a short text, in 1/16. */
  wordOdds: i32;
  wordOddsMax: i32;
  wordOddsMin: i32;
  commas: u32;
  digits: u32;
  /** One of `Ends`. */
  ends: u32;
  /** Number of its path on the page, or NO_PATH; see site/layout-paths.ts. */
  layoutPath: u32;
  // Eight counts for the text of the block, then the same eight for all text in its element. They are added as vectors.
  text: u32;
  linked: u32;
  links: u32;
  words: u32;
  stops: u32;
  blocks: u32;
  known: u32;
  often: u32;
  allText: u32;
  allLinked: u32;
  allLinks: u32;
  allWords: u32;
  allStops: u32;
  allBlocks: u32;
  allKnown: u32;
  allOften: u32;
  /** Features that descendants share, one byte each; see features.ts. */
  shared: u64;
  moreShared: u64;
  /** Scores for main content, corresponding to `names` and the following fields. */
  mainNames: i32;
  mainBest: i32;
  mainWorst: i32;
  mainSum: i32;
  mainMax: i32;
  mainMin: i32;
  mainWordOdds: i32;
  mainWordOddsMax: i32;
  mainWordOddsMin: i32;
  images: u32;
  inputs: u32;

  /** Length of its repeated text; see repetition.ts. */
  repeated: u32;
  /** Number of other pages with the rarest repeated text of a repeated block; 0 for other blocks. */
  repeatedOn: u32;
  /** Number of repeated blocks in its items, if it is a list or a table. */
  repeatedItems: u32;
  /** Length of text in its element that is template by score; see position-verdicts.ts. */
  allTemplate: u32;
  /**
   * Verdicts of other pages on the position that is used for the block (position-verdicts.ts). High 16 bits: number of verdicts; low 16
   * bits: number of template verdicts. 0 if none is used.
   */
  verdicts: u32;
  static readonly BYTES: usize = offsetof<Measure>();

  static readonly NO_ORDER: u32 = 0xffffffff;

  /** Level of a heading, 1 to 6; 0 for other elements. */
  get level(): u32 {
    return this.tag - Tag.H1 < 6 ? this.tag - Tag.H1 + 1 : 0;
  }

  /** For access to several fields as a vector. */
  get at(): usize {
    return changetype<usize>(this);
  }

  byte(offset: usize): u8 {
    return load<u8>(changetype<usize>(this) + offset);
  }

  setByte(offset: usize, value: u32): void {
    store<u8>(changetype<usize>(this) + offset, <u8>value);
  }
}

export namespace Ends {
  export const OPEN: u32 = 0;
  export const COLON: u32 = 1;
  export const SENTENCE: u32 = 2;
}
